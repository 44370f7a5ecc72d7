/** Jobs of workers that were lost → back into the queue, or ended. */
import { failJob } from './complete-job.ts'
import type { JobParts } from './parts.ts'

/** Jobs in one go; what is left waits for the next. */
const MOST = 500
/** A worker that is lost once may have been unlucky; twice, it is the job. */
const MAX_LOSSES = 1

/** Gives the jobs of lost workers to others, or ends them. @returns How many went back to the queue. */
export async function recoverLostJobs(parts: JobParts): Promise<number> {
  let returned = 0
  for (const lost of await parts.queue.findLost(MOST)) {
    if (lost.losses < MAX_LOSSES) {
      if (await parts.queue.giveBack(lost, 'lost', 0)) returned += 1
    } else {
      const sentence = 'The conversion was interrupted twice, by a fault of the service.'
      await failJob(parts, lost, { code: 'internal', sentence })
    }
    parts.log.warn({ job_id: lost.id, attempt: lost.attempt }, 'a worker was lost')
  }
  return returned
}

/**
 * Makes the function that a timer calls.
 *
 * While the database is away no worker can say that it is alive. So after an outage each has a whole lease to do so
 * before any is taken for lost: an outage costs no job a try.
 */
export function createRecovery(
  parts: JobParts,
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let waitsUntil = 0
  let isAway = false
  return async () => {
    try {
      // Asked while it waits, too: so a second outage is not overlooked.
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
