/** Configuration and a database → the queue in this process. */

import type { Pool } from '@recto/converter'
import type { Config } from './config.ts'
import { type Db, noSignals, type Signals } from './database/index.ts'
import {
  type Charges,
  type JobSettings,
  type Observe,
  type OnPoint,
  observeNothing,
  type RunningJobs,
  startJobs,
} from './jobs/index.ts'
import type { Log } from './log.ts'
import { openStore } from './store/index.ts'
import { createSealer, readMasterKey } from './webhooks/index.ts'

/** What the queue needs of the rest of the service. */
export interface QueueParts {
  readonly db: Db
  readonly signals?: Signals
  readonly charges: Charges
  readonly log: Log
  /** For files that last as long as a job is worked on. */
  readonly folder: string
  /** Left out where other processes do the jobs. */
  readonly pool: Pool | undefined
  readonly onPoint?: OnPoint
  readonly observe: Observe | undefined
}

/** How often work is asked for that nobody of this process has told of. */
const POLL_MS = 500
/** What takes longer to be submitted or stored has died: several times what 50 MiB take on a slow line. */
const ABANDONED_MS = 10 * 60 * 1_000
/** Twice what a try of a webhook may take. */
const DELIVERY_LEASE_MS = 30_000

export async function startQueue(config: Config, parts: QueueParts): Promise<RunningJobs> {
  const { jobs, dataFolder } = config
  const { db, charges, log, folder, pool } = parts
  const { signals = noSignals, onPoint = () => {}, observe = observeNothing } = parts
  const store = await openStore(jobs.storePlace)
  const sealer = createSealer(jobs.secretKey ?? (await readMasterKey(dataFolder)))
  return startJobs(
    { db, signals, charges, store, sealer, log, onPoint, observe, settings: settingsOf(config) },
    jobs.maxFileBytes,
    pool && { converter: pool, folder, slots: jobs.workers },
  )
}

function settingsOf({ jobs, jobTimeoutMs, publicUrl }: Config): JobSettings {
  return {
    timeoutMs: jobTimeoutMs,
    maxPages: jobs.maxPages,
    retentionMs: jobs.retentionMs,
    sweepMs: jobs.sweepMs,
    leaseMs: jobs.leaseMs,
    pollMs: POLL_MS,
    abandonedMs: ABANDONED_MS,
    deliveryLeaseMs: DELIVERY_LEASE_MS,
    webhookRetrySeconds: jobs.webhookRetrySeconds,
    webhookPolicy: { allowed: jobs.webhookAllow, own: ownHosts(publicUrl) },
    signatureHeader: jobs.signatureHeader,
  }
}

/** A webhook that calls the service itself would be a loop. */
function ownHosts(publicUrl: string | undefined): string[] {
  if (publicUrl === undefined) return []
  const { hostname, port, protocol } = new URL(publicUrl)
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}
