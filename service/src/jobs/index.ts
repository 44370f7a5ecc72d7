/** Jobs: queued conversions, their results and their webhooks. */
export { cannedAnswer } from './canned.ts'
export { readCursor, writeCursor } from './cursor.ts'
export { engineVersion } from './engine-version.ts'
export { createFileNotes } from './file-notes.ts'
export { beginIdempotent } from './idempotency.ts'
export { isJobId } from './ids.ts'
export {
  isFinal,
  type Job,
  type JobOptions,
  type JobResult,
  type JobStatus,
  jobStatuses,
  pollUrlOf,
  resultUrlOf,
  type StoredFormat,
} from './job.ts'
export { type Jobs, type RunningJobs, startJobs } from './jobs.ts'
export {
  type JobParts,
  type Observe,
  observeNothing,
} from './parts.ts'
export { createQueue, type Queue } from './queue.ts'
export { tellDisabledReceivers } from './receivers.ts'
export {
  deleteJob,
  findNoResult,
  imagesOf,
  type NoResult,
  openDrawing,
  openResult,
  type Redelivery,
  redeliverWebhook,
} from './results.ts'
export { jobSettingsOf } from './settings.ts'
export {
  disableReceiver,
  enableReceiver,
  endDelay,
  findAnyJob,
  findJob,
  listAllDeliveries,
  listAllJobs,
  listDisabledReceivers,
  listJobs,
  type OperatorJob,
  type PlacedJob,
  readDeliveryLog,
  removeJobsOf,
  removeOldDeliveries,
  removeOldJobs,
  setPaused,
} from './statements/index.ts'
export { SubmitRefusal, type SubmitRefusalCode, submitJob } from './submit.ts'
