/** `GET` and `POST /v1/jobs/{job_id}/deliveries`: lists the attempts of a job's webhook, and starts new ones. */
import { z } from 'zod'
import {
  type Job,
  type Jobs,
  type Redelivery,
  readDeliveryLog,
  redeliverWebhook,
} from '../../jobs/index.ts'
import { getOwnJob, jobParams } from '../find-job.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { namedSchemas } from '../schemas.ts'
import type { App } from '../validation.ts'

const deliveriesSchema = z
  .object({
    status: z
      .string()
      .describe(
        '`none` without a webhook, `pending` during the attempts, `delivered` or `failed`.',
      ),
    next_attempt_at: z.iso.datetime().nullable(),
    attempts: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        status: z.int().nullable().describe('HTTP status of the answer; null without an answer.'),
        error: z.string().nullable(),
        duration_ms: z.int(),
      }),
    ),
  })
  .register(namedSchemas, { id: 'Deliveries' })

const url = '/v1/jobs/:job_id/deliveries'

export function addJobDeliveryRoutes(app: App, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url,
    config: { auth: 'concealed' },
    schema: {
      operationId: 'listDeliveries',
      summary: 'The attempts of a webhook',
      tags: ['jobs'],
      params: jobParams,
      response: { 200: deliveriesSchema },
    },
    handler: async (request) => writeDeliveries(jobs, await getOwnJob(jobs, request)),
  })
  app.route({
    method: 'POST',
    url,
    config: {
      auth: 'concealed',
      feature: 'webhooks',
      problems: ['job_not_ready', 'result_expired'],
    },
    schema: {
      operationId: 'redeliver',
      summary: 'Send a webhook again',
      description: 'Makes up to three attempts. Possible while the result is kept.',
      tags: ['jobs'],
      params: jobParams,
      response: { 202: deliveriesSchema },
    },
    handler: async (request, reply) => {
      const job = await getOwnJob(jobs, request)
      const outcome = await redeliverWebhook(jobs.parts, job)
      if (outcome !== 'begun') throw new Problem(...refusals[outcome])
      jobs.onWebhookDue()
      return reply.code(202).send(await writeDeliveries(jobs, job))
    },
  })
}

const refusals: Readonly<
  Record<Exclude<Redelivery, 'begun'>, readonly [code: ProblemCode, detail: string]>
> = {
  none: ['not_found', 'The job has no webhook.'],
  under_way: ['job_not_ready', 'The webhook is being sent, or the job has not ended yet.'],
  too_late: ['result_expired', 'The result of the job is no longer kept.'],
}

async function writeDeliveries(
  { parts }: Jobs,
  job: Job,
): Promise<z.output<typeof deliveriesSchema>> {
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
