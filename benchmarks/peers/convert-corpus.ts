/** Runs one contestant on many files in this process, and writes its output for each; a rejected file has none. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { contestants, type Task } from '../contestants.ts'
import { programs, runProgram } from './programs.ts'

const [task = '', name = '', list = ''] = process.argv.slice(2)
// Sound: `scores.ts` wrote it.
const files = JSON.parse(await readFile(list, 'utf8')) as readonly {
  readonly path: string
  readonly output: string
}[]
const program = programs[task as Task]?.[name]
const convert = program
  ? async (path: string) => (await runProgram(program, path)).text
  : await contestants[task as Task]?.[name]?.()
if (!convert) throw new Error(`No contestant ${name} for ${task}.`)

let converted = 0
for (const { path, output } of files) {
  const text = await convert(path).catch(() => undefined)
  if (text === undefined) continue
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, text)
  converted += 1
}
if (converted === 0) throw new Error('It converted no file.')
