/** Jobs for tests: a separate database, a folder for files, accounts with credits, and a scripted converter. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConversionFailure, type FailureCode } from '@recto/converter'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type Charges, createCredits } from '../../credits/index.ts'
import {
  type DatabaseLocation,
  type Db,
  migrations,
  noSignals,
  openDatabase,
} from '../../database/index.ts'
import { type Kind, openTestDatabase } from '../../database/testing/test-database.ts'
import { openStore } from '../../store/index.ts'
import { createSealer } from '../../webhooks/index.ts'
import { createFileRecords } from '../file-records.ts'
import type { Job } from '../job.ts'
import { type JobParts, type JobSettings, observeNothing, type Point } from '../parts.ts'
import { createQueue, type Queue } from '../queue.ts'
import type { Converter } from '../run-job.ts'
import { findJob } from '../statements/index.ts'
import { type Submission, type Submitted, submitJob } from '../submit.ts'
import { startWorker, type Worker } from '../worker.ts'

export interface TestJobs extends JobParts {
  readonly folder: string
  addAccount(id: string, tier?: string, credits?: number): Promise<void>
  /** Makes an account with a unique name and, by default, 100 credits. */
  newAccount(tier?: string, credits?: number): Promise<string>
  getJob(accountId: string, id: string): Promise<Job>
  /** Waits for the end of a job. */
  ended(accountId: string, id: string): Promise<Job>
  /** Starts a worker, by default with {@link obedientConverter}. */
  work(more?: Partial<JobParts>, converter?: Converter): Worker
  /** Stops the workers and ends the remaining jobs and deliveries, so that tests do not affect each other. */
  reset(): Promise<void>
  submit(
    accountId: string,
    more?: Partial<Submission> & { readonly text?: string },
  ): Promise<Submitted>
  /** Submits on the given parts. */
  submitOn(
    parts: JobParts,
    accountId: string,
    more?: Partial<Submission> & { readonly text?: string },
  ): Promise<Submitted>
  balance(accountId: string): Promise<number>
  ledger(accountId: string): Promise<readonly number[]>
  statusOf(id: string): Promise<string>
  /** Lists the names of all files in the store. */
  files(): Promise<string[]>
  /** Reads the state that tests of killed processes inspect. */
  report(): Promise<Report>
  close(): Promise<void>
}

export interface Report {
  readonly jobs: readonly {
    readonly id: string
    readonly status: string
    readonly error: string | null
  }[]
  readonly ledger: readonly number[]
  readonly balance: number
  readonly files: readonly string[]
  readonly removals: number
  readonly deliveries: readonly { readonly status: string }[]
}

export const testSettings: JobSettings = {
  timeoutMs: 5_000,
  maxPages: 200,
  retentionMs: 60_000,
  sweepMs: 60_000,
  leaseMs: 60_000,
  pollMs: 20,
  abandonedMs: 60_000,
  deliveryLeaseMs: 30_000,
  webhookRetrySeconds: [0.05, 0.1],
  webhookGiveUpMs: 3_600_000,
  webhookPolicy: { allowed: ['127.0.0.1:*'], own: [] },
  signatureHeader: 'X-Service-Signature',
}

export async function openTestJobs(
  kind: Kind = 'pglite',
  settings: Partial<JobSettings> = {},
): Promise<TestJobs> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-jobs-test-'))
  const database = await openTestDatabase(kind)
  const jobs = await makeJobs(database.db, folder, settings)
  return {
    ...jobs,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Opens jobs on a database or folder that outlives the process. */
export async function openJobsOn(
  folder: string,
  url: string | undefined,
  onPoint: (point: Point) => void,
): Promise<TestJobs> {
  const location: DatabaseLocation =
    url === undefined
      ? { type: 'embedded', folder: join(folder, 'db') }
      : { type: 'postgres', url, connections: 5 }
  const { db, close } = await openDatabase(location, migrations, pino({ level: 'silent' }))
  // Several times the durations that they bound, because a machine that runs tests is busy.
  const settings = { leaseMs: 4_000, sweepMs: 300, abandonedMs: 8_000, deliveryLeaseMs: 2_000 }
  return { ...(await makeJobs(db, folder, settings, onPoint)), close }
}

async function makeJobs(
  db: Db,
  folder: string,
  settings: Partial<JobSettings>,
  onPoint: (point: Point) => void = () => {},
): Promise<TestJobs> {
  const { charges } = createCredits(db)
  const parts: JobParts = {
    db,
    signals: noSignals,
    queue: await openQueue(db, charges),
    fileNotes: createFileRecords(db),
    store: await openStore({ type: 'folder', folder: join(folder, 'files') }),
    charges,
    sealer: createSealer([Buffer.alloc(32, 'test')]),
    settings: { ...testSettings, ...settings },
    log: pino({ level: 'silent' }),
    onPoint,
    observe: observeNothing,
  }
  const balance = async (id: string): Promise<number> =>
    (await readLedger(db, id)).reduce((sum, amount) => sum + amount, 0)
  const workers: Worker[] = []
  let accounts = 0
  const getJob = async (accountId: string, id: string): Promise<Job> => {
    const job = await findJob(db, accountId, id)
    if (!job) throw new Error('There is no such job.')
    return job
  }
  return {
    ...parts,
    folder,
    newAccount: async (tier = 'free', credits = 100) => {
      accounts += 1
      await addAccount(db, `acc_${accounts}`, tier, credits)
      return `acc_${accounts}`
    },
    getJob,
    ended: async (accountId, id) => {
      await until(async () => (await getJob(accountId, id)).finishedAt !== null)
      return getJob(accountId, id)
    },
    work: (more = {}, converter = obedientConverter) => {
      const tools = { converter, folder, name: 'w', slots: 2 }
      const worker = startWorker({ ...parts, ...more }, tools)
      workers.push(worker)
      return worker
    },
    reset: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop(0)))
      await sql`UPDATE job SET status = 'failed', error = 'x: x', finished_at = now()
        WHERE status IN ('queued', 'running')`.execute(db)
      await sql`UPDATE delivery SET status = 'failed'`.execute(db)
    },
    addAccount: (id, tier = 'free', credits = 100) => addAccount(db, id, tier, credits),
    submit: (accountId, more = {}) => submitText(parts, folder, accountId, more),
    submitOn: (own, accountId, more = {}) => submitText(own, folder, accountId, more),
    balance,
    ledger: (id) => readLedger(db, id),
    statusOf: (id) => readStatus(db, id),
    files: () => listFiles(folder),
    report: () => readReport(db, folder),
    close: () => db.destroy(),
  }
}

