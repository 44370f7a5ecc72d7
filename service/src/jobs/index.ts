/** Queued conversions, their results and their webhooks. */

export { readCursor, writeCursor } from './cursor.ts'
export { engineVersion } from './engine-version.ts'
export { createFileRecords } from './file-records.ts'
export { beginIdempotent } from './idempotency.ts'
export { isJobId } from './ids.ts'
export {
  isFinal,
  type Job,
  type JobOptions,
  type JobResult,
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
export { announceDisabledReceivers } from './receivers.ts'
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
export { simulatedAnswer } from './simulated.ts'
export {
  disableReceiver,
  enableReceiver,
  endDelay,
  findAnyJob,
  findJob,
  type JobWithPosition,
  listAllDeliveries,
  listAllJobs,
  listDisabledReceivers,
  listJobs,
  type OperatorJob,
  readDeliveryLog,
  removeJobsOf,
  removeOldDeliveries,
  removeOldJobs,
  setPaused,
} from './statements/index.ts'
export { SubmitRefusal, type SubmitRefusalCode, submitJob } from './submit.ts'
