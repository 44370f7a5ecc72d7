/** A job → what is told of it. */
import { isFinal, type Job } from '../jobs/index.ts'
import type { JobResponse } from './schemas.ts'

/** @param queuePosition `null` where it was not asked for. */
export function writeJob(job: Job, queuePosition: number | null): JobResponse {
  return {
    id: job.id,
    kind: 'convert',
    status: job.status,
    result: job.result && {
      ...job.result,
      formats: [...job.result.formats],
      warnings: [...job.result.warnings],
    },
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