/**
 * Opens the service's queue, or the module named by RECTO_TEST_QUEUE with its own `createQueue`: all tests of jobs then
 * check that one.
 */
async function openQueue(db: Db, charges: Charges): Promise<Queue> {
  const path = process.env['RECTO_TEST_QUEUE']
  if (path === undefined) return createQueue(db, charges)
  // Sound: the variable names a module with this export.
  const other = (await import(path)) as { readonly createQueue: typeof createQueue }
  return other.createQueue(db, charges)
}

async function readStatus(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ status: string; error: string | null }>`
    SELECT status, error FROM job WHERE id = ${id}`.execute(db)
  return [rows[0]?.status, rows[0]?.error?.split(':')[0]].filter(Boolean).join(' ')
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return found.filter((each) => each.isFile()).map(({ name }) => name)
}

async function readReport(db: Db, folder: string): Promise<Report> {
  const all = await sql<Report['jobs'][number]>`SELECT id, status, error FROM job`.execute(db)
  const deliveries = await sql<{ status: string }>`SELECT status FROM delivery`.execute(db)
  const removals = await sql`SELECT name FROM file_removal`.execute(db)
  const { rows } = await sql<{ balance: number }>`SELECT balance FROM balance`.execute(db)
  return {
    jobs: all.rows,
    ledger: await readLedger(db, 'acc_1'),
    balance: rows[0]?.balance ?? 0,
    files: await listFiles(folder),
    removals: removals.rows.length,
    deliveries: deliveries.rows,
  }
}

/** Adds an account with the given credits, whatever its plan grants. */
async function addAccount(db: Db, id: string, tier: string, credits: number): Promise<void> {
  await sql`INSERT INTO account (id, tier, anchor_on) VALUES (${id}, ${tier}, current_date)`.execute(
    db,
  )
  await sql`INSERT INTO balance (account_id, balance, granted, period_start, period_end)
    VALUES (${id}, ${credits}, ${credits}, current_date, current_date + 28)`.execute(db)
  await sql`INSERT INTO ledger (account_id, amount, reason, ref)
    VALUES (${id}, ${credits}, 'grant', ${id})`.execute(db)
}

async function readLedger(db: Db, id: string): Promise<readonly number[]> {
  const { rows } = await sql<{ amount: number }>`
    SELECT amount FROM ledger WHERE account_id = ${id} ORDER BY id`.execute(db)
  return rows.map(({ amount }) => amount)
}

async function submitText(
  parts: JobParts,
  folder: string,
  accountId: string,
  { text = 'Hello', ...more }: Partial<Submission> & { readonly text?: string },
): Promise<Submitted> {
  const path = join(folder, `upload-${Math.random()}`)
  await writeFile(path, text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const bytes = Buffer.byteLength(text)
  const file = { path, filename: 'a.txt', mediaType: 'text/plain', bytes, sha256 }
  const payer = { accountId, keyId: undefined, tier: 'free' }
  return submitJob(parts, {
    payer,
    isTest: false,
    file,
    webhookUrl: undefined,
    idempotencyKey: undefined,
    ...more,
  }).finally(() => rm(path))
}

/** Converts at once, or follows the command in the document's text: `fail CODE`, `hang`, `wait MS`. */
export const obedientConverter: Converter = {
  convert: async ({ inputPath, outputs, filename }, { deadlineMs, signal, onProgress }) => {
    if ('drawings' in outputs) throw new Error('It draws nothing.')
    const { readFile } = await import('node:fs/promises')
    const text = await readFile(inputPath, 'utf8')
    const [order, argument = ''] = text.split(' ')
    if (order === 'fail') {
      // Sound: the tests use valid codes.
      throw new ConversionFailure(argument as FailureCode, `It failed with ${argument}.`)
    }
    onProgress({ stage: 'pages', pagesDone: 1, pagesTotal: 2 })
    if (order === 'hang')
      await waitFor(deadlineMs, signal).then(() => {
        throw new ConversionFailure('timeout', 'It took too long.')
      })
    if (order === 'wait') await waitFor(Number(argument), signal)
    await writeFile(outputs.markdown, `# ${text}\n`)
    await writeFile(outputs.json, JSON.stringify({ name: filename, pages: [] }))
    await writeFile(outputs.docling, JSON.stringify({ name: filename, pages: {} }))
    await writeFile(outputs.document, '')
    return { format: 'text', pages: 2, title: text, warnings: [], bytes: {} }
  },
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const onAbort = (): void => reject(new ConversionFailure('cancelled', 'It was cancelled.'))
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  await promise.finally(() => clearTimeout(timer))
}

/** Waits until a condition holds; fails after some seconds. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It was not so in ${ms} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
