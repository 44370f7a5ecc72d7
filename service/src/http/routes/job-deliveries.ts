/** `GET` and `POST /v1/jobs/{job_id}/deliveries`: the tries of a job's webhook, and more of them. */
import type { FastifyInstance } from 'fastify'
import {
  type Job,
  type Jobs,
  type Redelivery,
  readDeliveryLog,
  redeliverWebhook,
} from '../../jobs/index.ts'
import { forbidden } from '../caller.ts'
import { getOwnJob, jobIdParameter } from '../find-job.ts'
import type { Operation } from '../openapi.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import type { Deliveries } from '../schemas.ts'

const getOperation: Operation = {
  id: 'listDeliveries',
  summary: 'The tries of a webhook',
  tag: 'jobs',
  needsKey: true,
  parameters: [jobIdParameter],
  result: 'Deliveries',
  problems: [
    'account_suspended',
    'not_found',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

const postOperation: Operation = {
  id: 'redeliver',
  summary: 'Send a webhook again',
  description: 'With up to three tries, as long as the result is kept.',
  tag: 'jobs',
  needsKey: true,
  parameters: [jobIdParameter],
  result: [
    {
      status: 202,
      description: 'It will be sent.',
      content: { 'application/json': 'Deliveries' },
    },
  ],
  problems: [
    ...forbidden,
    'not_found',
    'job_not_ready',
    'result_expired',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

export function addJobDeliveryRoutes(app: FastifyInstance, jobs: Jobs): void {
  const url = '/v1/jobs/:job_id/deliveries'
  app.route({
    method: 'GET',
    url,
    config: { operation: getOperation, isHidden: true },
    handler: async (request): Promise<Deliveries> =>
      writeDeliveries(jobs, await getOwnJob(jobs, request)),
  })
  app.route({
    method: 'POST',
    url,
    config: { operation: postOperation, isHidden: true, feature: 'webhooks' },
    handler: async (request, reply) => {
      const job = await getOwnJob(jobs, request)
      const outcome = await redeliverWebhook(jobs.parts, job)
      if (outcome !== 'begun') throw new Problem(...refusals[outcome])
      jobs.onEnded()
      return reply.code(202).send(await writeDeliveries(jobs, job))
    },
  })
}

const refusals: Readonly<
  Record<Exclude<Redelivery, 'begun'>, readonly [code: ProblemCode, detail: string]>
> = {
  none: ['not_found', 'The job has no webhook.'],
  under_way: ['job_not_ready', 'The webhook is under way, or the job has not ended yet.'],
  too_late: ['result_expired', 'The result of the job is no longer kept.'],
}

async function writeDeliveries({ parts }: Jobs, job: Job): Promise<Deliveries> {
  const log = await readDeliveryLog(parts.db, job.id)
  const [first] = log
  const noDelivery = job.webhookUrl === null ? 'none' : 'pending'
  return {
    status: first?.status ?? noDelivery,
    next_attempt_at: first?.status === 'pending' ? first.dueAt.toISOString() : null,
    attempts: log.flatMap(({ number, at, answer, error, durationMs }) =>
      number === null
        ? []
        : [{ number, at: at.toISOString(), status: answer, error, duration_ms: durationMs }],
    ),
  }
}
