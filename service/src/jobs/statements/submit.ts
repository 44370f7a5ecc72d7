/** What a submission does to the database. */
import { sql } from 'kysely'
import type { StoredName } from '../../store/index.ts'
import { milliseconds, type Runner } from './rows.ts'

export interface NewJob {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | undefined
  readonly isTest: boolean
  readonly filename: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  readonly uploadName: StoredName
  readonly retentionMs: number
  readonly webhook: { readonly url: string; readonly sealedSecret: Uint8Array } | undefined
}

export async function insertJob(runner: Runner, job: NewJob): Promise<void> {
  await sql`
    INSERT INTO job (id, account_id, key_id, is_test, filename, media_type, bytes, sha256, upload_name, expires_at,
      webhook_url, webhook_secret)
    VALUES (${job.id}, ${job.accountId}, ${job.keyId ?? null}, ${job.isTest}, ${job.filename}, ${job.mediaType},
      ${job.bytes}, ${job.sha256}, ${job.uploadName}, now() + ${milliseconds(job.retentionMs)},
      ${job.webhook?.url ?? null}, ${job.webhook?.sealedSecret ?? null})
  `.execute(runner)
}

/** Jobs of an account that wait for a worker. */
export async function countQueued(runner: Runner, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM job WHERE account_id = ${accountId} AND status = 'queued'
  `.execute(runner)
  return rows[0]?.count ?? 0
}
