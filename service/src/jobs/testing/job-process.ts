/** Runs jobs in a child process that tests can kill; prints its steps line by line. */
import { sql } from 'kysely'
import '../../../../converter/src/testing/live-with-parent.ts'
import { startJobs } from '../jobs.ts'
import type { Point } from '../parts.ts'
import { SubmitRefusal } from '../submit.ts'
import { obedientConverter, openJobsOn } from './test-jobs.ts'

interface Orders {
  readonly folder: string
  /** The address of a PostgreSQL database; an embedded one in the folder when left out. */
  readonly database?: string
  /** The step after which the process kills itself, like a machine that loses power. */
  readonly dieAt?: Point
  /** A document to submit, with a webhook. */
  readonly submit?: { readonly text: string; readonly webhookUrl: string; readonly key: string }
  readonly withWorker: boolean
}

// Sound: only the tests start this.
const orders = JSON.parse(process.argv[2] ?? '') as Orders
const { dieAt, submit } = orders

const jobs = await openJobsOn(orders.folder, orders.database, (point) => {
  if (point === dieAt) process.kill(process.pid, 'SIGKILL')
})
const { rows } = await sql`SELECT id FROM account`.execute(jobs.db)
if (rows.length === 0) await jobs.addAccount('acc_1')
const converter = { converter: obedientConverter, folder: orders.folder, slots: 1 }
const running = startJobs(jobs, 1_000_000, orders.withWorker ? converter : undefined)
if (submit) void submitUntilTaken(submit)
process.stdin.on('data', async (order) => {
  if (String(order).startsWith('report')) {
    process.stdout.write(`${JSON.stringify(await jobs.report())}\n`)
    return
  }
  await running.stop(0)
  await jobs.close()
  process.exit()
})

/** Submits like a client without an answer: repeats the request with the same key. */
async function submitUntilTaken({
  text,
  webhookUrl,
  key: idempotencyKey,
}: NonNullable<Orders['submit']>): Promise<void> {
  for (;;) {
    try {
      await jobs.submit('acc_1', { text, webhookUrl, idempotencyKey })
      return running.onQueued()
    } catch (error) {
      if (!(error instanceof SubmitRefusal)) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
