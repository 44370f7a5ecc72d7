/** `GET /v1/jobs`, `GET` and `DELETE /v1/jobs/{job_id}`: what became of the caller's jobs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  deleteJob,
  isFinal,
  type Job,
  type Jobs,
  jobStatuses,
  listJobs,
  readCursor,
  writeCursor,
} from '../../jobs/index.ts'
import { forbidden, getAccount } from '../caller.ts'
import { getOwnJob, jobIdParameter } from '../find-job.ts'
import { writeJob } from '../job-answer.ts'
import type { Operation } from '../openapi.ts'
import type { JobResponse, JobResponsePage } from '../schemas.ts'
import { invalidField, readInteger, readQuery, readWord } from '../validation.ts'

const limitBounds = { min: 1, max: 200, preset: 50 }
const waitBounds = { min: 1, max: 30, preset: 0 }

const getOperation: Operation = {
  id: 'getJob',
  summary: 'A job',
  description: 'Costs nothing.',
  tag: 'jobs',
  needsKey: true,
  parameters: [
    jobIdParameter,
    {
      name: 'wait',
      in: 'query',
      description: 'Seconds to wait for the end of the job before it is answered as it is.',
      schema: { type: 'integer', minimum: 1, maximum: 30 },
    },
  ],
  result: 'JobResponse',
  problems: [
    'account_suspended',
    'not_found',
    'validation_error',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

const listOperation: Operation = {
  id: 'listJobs',
  summary: 'All jobs, the newest first',
  description: 'Costs nothing. Pass `next_cursor` back as `cursor` for the next page.',
  tag: 'jobs',
  needsKey: true,
  parameters: [
    {
      name: 'limit',
      in: 'query',
      description: 'Jobs on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    {
      name: 'cursor',
      in: 'query',
      description: 'The `next_cursor` of the page before.',
      schema: { type: 'string' },
    },
    {
      name: 'status',
      in: 'query',
      description: 'Only jobs of this status.',
      schema: { type: 'string', enum: jobStatuses },
    },
  ],
  result: 'JobResponsePage',
  problems: [
    'unauthorized',
    ...forbidden,
    'validation_error',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

const deleteOperation: Operation = {
  id: 'deleteJob',
  summary: 'Cancel a job, or delete its result',
  description:
    'A job that has not ended fails as cancelled, and its credits are given back; the result of one that has is deleted now. May be repeated.',
  tag: 'jobs',
  needsKey: true,
  parameters: [jobIdParameter],
  result: [{ status: 204, description: 'Done.' }],
  problems: [...forbidden, 'not_found', 'rate_limited', 'internal_error', 'service_unavailable'],
}

export function addJobRoutes(app: FastifyInstance, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/jobs',
    config: { operation: listOperation, feature: 'job_history' },
    handler: (request) => answerList(jobs, request),
  })
  app.route({
    method: 'GET',
    url: '/v1/jobs/:job_id',
    config: { operation: getOperation, isHidden: true },
    handler: (request, reply) => answerJob(jobs, request, reply),
  })
  app.route({
    method: 'DELETE',
    url: '/v1/jobs/:job_id',
    config: { operation: deleteOperation, isHidden: true, feature: 'convert_queue' },
    handler: async (request, reply) => {
      await deleteJob(jobs.parts, await getOwnJob(jobs, request))
      jobs.onEnded()
      return reply.code(204).send()
    },
  })
}

async function answerList({ parts }: Jobs, request: FastifyRequest): Promise<JobResponsePage> {
  const { id: accountId } = getAccount(request)
  const { query } = request
  const limit = readInteger(query, 'limit', limitBounds)
  const status = readWord(query, 'status', jobStatuses)
  const after = readPosition(query)
  // One more, to know whether there are more.
  const found = await listJobs(parts.db, { accountId, limit: limit + 1, after, status })
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return {
    items: items.map((job) => writeJob(job, null)),
    next_cursor: last ? writeCursor(last) : null,
  }
}

function readPosition(query: unknown): ReturnType<typeof readCursor> {
  const text = readQuery(query, 'cursor')
  if (text === undefined) return undefined
  const position = readCursor(text)
  if (position) return position
  const message = '`cursor` is not the `next_cursor` of a page.'
  throw invalidField({ location: 'query', field: 'cursor', code: 'malformed', message })
}

async function answerJob(
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<JobResponse> {
  getAccount(request)
  const waitSeconds = readInteger(request.query, 'wait', waitBounds)
  let job = await getOwnJob(jobs, request)
  if (waitSeconds > 0 && !isFinal(job)) {
    await waitForEnd(jobs, job, waitSeconds, reply)
    job = await getOwnJob(jobs, request)
  }
  return writeJob(job, job.queuePosition)
}

function waitForEnd(
  { waiting }: Jobs,
  { id }: Job,
  seconds: number,
  reply: FastifyReply,
): Promise<void> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return waiting.forEnd(id, seconds * 1_000, gone.signal)
}
