/**
 * A typed client of the HTTP API without dependencies, for Node 20 and newer, browsers, Deno, Bun and edge runtimes.
 */
export type { DocumentInput, DocumentOptions } from './document.ts'
export { RectoError } from './errors.ts'
export type {
  CallOptions,
  Jobs,
  ListOptions,
  ResultOptions,
  SubmitOptions,
  WaitOptions,
} from './jobs.ts'
export { type Converted, type ConvertOptions, Recto, type RectoOptions } from './recto.ts'
export type { Account, Job, JobStatus, SubmittedJob } from './types.ts'
export { type VerifyOptions, verifyWebhook, type WebhookEvent } from './webhook.ts'
