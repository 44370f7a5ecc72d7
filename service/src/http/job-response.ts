/** Writes a job as JSON for the API. */
import { z } from 'zod'
import { isFinal, type Job, type JobResult } from '../jobs/index.ts'
import { namedSchemas } from './schemas.ts'

const time = z.iso.datetime().nullable()

const resultSchema = z
  .object({
    filename: z.string().exactOptional().describe('Name of the source file; kept for 30 days.'),
    media_type: z.string(),
    pages: z.int().describe('Pages, slides or sheets; 0 for formats without.'),
    title: z.string().exactOptional().describe('Title of the document, if it has one.'),
    formats: z.array(z.string()).describe('Valid values for the `format` of the result.'),
    result_url: z.string(),
    expires_at: z.iso.datetime().describe('Time at which the result is deleted.'),
    bytes: z.object({ markdown: z.int(), json: z.int() }),
    previews: z
      .array(z.int())
      .exactOptional()
      .describe('Pages with a stored image, if images were requested.'),
    engine: z.object({ name: z.string(), version: z.string() }),
    duration_ms: z.int(),
    ocr_pages: z.int().describe('Number of pages whose text was recognised from their picture.'),
    warnings: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          page: z.int().exactOptional().describe('Page, slide or sheet.'),
        }),
      )
      .describe('Lost or guessed content; at most a hundred warnings.'),
  })
  .describe('Summary of the result. Fields may be added.')
  .register(namedSchemas, { id: 'JobResult' })

export const jobSchema = z
  .object({
    id: z.string(),
    kind: z.string().describe('`convert`. More may come.'),
    status: z.string().describe('`queued`, `running`, and at the end `succeeded` or `failed`.'),
    result: resultSchema.nullable().describe('null until the job has succeeded.'),
    error: z
      .string()
      .nullish()
      .describe(
        '`code: sentence`, with the codes conversion_failed, password_protected, timeout, too_many_pages, cancelled, internal. More may come.',
      ),
    created_at: time.optional(),
    started_at: time.optional(),
    finished_at: time.optional(),
    progress: z
      .object({
        stage: z.string(),
        pages_done: z.int(),
        pages_total: z.int().nullable().describe('null until it is known.'),
        queue_position: z
          .int()
          .nullable()
          .describe('Position of a waiting job, from 1; null in lists and once the job runs.'),
      })
      .exactOptional(),
    deletion: z
      .object({ upload_deleted_at: time, result_deleted_at: time })
      .describe('Times at which the document and its result were deleted.')
      .exactOptional(),
  })
  .register(namedSchemas, { id: 'JobResponse' })

/** @param queuePosition `null` if it was not requested. */
export function writeJob(job: Job, queuePosition: number | null): z.output<typeof jobSchema> {
  return {
    id: job.id,
    kind: 'convert',
    status: job.status,
    result: job.result && writeResult(job.result),
    error: job.error,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    progress: {
      stage: isFinal(job) || job.status === 'queued' ? job.status : (job.stage ?? 'starting'),
      pages_done: job.pagesDone,
      pages_total: job.pagesTotal,
      queue_position: queuePosition,
    },
    deletion: {
      upload_deleted_at: job.uploadDeletedAt?.toISOString() ?? null,
      result_deleted_at: job.resultDeletedAt?.toISOString() ?? null,
    },
  }
}

function writeResult({ previews, ...result }: JobResult): z.output<typeof resultSchema> {
  return {
    ...result,
    formats: [...result.formats],
    warnings: [...result.warnings],
    ...(previews && { previews: [...previews] }),
  }
}
