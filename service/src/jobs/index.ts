/** Jobs: documents that wait, are converted, and are told of. */
export { readCursor, writeCursor } from './cursor.ts'
export { startDeliverer } from './deliver.ts'
export { isJobId } from './ids.ts'
export {
  isFinal,
  type Job,
  type JobStatus,
  jobStatuses,
  pollUrlOf,
  resultUrlOf,
} from './job.ts'
export type { Charges, Db, JobParts, JobSettings, OnPoint, Payer, Point } from './parts.ts'
export {
  deleteJob,
  findNoResult,
  openResult,
  redeliverWebhook,
} from './results.ts'
export {
  countQueued,
  findJob,
  listJobs,
  queuePosition,
  readDeliveryLog,
} from './statements/index.ts'
export { SubmitRefusal, type Submitted, submitJob } from './submit.ts'
export { rescueLost, sweep } from './sweep.ts'
export { jobTables } from './tables.ts'
export { createWaiting, type Waiting } from './waiting.ts'
export { startWorker, type Worker } from './worker.ts'
