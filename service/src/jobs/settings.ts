/** Configuration → the settings of the queue. */
import type { Config } from '../config.ts'
import type { JobSettings } from './parts.ts'

/** How often work of other processes is polled for. */
const POLL_MS = 500
/** A submission or storing that takes longer has died: several times what 50 MiB take on a slow line. */
const ABANDONED_MS = 10 * 60 * 1_000
/** Twice what a try of a webhook may take. */
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

/** A webhook that calls the service itself would be a loop. */
function ownHosts(publicUrl: string | undefined): string[] {
  if (publicUrl === undefined) return []
  const { hostname, port, protocol } = new URL(publicUrl)
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}
