/** Rows of the table of jobs ↔ jobs. */
import { type RawBuilder, sql } from 'kysely'
import type { Runner } from '../../database/index.ts'

export type { Runner }

/** All of a job, under the names of its type. */
export const jobColumns: RawBuilder<unknown> = sql`
  job.id, job.account_id AS "accountId", job.status, job.attempt, job.is_test AS "isTest",
  job.filename, job.media_type AS "mediaType", job.bytes, job.upload_name AS "uploadName",
  job.result, job.outputs, job.error, job.stage, job.pages_done AS "pagesDone",
  job.pages_total AS "pagesTotal", job.created_at AS "createdAt", job.started_at AS "startedAt",
  job.finished_at AS "finishedAt", job.expires_at AS "expiresAt", job.deleted_at AS "deletedAt",
  job.upload_deleted_at AS "uploadDeletedAt", job.result_deleted_at AS "resultDeletedAt",
  (job.deleted_at IS NOT NULL OR job.expires_at <= now()) AS "isExpired",
  job.webhook_url AS "webhookUrl", job.webhook_secret AS "webhookSecret"`

/** So many milliseconds, for the database to add to its own time. */
export function milliseconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000}::double precision)`
}

/** A list of texts as one parameter. */
export function textArray(texts: readonly string[]): RawBuilder<unknown> {
  return sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
}
