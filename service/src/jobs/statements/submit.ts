/** Statements of a submission. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow } from '../../database/index.ts'
import { type StoredName, StoreError } from '../../store/index.ts'
import type { TraceLink } from '../../tracing/index.ts'
import type { JobOptions } from '../job.ts'
import { milliseconds, type Runner } from './rows.ts'

const addedRow = z.object({ kept: z.int(), waiting: z.int() })

export interface NewJob {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | undefined
  readonly isTest: boolean
  readonly filename: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  readonly options: JobOptions
  readonly sealedPassword: Uint8Array | undefined
  readonly uploadName: StoredName
  readonly retentionMs: number
  readonly webhook: { readonly url: string; readonly sealedSecret: Uint8Array } | undefined
  readonly trace: TraceLink | undefined
}

/**
 * Inserts a job and takes its upload into use.
 *
 * @returns The number of waiting jobs of its account, with this one. The count is locked until the transaction ends.
 * @throws {StoreError} if the upload was released because storing it took too long.
 */
export async function insertJob(tx: Runner, job: NewJob): Promise<number> {
  await sql`
    INSERT INTO job (id, account_id, key_id, is_test, filename, media_type, bytes, sha256, upload_name,
      options, sealed_password, expires_at, webhook_url, webhook_secret, traceparent, tracestate)
    VALUES (${job.id}, ${job.accountId}, ${job.keyId ?? null}, ${job.isTest}, ${job.filename}, ${job.mediaType},
      ${job.bytes}, ${job.sha256}, ${job.uploadName}, ${JSON.stringify(job.options)}::jsonb,
      ${job.sealedPassword ?? null}, now() + ${milliseconds(job.retentionMs)},
      ${job.webhook?.url ?? null}, ${job.webhook?.sealedSecret ?? null}, ${job.trace?.traceparent ?? null},
      ${job.trace?.tracestate ?? null})
  `.execute(tx)
  const statement = sql`
    WITH kept AS (DELETE FROM file_removal WHERE name = ${job.uploadName} RETURNING name)
    SELECT (SELECT count(*)::integer FROM kept) AS kept, coalesce((
      SELECT waiting FROM turn WHERE account_id = ${job.accountId} AND is_test = ${job.isTest}::boolean
    ), 0) AS waiting
  `
  const { kept = 0, waiting = 0 } = (await findRow(tx, addedRow, statement)) ?? {}
  if (kept === 0)
    throw new StoreError('The store took too long: the upload was deleted before the job used it.')
  return waiting
}
