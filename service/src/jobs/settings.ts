/** Derives the settings of the queue from the configuration. */
import type { Config } from '../config/index.ts'
import type { JobSettings } from './parts.ts'

/** The interval for polling changes by other processes. */
const POLL_MS = 500
/**
 * A submission or upload that takes longer belongs to a dead process: several times the duration of 50 MiB on a slow
 * line.
 */
const ABANDONED_MS = 10 * 60 * 1_000
/** Twice the longest duration of an attempt. */
const DELIVERY_LEASE_MS = 30_000

export function jobSettingsOf({ jobs, jobTimeoutMs, publicUrl }: Config): JobSettings {
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
    webhookGiveUpMs: jobs.webhookGiveUpMs,
    webhookPolicy: { allowed: jobs.webhookAllow, own: ownHosts(publicUrl) },
    signatureHeader: jobs.signatureHeader,
  }
}

/** Finds the service's own hosts: a webhook to them would be a loop. */
function ownHosts(publicUrl: string | undefined): string[] {
  if (publicUrl === undefined) return []
  const { hostname, port, protocol } = new URL(publicUrl)
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}
