/**
 * Measures accounts and the queue: requests a second, waiting times and the rate at which a backlog is processed, on
 * each available database.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { migrations, openDatabase } from '../service/src/database/index.ts'
import {
  createServerDatabase,
  type Kind,
  testDatabases,
} from '../service/src/database/testing/test-database.ts'
import {
  addAccounts,
  addWaitingJobs,
  findAccount,
} from '../service/src/jobs/testing/waiting-jobs.ts'
import { createLog } from '../service/src/log.ts'
import { type Environment, makeKey, type Server, startServer } from '../tools/service-process.ts'
import { quantilesOf } from './quantiles.ts'
import { measureSteady } from './steady.ts'

const WEB_PORT = 28_918
const WORKER_PORT = 28_919
const CONNECTIONS = 16
const READ_SECONDS = 10
/** Requests use several accounts in turn, so that no account reaches a limit. */
const ACCOUNTS = 8
const SUBMISSIONS = 800
const BACKLOG = 1_000
const LATENCIES = 40
/** Size of the long queue: accounts, jobs of each, and the jobs of one larger account. */
const CROWD = 10_000
const CROWD_JOBS = 9
const LONG = 10_000
/** Number of jobs of the long queue that are polled. */
const POLLED = 500
/** Requests a second for measuring latency instead of throughput. */
const STEADY_POLLS = 200
const STEADY_SUBMISSIONS = 50
/** Pause between jobs whose waiting time is measured, so that the worker is idle. */
const PAUSE_MS = 150

type Role = Parameters<typeof startServer>[2]

interface Bench {
  readonly environment: Environment
  /** Servers of this database, in starting order. */
  readonly servers: Server[]
  /** True if several processes can use the database. */
  readonly isShared: boolean
  /** Share of the jobs and seconds. */
  readonly share: number
}

