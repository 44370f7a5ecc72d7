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
  /** Signals to other processes, which run jobs or wait for them. */
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
  /** Absent if tracing is off. */
  readonly tracing?: Tracing | undefined
}

export interface JobSettings {
  /** The hard stop of a conversion. */
  readonly timeoutMs: number
  readonly maxPages: number
  /** The time from submission to the deletion of the result. */
  readonly retentionMs: number
  /** The interval between sweeps for old rows and files. */
  readonly sweepMs: number
  /** A worker without a heartbeat for this long loses its jobs to others. */
  readonly leaseMs: number
  /** A submission, or the storing of a result, that takes longer belongs to a dead process. */
  readonly abandonedMs: number
  /** Longer than an attempt at a webhook may take; after this, the delivery of a killed process is repeated. */
  readonly deliveryLeaseMs: number
  /** How often workers and deliveries poll for work. */
  readonly pollMs: number
  /** Waits between the attempts of a webhook. */
  readonly webhookRetrySeconds: readonly number[]
  /** A receiver that has accepted nothing for this long is disabled. */
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
type OnPoint = (point: Point) => void

/** Receives counts and times. */
export interface Observe {
  /**
   * @param outcome `done`, the code of an error, `returned` to the queue, or `superseded`: ended by another process
   * meanwhile.
   */
  job(outcome: string, seconds: number): void
  /** @param seconds The time of the whole conversion. */
  pages(count: number, ocrPages: number, seconds: number): void
  webhook(verdict: string): void
  /** @param pass The part of the engine that failed; the document was still converted. */
  fault(pass: string): void
}

export const observeNothing: Observe = {
  job: () => {},
  pages: () => {},
  webhook: () => {},
  fault: () => {},
}

/** The most waiting jobs of an account, by tier. The table `turn` holds the number of concurrent jobs and the share. */
const queuedAtMost: Readonly<Record<string, number>> = {
  free: 20,
  essential: 500,
  scale: 5_000,
  self_hosted: 100_000,
}

export function queueLimitOf(tier: string): number {
  return queuedAtMost[tier] ?? 20
}
