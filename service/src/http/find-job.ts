/** Finds the caller's job by the id in the path. */
import { z } from 'zod'
import { isJobId, type Jobs, type JobWithPosition } from '../jobs/index.ts'
import { type Admitted, getAccount, notYours } from './caller.ts'

export const jobParams = z.object({
  job_id: z.string().describe('The id that the submission returned.'),
})

/** @throws {Problem} `not_found` for a job that does not exist, or is not the caller's. */
export async function getOwnJob(
  { lookup }: Jobs,
  request: Admitted & { readonly params: z.output<typeof jobParams> },
): Promise<JobWithPosition> {
  const { job_id: id } = request.params
  const job = isJobId(id) ? await lookup(getAccount(request).id, id) : undefined
  if (!job) throw notYours()
  return job
}
