/** Tests signals between processes on one PostgreSQL; here two queues in one process, with separate connections. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, migrations, openDatabase } from '../database/index.ts'
import {
  createServerDatabase,
  type ServerDatabase,
  testDatabases,
} from '../database/testing/test-database.ts'
import { createFileRecords } from './file-records.ts'
import { type RunningJobs, startJobs } from './jobs.ts'
import { createQueue } from './queue.ts'
import { obedientConverter, openTestJobs, type TestJobs, until } from './testing/test-jobs.ts'

/** An interval so long that polling finds nothing during the test. */
const pollMs = 60_000
/** The longest delay of a signal on a busy machine; polling would take half a minute. */
const SOON_MS = 5_000

let server: ServerDatabase
let jobs: TestJobs
const databases: Database[] = []
const running: RunningJobs[] = []

async function start(hasWorker: boolean): Promise<RunningJobs> {
  const location = { type: 'postgres', url: server.url.href, connections: 4 } as const
  const database = await openDatabase(location, migrations, pino({ level: 'silent' }))
  databases.push(database)
  const { db, signals } = database
  const own = { db, queue: createQueue(db, jobs.charges), fileNotes: createFileRecords(db) }
  const parts = { ...jobs, ...own, signals, settings: { ...jobs.settings, pollMs } }
  const work = { converter: obedientConverter, folder: jobs.folder, slots: 2 }
  const started = startJobs(parts, 1_000_000, hasWorker ? work : undefined)
  running.push(started)
  return started
}

const isThere = testDatabases.includes('postgres')
beforeAll(async () => {
  if (!isThere) return
  server = await createServerDatabase()
  jobs = await openTestJobs('pglite')
})
afterAll(async () => {
  for (const each of running) await each.stop(0)
  for (const each of databases) await each.close()
  await jobs?.close()
  await server?.drop()
})

test.runIf(isThere)(
  'starts a job, answers a waiting request and sends a webhook without polling',
  async () => {
    const hook = createServer((request, response) => {
      request.resume()
      response.end()
    }).listen(0, '127.0.0.1')
    await once(hook, 'listening')
    // Sound: the server listens on a port, not on a pipe.
    const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
    const web = await start(false)
    await start(true)
    const { db } = web.parts
    await sql`INSERT INTO account (id, tier, anchor_on) VALUES ('acc_1', 'scale', current_date)`.execute(
      db,
    )
    // Both must be listening: the signal is repeated until the other one receives it.
    const called = once(hook, 'request')
    const { jobId } = await jobs.submitOn(web.parts, 'acc_1', { webhookUrl })
    await until(async () => {
      web.onQueued()
      await web.longPoll.forEnd(jobId, 200, new AbortController().signal)
      const { rows } =
        await sql`SELECT 1 FROM job WHERE id = ${jobId} AND finished_at IS NOT NULL`.execute(db)
      return rows.length > 0
    })
    await called
    const begin = performance.now()
    const calledAgain = once(hook, 'request')
    const second = await jobs.submitOn(web.parts, 'acc_1', { webhookUrl })
    web.onQueued()
    await web.longPoll.forEnd(second.jobId, 30_000, new AbortController().signal)
    await calledAgain
    expect(performance.now() - begin).toBeLessThan(SOON_MS)
    hook.close()
  },
)
