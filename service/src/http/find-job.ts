/** The path of a request → the job it names, if it is the caller's. */
import type { FastifyRequest } from 'fastify'
import { isJobId, type Jobs, type PlacedJob } from '../jobs/index.ts'
import { getAccount, notYours } from './caller.ts'
import type { Parameter } from './openapi.ts'

export const jobIdParameter: Parameter = {
  name: 'job_id',
  in: 'path',
  description: 'The id from the answer to the submission.',
  schema: { type: 'string' },
}

/** @throws {Problem} `not_found` for a job that is not there, or not the caller's. */
export async function getOwnJob({ lookup }: Jobs, request: FastifyRequest): Promise<PlacedJob> {
  const { id: accountId } = getAccount(request)
  // Sound: the routes that call this have the parameter.
  const { job_id: id } = request.params as { readonly job_id: string }
  const job = isJobId(id) ? await lookup(accountId, id) : undefined
  if (!job) throw notYours()
  return job
}
