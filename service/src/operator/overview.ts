/** Reads the state of the instance from the database: its queue, recent failures, its accounts. */
import { sql } from 'kysely'
import { z } from 'zod'
import { accountTiers } from '../accounts/index.ts'
import { type Db, findRow, readRows } from '../database/index.ts'

const queueRow = z.object({
  queued: z.int(),
  running: z.int(),
  oldestAt: z.date().nullable(),
  succeeded: z.int(),
  failed: z.int(),
  medianMs: z.number().nullable(),
})

const failedRow = z.object({
  id: z.string(),
  account: z.string(),
  filename: z.string().nullable(),
  error: z.string().nullable(),
  finishedAt: z.date(),
})
type FailedJob = Readonly<z.output<typeof failedRow>>

const ownerRow = z.object({
  id: z.string(),
  email: z.string().nullable(),
  tier: z.enum(accountTiers),
  isSuspended: z.boolean(),
  createdAt: z.date(),
  jobs: z.int(),
})

export interface Overview {
  readonly queue: Readonly<z.output<typeof queueRow>>
  readonly failed: readonly FailedJob[]
  readonly accounts: readonly Readonly<z.output<typeof ownerRow>>[]
}

/** Limits the lists of the page; `recto accounts list` shows all. */
const MAX_ROWS = 200
const DAY = sql`interval '24 hours'`

export async function readOverview(db: Db): Promise<Overview> {
  const [queue, failed, accounts] = await Promise.all([
    readQueue(db),
    readFailed(db),
    readAccounts(db),
  ])
  return { queue, failed, accounts }
}

async function readQueue(db: Db): Promise<Overview['queue']> {
  const row = await findRow(
    db,
    queueRow,
    sql`
      SELECT
        (SELECT count(*)::integer FROM job WHERE status = 'queued') AS queued,
        (SELECT count(*)::integer FROM job WHERE status = 'running') AS running,
        (SELECT min(created_at) FROM job WHERE status = 'queued') AS "oldestAt",
        count(*) FILTER (WHERE status = 'succeeded')::integer AS succeeded,
        count(*) FILTER (WHERE status = 'failed')::integer AS failed,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at) * 1000)
          FILTER (WHERE status = 'succeeded') AS "medianMs"
      FROM job WHERE created_at > now() - ${DAY}
    `,
  )
  if (!row) throw new Error('The counts are missing.')
  return row
}

function readFailed(db: Db): Promise<readonly FailedJob[]> {
  return readRows(
    db,
    failedRow,
    sql`
      SELECT job.id, coalesce(account.email, account.id) AS account, job.filename, job.error,
        job.finished_at AS "finishedAt"
      FROM job JOIN account ON account.id = job.account_id
      WHERE job.status = 'failed' AND job.created_at > now() - interval '7 days'
      ORDER BY job.finished_at DESC LIMIT ${MAX_ROWS}::integer
    `,
  )
}

function readAccounts(db: Db): Promise<Overview['accounts']> {
  return readRows(
    db,
    ownerRow,
    sql`
      SELECT account.id, account.email, account.tier, account.suspended_at IS NOT NULL AS "isSuspended",
        account.created_at AS "createdAt",
        (SELECT count(*)::integer FROM job WHERE job.account_id = account.id) AS jobs
      FROM account ORDER BY account.created_at DESC, account.id LIMIT ${MAX_ROWS}::integer
    `,
  )
}
