/** Runs one contestant on one file in this process and prints its figures as JSON: CPU and wall milliseconds (medians), peak memory. */
import { contestants, type Task } from './contestants.ts'
import { quantilesOf } from './quantiles.ts'

const [task = '', name = '', path = '', runs = '5', warmups = '1'] = process.argv.slice(2)
const load = contestants[task as Task]?.[name]
if (!load) throw new Error(`No contestant ${name} for ${task}.`)

const convert = await load()
const cpu: number[] = []
const wall: number[] = []
let characters = 0
for (let run = -Number(warmups); run < Number(runs); run += 1) {
  const before = process.cpuUsage()
  const start = performance.now()
  characters = (await convert(path)).length
  const used = process.cpuUsage(before)
  if (run < 0) continue
  cpu.push((used.user + used.system) / 1000)
  wall.push(performance.now() - start)
}

const figures = {
  cpuMs: quantilesOf(cpu)(0.5),
  wallMs: quantilesOf(wall)(0.5),
  peakMiB: process.resourceUsage().maxRSS / 1024,
  characters,
}
process.stdout.write(JSON.stringify(figures))
