/** The dependencies of the queue. */
import type { Charges } from '../credits/index.ts'
import type { Db, Signals } from '../database/index.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import type { Tracing } from '../tracing/index.ts'
import type { Sealer, TargetPolicy } from '../webhooks/index.ts'
import type { FileRecords } from './file-records.ts'
import type { Queue } from './queue.ts'

export interface JobParts {
  readonly db: Db
  /** To the other processes that do jobs, or wait for them. */
  readonly signals: Signals
  readonly store: Store
  readonly charges: Charges
  readonly queue: Queue
  readonly fileNotes: FileRecords
  readonly sealer: Sealer
  readonly settings: JobSettings
  readonly log: Log
  readonly onPoint: OnPoint
  readonly observe: Observe
  /** Absent where nothing is traced. */
  readonly tracing?: Tracing | undefined
}

export interface JobSettings {
  /** The hard stop of a conversion. */
  readonly timeoutMs: number
  readonly maxPages: number
  /** From submission to the deletion of the result. */
  readonly retentionMs: number
  /** How often old rows and files are looked for. */
  readonly sweepMs: number
  /** How long a worker may be silent before its job is given to another. */
  readonly leaseMs: number
  /** How long a submission, or the storing of a result, may take: what takes longer has died. */
  readonly abandonedMs: number
  /** Longer than a try of a webhook may take; who was killed in the middle of one has it repeated after this. */
  readonly deliveryLeaseMs: number
  /** How often workers and deliveries poll for work. */
  readonly pollMs: number
  /** Waits between the tries of a webhook. */
  readonly webhookRetrySeconds: readonly number[]
  /** A receiver that has accepted nothing for so long is switched off. */
  readonly webhookGiveUpMs: number
  readonly webhookPolicy: TargetPolicy
  readonly signatureHeader: string
}

/** Steps of a job after which tests kill the process; every job still ends correctly. */
export type Point =
  | 'upload_stored'
  | 'job_charged'
  | 'job_queued'
  | 'job_claimed'
  | 'result_stored'
  | 'job_ending'
  | 'job_ended'
  | 'webhook_due'
  | 'webhook_taken'
  | 'webhook_sent'
export type OnPoint = (point: Point) => void

/** Receives counts and times. */
export interface Observe {
  /** @param outcome `done`, the code of an error, `returned` to the queue, or `superseded`: ended meanwhile by another. */
  job(outcome: string, seconds: number): void
  /** @param seconds Time of the conversion of all of them. */
  pages(count: number, ocrPages: number, seconds: number): void
  webhook(verdict: string): void
  /** @param pass The part of the engine that failed without costing the whole document. */
  fault(pass: string): void
}

export const observeNothing: Observe = {
  job: () => {},
  pages: () => {},
  webhook: () => {},
  fault: () => {},
}

/** Jobs of an account that may wait, by tier. How many may run, and its share, are in the table `turn`. */
const queuedAtMost: Readonly<Record<string, number>> = {
  free: 20,
  essential: 500,
  scale: 5_000,
  self_hosted: 100_000,
}

export function queueLimitOf(tier: string): number {
  return queuedAtMost[tier] ?? 20
}
