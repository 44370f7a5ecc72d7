/** Worker processes beside each other: documents on a core each, then jobs that only sleep, until the queue is the limit. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeDocx } from '../../benchmarks/inputs.ts'
import { type Environment, makeKey, type Server, startServer } from '../../benchmarks/server.ts'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { credentials, startFakeS3 } from '../src/store/testing/fake-s3.ts'

const WEB_PORT = 28_950
const ACCOUNTS = 8
/** Of the document, which takes about a tenth of a second of a core. */
const PAGES = 60
/** Documents for each worker. */
const DOCUMENTS = 120
/** Of jobs with test keys, which convert nothing, in each worker: as `service/src/jobs/worker.ts` has it. */
const PLACES = 32
/** How often each place is filled. */
const ROUNDS = 2
/** Jobs that do not even sleep. */
const EMPTY_JOBS = 2_000
const EMPTY_WORKERS = [1, 2, 4] as const
/** As `service/src/jobs/simulated.ts` has it. */
const SLEEP_SECONDS = 10
const SLEEPERS = [1, 4, 16] as const
const SUBMITTERS = 8
const LOOK_MS = 200

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

interface Bench {
  readonly environment: Environment
  readonly url: string
  readonly keys: readonly string[]
  readonly testKeys: readonly string[]
  readonly database: URL
}

interface Crew {
  readonly workers: number
  readonly places: number
  /** Of each worker; any when left out. */
  readonly cores?: readonly string[]
}

/** @param share Of the jobs and workers; less only shows that it runs. */
export async function measureCores(share: number): Promise<string[]> {
  return onService((bench) => convert(bench, share))
}

/** @param share As above. */
export async function measureQueueAlone(share: number): Promise<string[]> {
  return onService(async (bench) => [
    ...(await sleep(bench, share)),
    ...(await doNothing(bench, share)),
  ])
}

