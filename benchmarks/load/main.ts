/**
 * Puts a running service under mixed load, checks its answers, and measures times and memory: `npm run load`.
 *
 * `--minutes N` (10) runs at a constant rate, `--rate N` visits a second (12), with all formats, both lanes, webhooks,
 * sign-in and mistakes. `--soak N` makes N conversions as fast as possible instead. `--plot FILE` draws the memory.
 * Uses PostgreSQL if `RECTO_TEST_DATABASE_URL` names a server, else the embedded database. An unexpected answer is a
 * failure.
 */
import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../service/chaos/random.ts'
import { drawLines } from '../charts/lines.ts'
import { installPeers } from '../run-contestant.ts'
import { atRate } from '../steady.ts'
import { createTally, type Tally } from './tally.ts'
import { type Sample, trendOf, withoutStart } from './trend.ts'
import type { Visitors } from './visits.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '12' },
    soak: { type: 'string' },
    plot: { type: 'string' },
  },
})
const soak = values.soak === undefined ? undefined : Number(values.soak)
const SAMPLE_MS = 2_000
/** Concurrent callers of the soak. */
const CALLERS = 4
/** Of ten conversions of the soak, this number uses the queue. */
const QUEUED_OF_TEN = 3
/** The longest wait until all jobs have ended and their webhooks have arrived. */
const WEBHOOKS_MS = 120_000

interface MemorySample extends Sample {
  readonly pss: number
}

// Documents are generated with a package of the benchmarks, which a fresh clone does not have.
installPeers()
const { openSite } = await import('./site.ts')
const { createVisitors } = await import('./visits.ts')

const site = await openSite()
try {
  const tally = createTally()
  const visitors = createVisitors(site, tally, createRandom(1))
  const sampling = new AbortController()
  const begin = performance.now()
  const seconds = (): number => (performance.now() - begin) / 1_000
  const samples = sampleMemory(
    () => (soak === undefined ? seconds() / 60 : visitors.conversions()),
    sampling.signal,
  )
  await (soak === undefined ? mix(visitors) : convertMany(visitors, soak))
  const took = seconds()
  sampling.abort()
  const webhooks = await checkWebhooks(visitors, tally)
  if (values.plot !== undefined) await writeFile(values.plot, plot(await samples))
  const isFlat = report(await samples, took, visitors, tally, webhooks)
  if (tally.faultCount() > 0 || !isFlat) process.exitCode = 1
} finally {
  await site.close()
}

async function mix({ visit }: Visitors): Promise<void> {
  const rate = Number(values.rate)
  await atRate(rate, Math.ceil(rate * 60 * Number(values.minutes)), (_, due) => visit(due))
}

async function convertMany({ convert, convertQueued }: Visitors, count: number): Promise<void> {
  let begun = 0
  const callers = Array.from({ length: CALLERS }, async () => {
    while (begun < count) {
      begun += 1
      await (begun % 10 < QUEUED_OF_TEN ? convertQueued() : convert(performance.now()))
    }
  })
  await Promise.all(callers)
}

async function sampleMemory(at: () => number, signal: AbortSignal): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  while (!signal.aborted) {
    const { rss, pss } = site.memory()
    samples.push({ at: at(), value: rss, pss })
    await wait(SAMPLE_MS, undefined, { signal }).catch(() => {})
  }
  return samples
}

function plot(samples: readonly MemorySample[]): string {
  return drawLines({
    title: 'Memory of all processes, MiB',
    across: soak === undefined ? 'minutes' : 'conversions',
    series: [
      { name: 'RSS', points: samples.map(({ at, value }) => [at, value]) },
      { name: 'PSS', points: samples.map(({ at, pss }) => [at, pss]) },
    ],
  })
}

/** Waits for the webhooks of all jobs and checks them. @returns The number of jobs whose webhook was received. */
async function checkWebhooks({ jobs, checkResult }: Visitors, tally: Tally): Promise<number> {
  const { accepted } = site.receiver
  const end = performance.now() + WEBHOOKS_MS
  while (jobs.some(({ id }) => !accepted.has(id)) && performance.now() < end)
    await wait(SAMPLE_MS / 4)
  for (const { id, document } of jobs) {
    const statuses = (accepted.get(id) ?? []).join()
    if (statuses !== 'succeeded')
      tally.blame(`The webhooks of a ${document} had the statuses: ${statuses || 'none'}.`)
  }
  for (const job of jobs.slice(-CALLERS)) await checkResult(job)
  return accepted.size
}

/** @returns True if memory is flat: with 95 % confidence it grows by at most 1 % in a minute, or in 1,000 conversions. */
function report(
  samples: readonly MemorySample[],
  took: number,
  { jobs, conversions }: Visitors,
  tally: Tally,
  webhooks: number,
): boolean {
  const unit = soak === undefined ? 'minute' : 'thousand conversions'
  const scale = soak === undefined ? 1 : 1_000
  const rest = withoutStart(samples)
  const trend = trendOf(rest)
  const mean = rest.reduce((sum, { value }) => sum + value, 0) / rest.length
  const say = (line: string): boolean => process.stdout.write(`${line}\n`)
  say(
    `Load, ${site.title}: ${soak === undefined ? `${values.rate} visits a second` : `${CALLERS} callers`}, ${(took / 60).toFixed(1)} minutes`,
  )
  say(
    `${conversions()} conversions, ${(conversions() / took).toFixed(1)} a second; ${jobs.length} jobs, ${webhooks} webhooks, ${site.receiver.refused()} of them refused at first`,
  )
  say(
    `${tally.serverErrors()} × 5xx or no answer; ${tally.faultCount()} answers that are not right`,
  )
  for (const fault of tally.faults) say(`WRONG: ${fault}`)
  say(`\n${tally.table(took)}\n`)
  say(
    `RSS of all processes, after the first third: ${mean.toFixed(0)} MiB, ${Math.min(...rest.map(({ value }) => value)).toFixed(0)} to ${Math.max(...rest.map(({ value }) => value)).toFixed(0)}`,
  )
  if (!trend) return true
  const { slope, margin } = trend
  const isFlat = (slope - margin) * scale <= mean / 100
  say(
    `Growth: ${(slope * scale).toFixed(2)} ± ${(margin * scale).toFixed(2)} MiB a ${unit} (95 %): ${isFlat ? 'flat' : 'NOT FLAT'}`,
  )
  return isFlat
}
