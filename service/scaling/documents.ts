/**
 * Measures documents a second with 1, 2, 4 and 6 workers that have a fifth of a core each.
 *
 * On a machine with two cores, unlimited workers would compete with the database, the store and this program. With a
 * fixed capacity, only the last workers use up the cores; any loss before is that of the shared database and queue.
 */
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeDocx } from '../../benchmarks/inputs.ts'
import type { Server } from '../../tools/service-process.ts'
import { type CoreGroup, createCoreGroup } from './core-share.ts'
import { type Bench, onService } from './service.ts'

const CREWS = [1, 2, 4, 6] as const
/** Cores per worker. */
const CAPACITY = 0.2
/** Pages of the document, which takes about 50 ms of CPU. */
const PAGES = 20
/** Documents that a worker converts before it is limited and measured, so that its code is compiled. */
const WARM_DOCUMENTS = 15
const WINDOW_MS = 15_000
/** Waiting documents per worker before a window, more than it converts in the window. */
const WAITING_DOCUMENTS = 75
/** Fewer documents in a window give no rate: one more or less would change it by a tenth. */
const MIN_DOCUMENTS = 10
const POLL_MS = 200

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

interface Crew {
  readonly servers: Server[]
  readonly groups: CoreGroup[]
}

interface Measured {
  readonly workers: number
  /** Documents that all workers converted in the window. */
  readonly documents: number
  readonly seconds: number
  /** Busy cores of the machine, including other programs. */
  readonly busyCores: number
  /** Least share of the periods in which a worker used up its capacity. */
  readonly waitingShare: number
}

/** @param share Share of the documents and of the time; less than 1 for a quick check. */
export async function measureDocuments(share: number): Promise<string[]> {
  return onService(async (bench) => {
    const crew: Crew = { servers: [], groups: [] }
    const lines: string[] = []
    let one: Measured | undefined
    try {
      for (const workers of CREWS) {
        const isGrown = await grow(bench, crew, workers, share)
        if (!isGrown) return ['Control groups cannot be created, so this part is skipped.']
        const measured = await measureWindow(bench, crew, WINDOW_MS * share)
        one ??= measured
        lines.push(toLine(measured, one))
        process.stderr.write(`${lines.at(-1)}\n`)
      }
      return lines
    } finally {
      await Promise.all(crew.groups.map((group) => group.limit(undefined)))
      await Promise.all(crew.servers.map((server) => server.stop()))
      await Promise.all(crew.groups.map((group) => group.close()))
    }
  })
}

/** Adds workers and documents, and limits new workers when they are warm. @returns False without control groups. */
async function grow(bench: Bench, crew: Crew, workers: number, share: number): Promise<boolean> {
  const file = new File([new Uint8Array(makeDocx(PAGES))], 'a.docx', { type: docx })
  const warm = Math.ceil(WARM_DOCUMENTS * share)
  const fill = async (each: number): Promise<void> =>
    bench.submit(file, Math.max(0, each * workers - (await countWaiting(bench))), false)
  while (crew.servers.length < workers) {
    const index = crew.servers.length
    const group = await createCoreGroup(`recto-scaling-${index}`)
    if (!group) return false
    crew.groups.push(group)
    crew.servers.push(await bench.startWorker(index, 1, group.joinPath))
  }
  const isWarm = ({ count }: { readonly count: number }): boolean => count >= warm
  while ((await countDone(bench)).filter(isWarm).length < workers) {
    // Warm workers may take documents that were meant for new ones.
    await fill(warm)
    await wait(POLL_MS)
  }
  await fill(Math.ceil(WAITING_DOCUMENTS * share))
  await Promise.all(crew.groups.map((group) => group.limit(CAPACITY)))
  return true
}

async function measureWindow(bench: Bench, crew: Crew, windowMs: number): Promise<Measured> {
  const count = async (): Promise<number> =>
    (await countDone(bench)).reduce((sum, worker) => sum + worker.count, 0)
  const [first, idleBefore, begin] = [await count(), idleMs(), performance.now()]
  await wait(windowMs)
  const [last, idleAfter, ms] = [await count(), idleMs(), performance.now() - begin]
  const waiting = await Promise.all(crew.groups.map((group) => group.waitingShare()))
  return {
    workers: crew.servers.length,
    documents: last - first,
    seconds: ms / 1_000,
    busyCores: availableParallelism() - (idleAfter - idleBefore) / ms,
    waitingShare: Math.min(...waiting),
  }
}

async function countWaiting({ db }: Bench): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM job WHERE status = 'queued'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the number of finished documents of each worker that has finished any. */
async function countDone({ db }: Bench): Promise<readonly { readonly count: number }[]> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM job WHERE status = 'succeeded' GROUP BY worker
  `.execute(db)
  return rows
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

function rateOf({ documents, seconds }: Measured): number {
  return documents / seconds
}

function toLine(measured: Measured, one: Measured): string {
  const { workers, documents, seconds, busyCores, waitingShare } = measured
  const crew = `${workers} ${workers === 1 ? 'worker' : 'workers'} of ${CAPACITY} cores`
  if (Math.min(documents, one.documents) < MIN_DOCUMENTS) {
    return `${crew}: ${seconds.toFixed(2)} s are too short for a rate (documents: ${documents})`
  }
  const each = rateOf(measured) / workers
  return [
    `${crew}: ${rateOf(measured).toFixed(2)} documents a second`,
    `${each.toFixed(2)} for each worker, ${((each / rateOf(one)) * 100).toFixed(0)} % of one alone`,
    `${busyCores.toFixed(2)} cores of the machine at work; each worker waited for its capacity in ${(waitingShare * 100).toFixed(0)} % of all periods`,
  ].join('; ')
}
