/** Tests processes that are killed at each step of a job: every job still reaches its one correct end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createServerDatabase,
  fillDataFolder,
  testDatabases,
} from '../database/testing/test-database.ts'
import type { Point } from './parts.ts'
import { type Report, until } from './testing/test-jobs.ts'

let server: Server
let webhookUrl = ''
/** Ids and bodies of the received webhooks, by path. */
const received = new Map<string, { readonly id: string; readonly body: string }[]>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
    const all = received.get(request.url ?? '') ?? []
    received.set(request.url ?? '', [...all, { id: String(request.headers['webhook-id']), body }])
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: the server listens on a port, not on a pipe.
  webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Running children; a failed test leaves them running. */
const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

function start(orders: object): ChildProcess {
  const script = join(import.meta.dirname, 'testing', 'job-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  return child
}

interface Asked {
  report(): Promise<Report>
  stop(): Promise<void>
}

function ask(child: ChildProcess): Asked {
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('The process was started without pipes.')
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return {
    report: async () => {
      stdin.write('report\n')
      // Sound: the process writes this type.
      return JSON.parse(String((await lines.next()).value)) as Report
    },
    stop: async () => {
      stdin.write('stop\n')
      await once(child, 'exit')
    },
  }
}

/** Returns true if job, files and deliveries are complete after a process was killed. */
function isComplete({ jobs, files, removals, deliveries }: Report, end: string): boolean {
  const results = end === 'succeeded' ? 1 : 0
  return (
    jobs.every(({ status }) => status === end) &&
    files.length === results &&
    removals === 0 &&
    deliveries.every(({ status }) => status === 'delivered') &&
    deliveries.length === 1
  )
}

const documents = {
  succeeded: { text: 'a document', ledger: [100, -10] },
  failed: { text: 'fail conversion_failed', ledger: [100, -10, 10] },
} as const

const cases: readonly (readonly [dieAt: Point, end: keyof typeof documents])[] = [
  ['upload_stored', 'succeeded'],
  ['job_charged', 'failed'],
  ['job_queued', 'succeeded'],
  ['job_claimed', 'failed'],
  ['result_stored', 'succeeded'],
  ['job_ending', 'succeeded'],
  ['job_ending', 'failed'],
  ['job_ended', 'succeeded'],
  ['job_ended', 'failed'],
  ['webhook_taken', 'succeeded'],
  ['webhook_sent', 'failed'],
]

/** Each takes seconds, because an embedded database starts twice. RECTO_TEST_ALL=1 runs all of them. */
const quick: ReadonlySet<Point> = new Set(['job_charged', 'result_stored', 'webhook_sent'])
const isAll = process.env['RECTO_TEST_ALL'] === '1'

describe.each(testDatabases)('in %s, killed', (kind) => {
  const isQuick = kind === 'pglite' && !isAll
  test.each(cases.filter(([dieAt]) => !isQuick || quick.has(dieAt)))(
    'reaches the right end after %s, with a document that is %s',
    async (dieAt, end) => {
      const folder = await mkdtemp(join(tmpdir(), 'recto-killed-test-'))
      const database = kind === 'postgres' ? await createServerDatabase() : undefined
      if (!database) await fillDataFolder(join(folder, 'db'))
      const path = `/${kind}-${dieAt}-${end}`
      const { text, ledger } = documents[end]
      const submit = { text, webhookUrl: `${webhookUrl}${path}`, key: 'once' }
      const orders = { folder, submit, ...(database && { database: database.url.href }) }

      const first = start({ ...orders, dieAt, withWorker: true })
      const [, signal] = await once(first, 'exit')
      expect(signal).toBe('SIGKILL')

      // A client without an answer repeats its request; a client with one gets the same job again.
      const second = ask(start({ ...orders, withWorker: true }))
      await until(async () => isComplete(await second.report(), end), 60_000)
      const report = await second.report()
      await second.stop()
      expect(report.jobs).toHaveLength(1)
      expect([report.ledger, report.balance]).toEqual([ledger, ledger.reduce((a, b) => a + b, 0)])
      const webhooks = received.get(path) ?? []
      // A webhook that was sent but not recorded is sent again under the same id.
      expect(webhooks).toHaveLength(dieAt === 'webhook_sent' ? 2 : 1)
      expect(new Set(webhooks.map(({ id }) => id)).size).toBe(1)
      expect(new Set(webhooks.map(({ body }) => body)).size).toBe(1)
      await database?.drop()
      await rm(folder, { recursive: true })
    },
    180_000,
  )
})
