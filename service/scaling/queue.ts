/** Measures workers whose jobs use no CPU: sleeping jobs, until the queue is the limit, and jobs that end at once. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { setPaused } from '../src/jobs/statements/index.ts'
import { type Bench, onService } from './service.ts'

/** Slots of a worker for jobs of test keys; the value in `service/src/jobs/worker.ts`. */
const SLOTS = 32
/** Consecutive jobs of each slot. */
const ROUNDS = 2
/** Duration of a job whose file is named slow; the value in `service/src/jobs/simulated.ts`. */
const SLEEP_SECONDS = 10
const SLEEPERS = [1, 4, 8] as const
const EMPTY_JOBS = 1_000
const EMPTY_WORKERS = [1, 2, 4] as const
const POLL_MS = 200
/** A measurement that takes longer fails. */
const GIVE_UP_MS = 60_000

/** @param share Share of the jobs and workers; less than 1 for a quick check. */
export async function measureQueue(share: number): Promise<string[]> {
  return onService(async (bench) => {
    const lines: string[] = []
    for (const workers of new Set(SLEEPERS.map((most) => Math.ceil(most * share)))) {
      const rate = await drain(bench, workers, 'slow.txt', workers * SLOTS * ROUNDS)
      const ideal = (workers * SLOTS) / SLEEP_SECONDS
      lines.push(
        `${workers} workers with ${SLOTS} slots, jobs that sleep ${SLEEP_SECONDS} s: ${rate.toFixed(2)} a second, ${(rate / workers).toFixed(2)} for each worker: ${((rate / ideal) * 100).toFixed(0)} % of what they could do`,
      )
    }
    for (const workers of EMPTY_WORKERS) {
      const rate = await drain(bench, workers, 'note.txt', Math.ceil(EMPTY_JOBS * share))
      lines.push(`${workers} workers, jobs that convert nothing: ${rate.toFixed(0)} a second`)
    }
    return lines
  })
}

/** @returns Jobs a second, from the start of the first to the end of the last. */
async function drain(
  { db, submit, startWorker }: Bench,
  workers: number,
  name: string,
  count: number,
): Promise<number> {
  // Pauses the queue until every worker is ready, so that none begins early.
  await setPaused(db, true)
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(db)
  await submit(new File(['A note.'], name, { type: 'text/plain' }), count, true)
  const crew = await Promise.all(
    Array.from({ length: workers }, (_, index) => startWorker(index, 1)),
  )
  try {
    await setPaused(db, false)
    return await rateSince(db, rows[0]?.at ?? new Date())
  } finally {
    await Promise.all(crew.map((worker) => worker.stop()))
  }
}

async function rateSince(db: Bench['db'], since: Date): Promise<number> {
  const end = performance.now() + GIVE_UP_MS
  while (performance.now() < end) {
    const { rows } = await sql<{ left: number; rate: number }>`
      SELECT count(*) FILTER (WHERE status IN ('queued', 'running'))::integer AS left,
        (count(*) / extract(epoch FROM max(finished_at) - min(started_at)))::float8 AS rate
      FROM job WHERE created_at >= ${since}
    `.execute(db)
    const [row] = rows
    if (row?.left === 0) return row.rate
    await wait(POLL_MS)
  }
  throw new Error(`The jobs did not end within ${GIVE_UP_MS / 1_000} s.`)
}
