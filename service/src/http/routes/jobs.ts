/** `GET /v1/jobs`, `GET` and `DELETE /v1/jobs/{job_id}`: the caller's jobs. */
import { z } from 'zod'
import {
  deleteJob,
  isFinal,
  type Jobs,
  jobStatuses,
  listJobs,
  readCursor,
  writeCursor,
} from '../../jobs/index.ts'
import { getAccount } from '../caller.ts'
import { closeSignal } from '../client.ts'
import { getOwnJob, jobParams } from '../find-job.ts'
import { jobSchema, writeJob } from '../job-response.ts'
import { namedSchemas } from '../schemas.ts'
import { type App, integerIn, pageQuery } from '../validation.ts'

const listQuery = pageQuery(readCursor).extend({
  status: z.enum(jobStatuses).optional().describe('Lists only jobs with this status.'),
})

const pageSchema = z
  .object({
    items: z.array(jobSchema).describe('The newest first.'),
    next_cursor: z.string().nullish().describe('For `cursor`; null on the last page.'),
  })
  .register(namedSchemas, { id: 'JobResponsePage' })

/** The query of a long poll. */
const getQuery = z.object({
  wait: integerIn(1, 30)
    .optional()
    .describe('Seconds to wait for the end of the job before its current state is returned.'),
})

export function addJobRoutes(app: App, jobs: Jobs): void {
  addListRoute(app, jobs)
  addGetRoute(app, jobs)
  addDeleteRoute(app, jobs)
}

function addListRoute(app: App, { parts }: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/jobs',
    config: { auth: 'required', feature: 'job_history' },
    schema: {
      operationId: 'listJobs',
      summary: 'All jobs, the newest first',
      description: 'Costs nothing. Pass `next_cursor` back as `cursor` for the next page.',
      tags: ['jobs'],
      querystring: listQuery,
      response: { 200: pageSchema },
    },
    handler: async (request) => {
      const { limit, cursor: after, status } = request.query
      const { id: accountId } = getAccount(request)
      // One more than asked for shows whether there is another page.
      const found = await listJobs(parts.db, { accountId, limit: limit + 1, after, status })
      const items = found.slice(0, limit)
      const last = found.length > limit ? items.at(-1) : undefined
      return {
        items: items.map((job) => writeJob(job, null)),
        next_cursor: last ? writeCursor(last) : null,
      }
    },
  })
}

function addGetRoute(app: App, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/jobs/:job_id',
    config: { auth: 'concealed' },
    schema: {
      operationId: 'getJob',
      summary: 'A job',
      description: 'Costs nothing.',
      tags: ['jobs'],
      params: jobParams,
      querystring: getQuery,
      response: { 200: jobSchema },
    },
    handler: async (request, reply) => {
      const { wait: seconds } = request.query
      let job = await getOwnJob(jobs, request)
      if (seconds !== undefined && !isFinal(job)) {
        await jobs.longPoll.forEnd(job.id, seconds * 1_000, closeSignal(reply))
        job = await getOwnJob(jobs, request)
      }
      return writeJob(job, job.queuePosition)
    },
  })
}

function addDeleteRoute(app: App, jobs: Jobs): void {
  app.route({
    method: 'DELETE',
    url: '/v1/jobs/:job_id',
    config: { auth: 'concealed', feature: 'convert_queue' },
    schema: {
      operationId: 'deleteJob',
      summary: 'Cancel a job, or delete its result',
      description:
        'An unfinished job fails as cancelled and is refunded; the result of a finished job is deleted. May be repeated.',
      tags: ['jobs'],
      params: jobParams,
      response: { 204: { description: 'Done.', type: 'null' } },
    },
    handler: async (request, reply) => {
      await deleteJob(jobs.parts, await getOwnJob(jobs, request))
      return reply.code(204).send()
    },
  })
}
