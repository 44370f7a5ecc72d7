/** Returns jobs of lost workers to the queue, or ends them. */
import { failJob } from './complete-job.ts'
import type { JobParts } from './parts.ts'

/** The most jobs to recover at a time. */
const MOST = 500
/** One lost worker may be an accident; after a second one, the job itself is the likely cause. */
const MAX_LOSSES = 1

/**
 * Gives the jobs of lost workers to others, or ends them.
 *
 * @returns The number of jobs that returned to the queue.
 */
export async function recoverLostJobs(parts: JobParts): Promise<number> {
  let returned = 0
  for (const lost of await parts.queue.findLost(MOST)) {
    if (lost.losses < MAX_LOSSES) {
      if (await parts.queue.giveBack(lost, 'lost', 0)) returned += 1
    } else {
      const sentence =
        'The conversion was interrupted twice by a fault of the service. Submit the document again.'
      await failJob(parts, lost, { code: 'internal', sentence })
    }
    parts.log.warn(
      { job_id: lost.id, attempt: lost.attempt },
      'a worker stopped renewing its lease; its job was recovered',
    )
  }
  return returned
}

/**
 * Makes the function that a timer calls.
 *
 * During an outage of the database no worker can renew its leases. So after an outage all workers get one lease of time
 * to do so before any counts as lost: an outage costs no job an attempt.
 */
export function createRecovery(
  parts: JobParts,
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let waitsUntil = 0
  let isAway = false
  return async () => {
    try {
      // Queries during the wait, too, so that a second outage is noticed.
      await parts.queue.findLost(1)
      if (isAway) waitsUntil = now() + parts.settings.leaseMs
      isAway = false
      return now() < waitsUntil ? 0 : await recoverLostJobs(parts)
    } catch (error) {
      isAway = true
      throw error
    }
  }
}
