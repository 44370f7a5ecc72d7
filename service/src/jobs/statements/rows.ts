/** Maps rows of the table of jobs to jobs. */
import { imageTypes } from '@recto/engine/media-types'
import { languages } from '@recto/engine/tesseract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Runner } from '../../database/index.ts'
import { parseStoredName } from '../../store/index.ts'
import { type Job, type JobOptions, type JobResult, jobStatuses, type Outputs } from '../job.ts'

export type { Runner }

/** The columns of a job, named as in its type. */
export const jobColumns: RawBuilder<unknown> = sql`
  job.id, job.account_id AS "accountId", job.status, job.attempt, job.is_test AS "isTest",
  job.filename, job.media_type AS "mediaType", job.bytes,
  coalesce(job.options, '{}') AS options, job.sealed_password AS "sealedPassword", job.upload_name AS "uploadName",
  job.result, job.outputs, job.error, job.stage, job.pages_done AS "pagesDone",
  job.pages_total AS "pagesTotal", job.created_at AS "createdAt", job.started_at AS "startedAt",
  job.finished_at AS "finishedAt", job.expires_at AS "expiresAt", job.deleted_at AS "deletedAt",
  job.upload_deleted_at AS "uploadDeletedAt", job.result_deleted_at AS "resultDeletedAt",
  (job.deleted_at IS NOT NULL OR job.expires_at <= now()) AS "isExpired",
  job.webhook_url AS "webhookUrl", job.webhook_secret AS "webhookSecret", job.traceparent, job.tracestate`

export const storedName = z.string().transform(parseStoredName)

// Before migration 0021 each text had its own file.
const output = z.object({
  name: storedName,
  start: z.int().default(0),
  bytes: z.int(),
  sha256: z.string(),
})
export const outputs = z.object({
  markdown: output,
  json: output,
  docling: output,
  document: output.exactOptional(),
  drawings: output
    .extend({ pages: z.array(z.object({ page: z.int(), bytes: z.int() })) })
    .exactOptional(),
  images: output
    .extend({ files: z.array(z.object({ mediaType: z.enum(imageTypes), bytes: z.int() })) })
    .exactOptional(),
}) satisfies z.ZodType<Outputs>

const jobResult = z.object({
  filename: z.string().exactOptional(),
  media_type: z.string(),
  pages: z.int(),
  title: z.string().exactOptional(),
  formats: z.array(z.string()),
  result_url: z.string(),
  expires_at: z.string(),
  bytes: z.object({ markdown: z.int(), json: z.int() }),
  previews: z.array(z.int()).exactOptional(),
  engine: z.object({ name: z.string(), version: z.string() }),
  duration_ms: z.int(),
  ocr_pages: z.int(),
  warnings: z.array(
    z.object({ code: z.string(), message: z.string(), page: z.int().exactOptional() }),
  ),
}) satisfies z.ZodType<JobResult>

const jobOptions = z.object({
  pages: z.string().exactOptional(),
  ocr: z.enum(['off', 'force']).exactOptional(),
  ocrLanguages: z.array(z.enum(languages)).exactOptional(),
  previews: z.literal(true).exactOptional(),
  images: z.literal(true).exactOptional(),
}) satisfies z.ZodType<JobOptions>

/** Validates a row of {@link jobColumns}. */
export const jobRow = z.object({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(jobStatuses),
  attempt: z.int(),
  isTest: z.boolean(),
  filename: z.string().nullable(),
  mediaType: z.string(),
  bytes: z.int(),
  options: jobOptions,
  sealedPassword: z.instanceof(Uint8Array).nullable(),
  uploadName: storedName.nullable(),
  result: jobResult.nullable(),
  outputs: outputs.nullable(),
  error: z.string().nullable(),
  stage: z.string().nullable(),
  pagesDone: z.int(),
  pagesTotal: z.int().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  expiresAt: z.date(),
  deletedAt: z.date().nullable(),
  uploadDeletedAt: z.date().nullable(),
  resultDeletedAt: z.date().nullable(),
  isExpired: z.boolean(),
  webhookUrl: z.string().nullable(),
  webhookSecret: z.instanceof(Uint8Array).nullable(),
  traceparent: z.string().nullable(),
  tracestate: z.string().nullable(),
}) satisfies z.ZodType<Job>

/** Returns an interval for the database to add to its own time. */
export function milliseconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000}::double precision)`
}

/** Passes a list of texts as one parameter. */
export function textArray(texts: readonly string[]): RawBuilder<unknown> {
  return sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
}
