/**
 * Simulates many workers, each with separate connections: they claim jobs, renew leases, sleep instead of converting,
 * and complete the jobs; other loops deliver the due webhooks.
 *
 * Claims, renewals, completions and deliveries are the service's own statements; only the conversion is simulated.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { quantilesOf } from '../../benchmarks/quantiles.ts'
import { createCredits } from '../src/credits/index.ts'
import {
  type Database,
  type DatabaseLocation,
  inTransaction,
  migrations,
  openDatabase,
} from '../src/database/index.ts'
import { createQueue, type Queue } from '../src/jobs/index.ts'
import { recordAttempts, takeDue } from '../src/jobs/statements/index.ts'
import { createLog } from '../src/log.ts'

interface Simulation {
  readonly workers: number
  readonly location: DatabaseLocation
  /** Duration of a conversion, milliseconds. */
  readonly jobMs: number
  /** Duration of the measurement, after the first conversion of every worker, milliseconds. */
  readonly windowMs: number
  /** Returns the CPU seconds of the database and of the pool so far. */
  readonly cpu: () => Promise<{ readonly database: number; readonly pool: number }>
}

export interface Outcome {
  readonly jobsPerSecond: number
  /** Share of the jobs that the workers would convert if the queue took no time. */
  readonly share: number
  readonly deliveriesPerSecond: number
  /** Claims, renewals, completions and deliveries. */
  readonly statementsPerSecond: number
  readonly errors: readonly string[]
  /** Milliseconds, including the wait for a connection of the pool. */
  readonly times: Readonly<Record<'claim' | 'beat' | 'end' | 'deliver', readonly number[]>>
  /** CPU milliseconds of all statements per job. */
  readonly databaseMsPerJob: number
  readonly poolMsPerJob: number
}

/** The intervals of real workers. */
const BEAT_MS = 1_000
const POLL_MS = 500
const LEASE_MS = 15_000
export const DELIVERERS = 8
const DELIVERED_AT_ONCE = 32
const GIVE_UP_MS = 432_000_000
/** Connections are opened in batches, as by machines that start one after the other. */
const OPENED_AT_ONCE = 50

interface State {
  readonly simulation: Simulation
  readonly signal: AbortSignal
  readonly times: { readonly [Name in keyof Outcome['times']]: number[] }
  readonly errors: string[]
  isCounting: boolean
  ended: number
  delivered: number
}

export async function simulate(simulation: Simulation): Promise<Outcome> {
  const { workers, jobMs, windowMs, cpu } = simulation
  const stopping = new AbortController()
  const state: State = {
    simulation,
    signal: stopping.signal,
    times: { claim: [], beat: [], end: [], deliver: [] },
    errors: [],
    ...{ isCounting: false, ended: 0, delivered: 0 },
  }
  const databases: Database[] = []
  const loops: Promise<void>[] = []
  try {
    while (databases.length < workers + DELIVERERS) {
      const count = Math.min(OPENED_AT_ONCE, workers + DELIVERERS - databases.length)
      databases.push(...(await Promise.all(Array.from({ length: count }, () => open(simulation)))))
    }
    for (const [index, { db }] of databases.entries()) {
      const queue = createQueue(db, createCredits(db).charges)
      loops.push(index < workers ? work(state, queue, index) : deliver(state, db))
    }
    await wait(jobMs)
    const before = await cpu()
    state.isCounting = true
    const begin = performance.now()
    await wait(windowMs)
    state.isCounting = false
    const seconds = (performance.now() - begin) / 1_000
    const after = await cpu()
    const { ended, delivered, times, errors } = state
    const perJob = (from: number, to: number): number => ((to - from) * 1_000) / ended
    return {
      jobsPerSecond: ended / seconds,
      share: ended / seconds / ((workers * 1_000) / jobMs),
      deliveriesPerSecond: delivered / seconds,
      statementsPerSecond: Object.values(times).flat().length / seconds,
      errors: [...new Set(errors)],
      times,
      databaseMsPerJob: perJob(before.database, after.database),
      poolMsPerJob: perJob(before.pool, after.pool),
    }
  } finally {
    stopping.abort()
    await Promise.all(loops)
    await Promise.all(databases.map((database) => database.close()))
  }
}

function open({ location }: Simulation): Promise<Database> {
  return openDatabase(location, migrations, createLog('silent'), { migrates: false })
}

/** Sleeps until the time is over or the run stops. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}

async function timed<Result>(
  state: State,
  name: keyof Outcome['times'],
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  const begin = performance.now()
  try {
    const result = await act()
    if (state.isCounting) state.times[name].push(performance.now() - begin)
    return result
  } catch (error) {
    state.errors.push(`${name}: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

async function work(state: State, queue: Queue, index: number): Promise<void> {
  const { signal, simulation } = state
  const order = { worker: `worker ${index}`, leaseMs: LEASE_MS, isTest: false, most: 1 }
  // Starts workers at different times, as in practice, where documents also have different lengths.
  await pause((index / simulation.workers) * simulation.jobMs, signal)
  while (!signal.aborted) {
    const [job] = (await timed(state, 'claim', () => queue.claim(order))) ?? []
    if (!job) {
      await pause(POLL_MS, signal)
      continue
    }
    const { id, attempt } = job
    const until = performance.now() + simulation.jobMs
    const beat = { id, attempt, stage: 'pages', pagesDone: 1, pagesTotal: 2 }
    while (!signal.aborted && performance.now() < until) {
      await pause(Math.min(BEAT_MS, until - performance.now()), signal)
      if (performance.now() < until) await timed(state, 'beat', () => queue.beat([beat], LEASE_MS))
    }
    const ending = { id, attempt, status: 'failed', error: 'conversion_failed: Measured.' } as const
    const done = await timed(state, 'end', () => queue.complete(ending))
    if (done?.isSo && state.isCounting) state.ended += 1
  }
}

/** Each receiver accepts at once, because only the database is measured. */
async function deliver(state: State, db: Database['db']): Promise<void> {
  while (!state.signal.aborted) {
    const count = await timed(state, 'deliver', async () => {
      const due = await takeDue(db, DELIVERED_AT_ONCE, LEASE_MS)
      const tries = due.map(({ id, tries: before }) => ({
        ...{ id, tries: before, status: 200, error: undefined, durationMs: 5 },
        ...{ next: 'delivered' as const, receiver: 'accepts' as const },
      }))
      if (tries.length > 0) await inTransaction(db, (tx) => recordAttempts(tx, tries, GIVE_UP_MS))
      return tries.length
    })
    if (state.isCounting) state.delivered += count ?? 0
    if (!count) await pause(POLL_MS / 2, state.signal)
  }
}

export function formatTimes(times: readonly number[]): string {
  const at = quantilesOf(times)
  return `${at(0.5).toFixed(0)}/${at(0.99).toFixed(0)} ms`
}
