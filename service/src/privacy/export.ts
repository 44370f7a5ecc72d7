/** Exports all data of an account as one JSON document (GDPR, articles 15 and 20). */
import { type Account, listAudit, listKeys, listSessions } from '../accounts/index.ts'
import { listUsage } from '../credits/index.ts'
import type { Db } from '../database/index.ts'
import { type Job, listJobs, resultUrlOf } from '../jobs/index.ts'

/** Rows to read at a time: an account may have a million. */
const PAGE = 500

/**
 * Writes the document in parts, so that large accounts need little memory.
 *
 * It contains no secrets: keys are stored as hashes. Results of jobs are fetched from their `result_url`.
 */
export async function* writeExport(db: Db, account: Account): AsyncGenerator<string> {
  const keys = await listKeys(db, account.id)
  const sessions = await listSessions(db, account.id)
  const head = {
    exported_at: new Date().toISOString(),
    account: {
      id: account.id,
      email: account.email,
      tier: account.tier,
      is_suspended: account.isSuspended,
      customer_id: account.customerId,
      created_at: account.createdAt.toISOString(),
    },
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      key: `${key.prefix}…${key.lastFour}`,
      is_test: key.isTest,
      spend_cap: key.spendCap,
      features: key.features,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
    })),
    sessions: sessions.map(({ createdAt, expiresAt }) => ({
      created_at: createdAt,
      expires_at: expiresAt,
    })),
  }
  yield JSON.stringify(head, undefined, 1).slice(0, -2)
  yield* writeList('history', pagesOfHistory(db, account.id))
  yield* writeList('usage', pagesOfUsage(db, account.id))
  yield* writeList('jobs', pagesOfJobs(db, account.id))
  yield '\n}\n'
}

async function* writeList(
  name: string,
  pages: AsyncGenerator<readonly object[]>,
): AsyncGenerator<string> {
  yield `,\n "${name}": [`
  let isFirst = true
  for await (const page of pages) {
    for (const item of page) {
      yield `${isFirst ? '' : ','}\n  ${JSON.stringify(item)}`
      isFirst = false
    }
  }
  yield isFirst ? ']' : '\n ]'
}

async function* pagesOfHistory(db: Db, accountId: string): AsyncGenerator<readonly object[]> {
  let after = '0'
  while (true) {
    const entries = await listAudit(db, accountId, { limit: PAGE, after })
    yield entries.map(({ action, details, createdAt }) => ({
      action,
      details,
      created_at: createdAt,
    }))
    after = entries.at(-1)?.id ?? after
    if (entries.length < PAGE) return
  }
}

async function* pagesOfUsage(db: Db, accountId: string): AsyncGenerator<readonly object[]> {
  let before: string | undefined
  while (true) {
    const entries = await listUsage(db, accountId, { limit: PAGE, before })
    yield entries.map(({ amount, reason, jobId, createdAt }) => ({
      amount,
      reason,
      job_id: jobId,
      created_at: createdAt,
    }))
    before = entries.at(-1)?.id
    if (entries.length < PAGE) return
  }
}

async function* pagesOfJobs(db: Db, accountId: string): AsyncGenerator<readonly object[]> {
  let after: Job | undefined
  while (true) {
    const jobs = await listJobs(db, { accountId, limit: PAGE, after, status: undefined })
    yield jobs.map(writeJob)
    after = jobs.at(-1)
    if (jobs.length < PAGE) return
  }
}

function writeJob(job: Job): object {
  return {
    id: job.id,
    status: job.status,
    filename: job.filename,
    media_type: job.mediaType,
    bytes: job.bytes,
    error: job.error,
    webhook_url: job.webhookUrl,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    upload_deleted_at: job.uploadDeletedAt,
    result_deleted_at: job.resultDeletedAt,
    result: job.result,
    result_url: job.outputs && !job.isExpired ? resultUrlOf(job.id) : null,
  }
}