interface Job {
  readonly id: string
  readonly status: string
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** `queue` measures requests and backlogs; `long-queue` measures requests while 100,000 jobs wait. */
type Part = 'queue' | 'long-queue'

const titles: Readonly<Record<Part, Readonly<Record<Kind, string>>>> = {
  queue: {
    pglite: 'Queue, embedded database',
    postgres: 'Queue, PostgreSQL, worker in its own process',
  },
  'long-queue': { pglite: 'Long queue, embedded database', postgres: 'Long queue, PostgreSQL' },
}

/**
 * Measures one part of the queue on one database.
 *
 * For PostgreSQL, `RECTO_TEST_DATABASE_URL` must name a server on which databases may be created.
 *
 * @param share Share of the jobs and seconds; less than 1 for a quick check.
 */
export async function measureQueue(part: Part, kind: Kind, share = 1): Promise<string> {
  if (!testDatabases.includes(kind)) return `${titles[part][kind]}: no RECTO_TEST_DATABASE_URL`
  const database = kind === 'postgres' ? await createServerDatabase() : undefined
  try {
    const lines = await onDatabase(measures[part], database?.url.href, share)
    return [titles[part][kind], ...lines].join('\n')
  } finally {
    await database?.drop()
  }
}

async function onDatabase(
  measure: (bench: Bench) => Promise<string[]>,
  url: string | undefined,
  share: number,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-queue-'))
  const environment = {
    RECTO_DATA_DIR: folder,
    // Processes with the same database need the same secret key.
    RECTO_SECRET_KEY: randomBytes(32).toString('base64'),
    ...(url !== undefined && { DATABASE_URL: url }),
  }
  const bench: Bench = { environment, servers: [], isShared: url !== undefined, share }
  try {
    return await measure(bench)
  } finally {
    await stopAll(bench)
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureShortQueue(bench: Bench): Promise<string[]> {
  const { url } = await start(bench, 'web')
  const paying = await makeKeys(bench, 'paying', ['--tier', 'scale'])
  const free = await makeKeys(bench, 'free', ['--tier', 'self_hosted'])
  const [tester = ''] = await makeKeys(bench, 'tester', ['--tier', 'self_hosted', '--test'], 1)
  const [reader = ''] = free
  return [
    ...(await measureRequests(bench, url, paying, free)),
    ...(await measureBacklogs(bench, url, paying, tester)),
    await waits(bench, url, reader),
  ]
}

/** Measures requests to read and to submit. The submitted jobs remain as the backlog that is measured next. */
async function measureRequests(
  { share }: Bench,
  url: string,
  paying: readonly string[],
  free: readonly string[],
): Promise<string[]> {
  const seconds = { duration: Math.ceil(READ_SECONDS * share) }
  const own = await Promise.all(free.map((key) => submit(url, key)))
  const polls = own.map((id, index) => get(`/v1/jobs/${id}`, free[index] ?? ''))
  const me = await load(
    url,
    paying.map((key) => get('/v1/me', key)),
    seconds,
  )
  const status = await load(url, polls, seconds)
  const submissions = paying.map((key) => submission(key))
  const submitted = await load(url, submissions, { amount: Math.ceil(SUBMISSIONS * share) })
  return [
    `GET /v1/me: ${format(me)}`,
    `GET /v1/jobs/{id}: ${format(status)}`,
    `POST /v1/convert/jobs, charged: ${format(submitted)}`,
  ]
}

async function measureBacklogs(
  bench: Bench,
  url: string,
  paying: readonly string[],
  tester: string,
): Promise<string[]> {
  await startWorkers(bench)
  const notes = await drain(url, paying)
  await stopWorkers(bench)
  await load(url, [submission(tester)], { amount: Math.ceil(BACKLOG * bench.share) })
  await startWorkers(bench)
  const tests = await drain(url, [tester])
  return [
    `Backlog of ${notes.jobs} notes: ${notes.rate.toFixed(0)} a second`,
    `Backlog of ${tests.jobs} no-op jobs: ${tests.rate.toFixed(0)} a second`,
  ]
}

/** Measures requests beside a long queue; no worker runs, so the queue keeps its length. */
async function measureLongQueue(bench: Bench): Promise<string[]> {
  await start(bench, 'web')
  const paying = await makeKeys(bench, 'paying', ['--tier', 'scale'])
  const [reader = ''] = await makeKeys(bench, 'free', ['--tier', 'self_hosted'], 1)
  await stopAll(bench)
  const crowd = Math.ceil(CROWD * bench.share)
  const long = Math.ceil(LONG * bench.share)
  const ids = await fillQueue(bench, crowd, long)
  const { url } = await start(bench, 'web')
  const polls = ids.map((id) => get(`/v1/jobs/${id}`, reader))
  const submissions = paying.map((key) => submission(key))
  const seconds = { duration: Math.ceil(READ_SECONDS * bench.share) }
  const amount = Math.ceil(SUBMISSIONS * bench.share)
  const steady = async (requests: readonly autocannon.Request[], rate: number): Promise<string> => {
    const at = quantilesOf(await measureSteady(url, requests, rate, seconds.duration))
    return `at ${rate} a second p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`
  }
  return [
    `${crowd * CROWD_JOBS + long} jobs of ${crowd + 1} accounts wait:`,
    `  GET /v1/jobs/{id} of one that waits: ${format(await load(url, polls, seconds))}; ${await steady(polls, STEADY_POLLS)}`,
    `  POST /v1/convert/jobs, charged: ${format(await load(url, submissions, { amount }))}; ${await steady(submissions, STEADY_SUBMISSIONS)}`,
  ]
}

const measures = { queue: measureShortQueue, 'long-queue': measureLongQueue } as const

/** Fills the queue. @returns Jobs of the reader from all over the queue. */
async function fillQueue({ environment }: Bench, crowd: number, long: number): Promise<string[]> {
  const { DATABASE_URL: url, RECTO_DATA_DIR: folder = '' } = environment
  const location =
    url === undefined
      ? ({ type: 'embedded', folder } as const)
      : ({ type: 'postgres', url, connections: 1 } as const)
  const { db, close } = await openDatabase(location, migrations, createLog('silent'))
  try {
    const reader = await findAccount(db, 'free0@example.org')
    await addWaitingJobs(db, await addAccounts(db, 'acc_crowd', crowd, 'free'), CROWD_JOBS)
    const ids = await addWaitingJobs(db, [reader], long)
    return ids.filter((_, index) => index % Math.ceil(long / POLLED) === 0)
  } finally {
    await close()
  }
}

async function start(bench: Bench, role: Role): Promise<Server> {
  const port = role === 'worker' ? WORKER_PORT : WEB_PORT
  const server = await startServer(port, bench.environment, role)
  bench.servers.push(server)
  return server
}

async function stopAll({ servers }: Bench): Promise<void> {
  for (const server of servers.splice(0)) await server.stop()
}

async function makeKeys(
  { environment }: Bench,
  name: string,
  options: readonly string[],
  count = ACCOUNTS,
): Promise<string[]> {
  const keys: string[] = []
  for (let index = 0; index < count; index += 1) {
    keys.push(await makeKey(environment, `${name}${index}@example.org`, options))
  }
  return keys
}

const get = (path: string, key: string): autocannon.Request => ({
  method: 'GET',
  path,
  headers: { 'x-api-key': key },
})

const boundary = 'recto-bench'
const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="note.txt"',
  'Content-Type: text/plain',
  '',
  'A short note.',
  `--${boundary}--`,
  '',
].join('\r\n')

const submission = (key: string): autocannon.Request => ({
  method: 'POST',
  path: '/v1/convert/jobs',
  headers: { 'x-api-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: form,
})

/** @throws If an answer is not 2xx: then a limit would be measured, not the service. */
async function load(
  url: string,
  requests: readonly autocannon.Request[],
  until: Pick<autocannon.Options, 'duration' | 'amount'>,
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    requests: [...requests],
    ...until,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers are no success, ${result.errors} failed.`)
  }
  return result
}

function format(result: autocannon.Result): string {
  const rate = result.requests.total / result.duration
  const { p50, p99 } = result.latency
  return `${rate.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms`
}

async function submit(url: string, key: string): Promise<string> {
  const { headers, body, path } = submission(key)
  const answer = await fetch(url + path, { method: 'POST', headers, body } as RequestInit)
  return ((await answer.json()) as { readonly job_id: string }).job_id
}

/** Only one process can open an embedded database, so without PostgreSQL the server runs the jobs itself. */
async function startWorkers(bench: Bench): Promise<void> {
  if (!bench.isShared) await stopAll(bench)
  await start(bench, bench.isShared ? 'worker' : 'all')
}

async function stopWorkers(bench: Bench): Promise<void> {
  await bench.servers.pop()?.stop()
  if (!bench.isShared) await start(bench, 'web')
}

interface Drained {
  readonly jobs: number
  /** Jobs a second, from the start of the first to the end of the last. */
  readonly rate: number
}

async function drain(url: string, keys: readonly string[]): Promise<Drained> {
  while ((await Promise.all(keys.map((key) => hasUnfinished(url, key)))).includes(true)) {
    await wait(500)
  }
  const jobs = (await Promise.all(keys.map((key) => listJobs(url, key)))).flat()
  const begins = jobs.map(({ started_at: begin }) => Date.parse(begin ?? ''))
  const ends = jobs.map(({ finished_at: end }) => Date.parse(end ?? ''))
  const seconds = (Math.max(...ends) - Math.min(...begins)) / 1_000
  return { jobs: jobs.length, rate: jobs.length / seconds }
}

/** Requests one job of each state, because a list of all jobs would take as long as running them. */
async function hasUnfinished(url: string, key: string): Promise<boolean> {
  for (const status of ['queued', 'running']) {
    const path = `/v1/jobs?limit=1&status=${status}`
    const answer = await fetch(url + path, { headers: { 'x-api-key': key } })
    const { items } = (await answer.json()) as { items: Job[] }
    if (items.length > 0) return true
  }
  return false
}

async function listJobs(url: string, key: string): Promise<Job[]> {
  const jobs: Job[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await fetch(`${url}/v1/jobs?${query}`, { headers: { 'x-api-key': key } })
    const page = (await answer.json()) as { items: Job[]; next_cursor: string | null }
    jobs.push(...page.items)
    cursor = page.next_cursor
  }
  return jobs
}

/**
 * Measures the time from accepted to running, and from submission to the answer of a waiting request, on an idle
 * service.
 */
async function waits({ share }: Bench, url: string, key: string): Promise<string> {
  const starts: number[] = []
  const whole: number[] = []
  await untilIdle(url, key)
  for (let count = 0; count < LATENCIES * share; count += 1) {
    await wait(PAUSE_MS)
    const begin = performance.now()
    const id = await submit(url, key)
    const answer = await fetch(`${url}/v1/jobs/${id}?wait=10`, { headers: { 'x-api-key': key } })
    whole.push(performance.now() - begin)
    const job = (await answer.json()) as Job
    starts.push(Date.parse(job.started_at ?? '') - Date.parse(job.created_at))
  }
  const [start, end] = [quantilesOf(starts), quantilesOf(whole)]
  return `Accepted → running, idle worker: median ${start(0.5).toFixed(0)} ms, p95 ${start(0.95).toFixed(0)} ms; submit → result known to a waiting request: median ${end(0.5).toFixed(0)} ms`
}

/** Waits until the queue is empty: a job that was submitted last has ended. */
async function untilIdle(url: string, key: string): Promise<void> {
  const id = await submit(url, key)
  for (;;) {
    const answer = await fetch(`${url}/v1/jobs/${id}?wait=10`, { headers: { 'x-api-key': key } })
    if (((await answer.json()) as Job).finished_at !== null) break
  }
}
