/**
 * Measures how long a webhook waits behind 100,000 due webhooks of another account, and how long the database is busy
 * at a time, on each available database.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startListener } from '../service/chaos/listener.ts'
import { type Kind, testDatabases } from '../service/src/database/testing/test-database.ts'
import { startDeliverer } from '../service/src/jobs/deliver.ts'
import { findJob } from '../service/src/jobs/statements/index.ts'
import { addDueDeliveries } from '../service/src/jobs/testing/due-deliveries.ts'
import { openTestJobs, type TestJobs } from '../service/src/jobs/testing/test-jobs.ts'
import { postBounds, systemLookup } from '../service/src/webhooks/index.ts'
import { quantilesOf } from './quantiles.ts'

const BACKLOG = 100_000
const SAMPLES = 40
const PAUSE_MS = 100
/** Interval between probes of the database. */
const PROBE_MS = 5

const titles: Readonly<Record<Kind, string>> = {
  pglite: 'embedded database',
  postgres: 'PostgreSQL',
}

export async function measureDeliveries(): Promise<string> {
  const parts: string[] = []
  for (const kind of testDatabases) {
    for (const isSilent of [false, true]) parts.push(await measure(kind, isSilent))
  }
  return parts.join('\n\n')
}

async function measure(kind: Kind, isSilent: boolean): Promise<string> {
  const jobs = await openTestJobs(kind)
  const receiver = await startReceiver()
  try {
    const busy = await jobs.newAccount('scale')
    const path = isSilent ? 'silent' : 'busy'
    await addDueDeliveries(jobs, busy, `http://127.0.0.1:${receiver.port}/${path}`, BACKLOG)
    const waits = await measureWaits(jobs, receiver)
    const what = isSilent ? 'that is silent' : 'that accepts them'
    return [`Deliveries, ${titles[kind]}, ${BACKLOG} due to a receiver ${what}`, ...waits].join(
      '\n',
    )
  } finally {
    receiver.close()
    await jobs.close()
  }
}

interface Receiver {
  readonly port: number
  /** Time of the last call, by path. */
  readonly calls: Map<string, number>
  count(): number
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const calls = new Map<string, number>()
  let count = 0
  const { port, close } = await startListener((request, response) => {
    const { url = '' } = request
    if (url === '/silent') return
    count += 1
    calls.set(url, performance.now())
    request.resume().on('end', () => response.end())
  })
  return { port, calls, count: () => count, close }
}

async function measureWaits(jobs: TestJobs, receiver: Receiver): Promise<string[]> {
  // Polls twice a second for deliveries without a signal, as the service does.
  const parts = { ...jobs, settings: { ...jobs.settings, pollMs: 500 } }
  const sender = {
    policy: jobs.settings.webhookPolicy,
    lookup: systemLookup,
    signatureHeader: 'X-Service-Signature',
    bounds: postBounds,
  }
  const deliverer = startDeliverer(parts, sender)
  const probing = new AbortController()
  const probes = probe(jobs, probing.signal)
  await wait(2_000)
  const begin = performance.now()
  const before = receiver.count()
  const waits: number[] = []
  for (let index = 0; index < SAMPLES; index += 1) {
    waits.push(await measureOne(jobs, receiver, index, deliverer.wake))
    await wait(PAUSE_MS)
  }
  const seconds = (performance.now() - begin) / 1_000
  const sent = receiver.count() - before
  probing.abort()
  const lines = [
    `Another account's webhook, from the end of its job to its receiver: ${format(waits)}`,
    `The statement of a poll beside them: ${format(await probes)}`,
    `Sent: ${(sent / seconds).toFixed(0)} a second`,
  ]
  await deliverer.stop()
  return lines
}

/** Measures a webhook of a new account, which has sent none before. */
async function measureOne(
  jobs: TestJobs,
  { port, calls }: Receiver,
  index: number,
  wake: () => void,
): Promise<number> {
  const account = await jobs.newAccount()
  const path = `/other${index}`
  const begin = performance.now()
  await addDueDeliveries(jobs, account, `http://127.0.0.1:${port}${path}`, 1)
  wake()
  while (!calls.has(path)) await wait(1)
  return (calls.get(path) ?? 0) - begin
}

async function probe({ db }: TestJobs, signal: AbortSignal): Promise<number[]> {
  const took: number[] = []
  while (!signal.aborted) {
    const begin = performance.now()
    await findJob(db, 'acc_1', 'job_none')
    took.push(performance.now() - begin)
    await wait(PROBE_MS)
  }
  return took
}

function format(ms: readonly number[]): string {
  const at = quantilesOf(ms)
  return `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, at most ${at(1).toFixed(1)} ms`
}

if (import.meta.main) process.stdout.write(`${await measureDeliveries()}\n`)