async function onService(measure: (bench: Bench) => Promise<string[]>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-scaling-'))
  const database = await createServerDatabase()
  const store = await startFakeS3()
  const environment = {
    DATABASE_URL: database.url.href,
    RECTO_DATA_DIR: folder,
    RECTO_LOG_LEVEL: 'error',
    RECTO_SECRET_KEY: randomBytes(32).toString('base64'),
    RECTO_STORAGE_URL: `s3://scaling?endpoint=${store.url}&region=eu-test-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const web = await startServer(WEB_PORT, environment, 'web')
  try {
    const keys: string[] = []
    const testKeys: string[] = []
    for (let index = 0; index < ACCOUNTS; index += 1) {
      const tier = ['--tier', 'self_hosted']
      keys.push(await makeKey(environment, `own${index}@example.org`, tier))
      testKeys.push(await makeKey(environment, `own${index}@example.org`, [...tier, '--test']))
    }
    const bench = { environment, url: web.url, keys, testKeys, database: database.url }
    return await measure(bench)
  } finally {
    await web.stop()
    await store.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each worker has a core, which it shares with the database, the store and what measures. */
async function convert(bench: Bench, share: number): Promise<string[]> {
  const count = Math.ceil(DOCUMENTS * share)
  const document = makeDocx(Math.ceil(PAGES * share))
  const file = new File([new Uint8Array(document)], 'a.docx', { type: docx })
  const rates: { readonly names: string; readonly rate: number; readonly busy: number }[] = []
  const crews = [['0'], ['1'], ['0', '1']].filter((cores) =>
    cores.every((core) => Number(core) < availableParallelism()),
  )
  for (const cores of crews) {
    await submitAll(bench.url, bench.keys, file, count * cores.length)
    const drained = await drain(bench, { workers: cores.length, places: 1, cores })
    rates.push({ names: cores.join(' and '), ...drained })
  }
  const alone = rates.filter(({ names }) => names.length === 1)
  const sum = alone.reduce((total, { rate }) => total + rate, 0)
  return rates.map(({ names, rate, busy }) => {
    const part = `${((rate / sum) * 100).toFixed(0)} % of what they do alone`
    return [
      `A worker on core ${names}: ${rate.toFixed(2)} documents a second${names.length > 1 ? `, ${part}` : ''}`,
      `; ${busy.toFixed(2)} cores of the machine at work, ${(rate / busy).toFixed(2)} documents a second for each`,
    ].join('')
  })
}

/** Conversions that take no CPU: more workers than cores. */
async function sleep(bench: Bench, share: number): Promise<string[]> {
  const lines: string[] = []
  const file = new File(['A note.'], 'slow.txt', { type: 'text/plain' })
  for (const workers of new Set(SLEEPERS.map((most) => Math.ceil(most * share)))) {
    await submitAll(bench.url, bench.testKeys, file, workers * PLACES * ROUNDS)
    const { rate } = await drain(bench, { workers, places: 1 })
    const ideal = (workers * PLACES) / SLEEP_SECONDS
    lines.push(
      `${workers} workers of ${PLACES} places, jobs that sleep ${SLEEP_SECONDS} s: ${rate.toFixed(2)} a second, ${(rate / workers).toFixed(2)} for each worker: ${((rate / ideal) * 100).toFixed(0)} % of what they could do`,
    )
  }
  return lines
}

/** All that a job costs but its conversion. */
async function doNothing(bench: Bench, share: number): Promise<string[]> {
  const lines: string[] = []
  const file = new File(['A note.'], 'note.txt', { type: 'text/plain' })
  for (const workers of EMPTY_WORKERS) {
    await submitAll(bench.url, bench.testKeys, file, Math.ceil(EMPTY_JOBS * share))
    const { rate } = await drain(bench, { workers, places: 1 })
    lines.push(`${workers} workers, jobs that convert nothing: ${rate.toFixed(0)} a second`)
  }
  return lines
}

async function submitAll(
  url: string,
  keys: readonly string[],
  file: File,
  count: number,
): Promise<void> {
  let begun = 0
  const submitters = Array.from({ length: SUBMITTERS }, async () => {
    while (begun < count) {
      const key = keys[begun % keys.length] ?? ''
      begun += 1
      const body = new FormData()
      body.set('file', file)
      const init = { method: 'POST', body, headers: { 'x-api-key': key } }
      const answer = await fetch(`${url}/v1/convert/jobs`, init)
      if (!answer.ok) throw new Error(`A submission was answered with ${answer.status}.`)
    }
  })
  await Promise.all(submitters)
}

interface Drained {
  /** Jobs a second, from the first that began to the last that ended. */
  readonly rate: number
  /** Cores of the machine that were not idle, of all that runs on it. */
  readonly busy: number
}

async function drain(
  { environment, database }: Bench,
  { workers, places, cores }: Crew,
): Promise<Drained> {
  const client = new pg.Client({ connectionString: database.href })
  await client.connect()
  const crew: Server[] = []
  try {
    const { rows } = await client.query<{ at: Date }>('SELECT now() AS at')
    const starts = Array.from({ length: workers }, (_, index) => {
      const core = cores?.[index]
      const env = { ...environment, RECTO_WORKERS: String(places) }
      const options = core === undefined ? {} : { cores: core }
      return startServer(WEB_PORT + 1 + index, env, 'worker', options)
    })
    crew.push(...(await Promise.all(starts)))
    const before = readCores()
    const rate = await rateSince(client, rows[0]?.at ?? new Date())
    const after = readCores()
    const busy = (after.busy - before.busy) / (after.all - before.all)
    return { rate, busy: busy * availableParallelism() }
  } finally {
    await Promise.all(crew.map((worker) => worker.stop()))
    await client.end()
  }
}

function readCores(): { readonly busy: number; readonly all: number } {
  const times = cpus().flatMap((core) => Object.entries(core.times))
  const sum = (counts: (name: string) => boolean): number =>
    times.reduce((total, [name, ms]) => total + (counts(name) ? ms : 0), 0)
  return { busy: sum((name) => name !== 'idle'), all: sum(() => true) }
}

async function rateSince(client: pg.Client, since: Date): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ left: number; rate: number }>(
      `SELECT count(*) FILTER (WHERE status IN ('queued', 'running'))::integer AS left,
        (count(*) / extract(epoch FROM max(finished_at) - min(started_at)))::float8 AS rate
      FROM job WHERE started_at IS NULL OR started_at >= $1`,
      [since],
    )
    const [row] = rows
    if (row?.left === 0) return row.rate
    await wait(LOOK_MS)
  }
}
