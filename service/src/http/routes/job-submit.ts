/** `POST /v1/convert/jobs`: a document into the queue. */

import { ConversionFailure, PoolError } from '@recto/converter'
import { z } from 'zod'
import { type Jobs, pollUrlOf, resultUrlOf, submitJob } from '../../jobs/index.ts'
import type { Claimant } from '../../limits/index.ts'
import { StoreError } from '../../store/index.ts'
import { checkTarget, TargetError } from '../../webhooks/index.ts'
import { claimantOf, getAccount, getAdmission, refuseWithout } from '../caller.ts'
import type { Context } from '../context.ts'
import { idempotencyHeaders, toRefusal } from '../idempotency.ts'
import { Problem, unavailable } from '../problem.ts'
import { namedSchemas } from '../schemas.ts'
import { filePart, type Upload } from '../upload.ts'
import type { Receive } from '../uploads.ts'
import type { App } from '../validation.ts'

/** For the look at a file before it is taken: it costs milliseconds, but has to wait for a child. */
const LOOK_MS = 5_000

const form = z
  .object({
    file: filePart,
    webhook_url: z
      .string()
      .exactOptional()
      .describe('Public http or https address that is told when the job has ended.'),
  })
  .register(namedSchemas, { id: 'JobForm' })

const submittedSchema = z
  .object({
    job_id: z.string(),
    status: z.string().describe('`queued`.'),
    webhook_secret: z
      .string()
      .nullish()
      .describe('Signs the webhooks; only this answer tells it. null without a webhook.'),
    result_url: z.string(),
    poll_url: z.string(),
  })
  .register(namedSchemas, { id: 'JobSubmitResponse' })

export function addJobSubmitRoute(app: App, context: Context, jobs: Jobs, receive: Receive): void {
  app.route({
    method: 'POST',
    url: '/v1/convert/jobs',
    config: {
      auth: 'required',
      feature: 'convert_queue',
      form,
      problems: [
        'credits_exhausted',
        'idempotency_in_progress',
        'invalid_webhook_url',
        'idempotency_key_reused',
      ],
    },
    schema: {
      operationId: 'submitJob',
      summary: 'Queue a conversion',
      description:
        'Takes one document into the queue: tables, headings, reading order and text recognition. Poll `poll_url`, or give a `webhook_url`. Costs 10 credits, which are given back if the job fails.',
      tags: ['jobs'],
      headers: idempotencyHeaders,
      response: { 200: submittedSchema },
    },
    handler: async (request, reply) => {
      const upload = await receive(request, reply, {
        maxFileBytes: jobs.maxFileBytes,
        advice: 'Split the document.',
        fields: ['webhook_url'],
      })
      try {
        await lookAt(context, jobs, upload, claimantOf(request, 'conversions'))
        const webhookUrl = await readWebhookUrl(jobs, upload)
        if (webhookUrl) refuseWithout(getAdmission(request).caller, 'webhooks')
        const { id: accountId, keyId, tier, isTest } = getAccount(request)
        const submitted = await submitJob(jobs.parts, {
          payer: { accountId, keyId, tier },
          isTest,
          file: upload,
          webhookUrl,
          idempotencyKey: request.headers['idempotency-key'],
        })
        jobs.onQueued()
        return writeSubmitted(submitted)
      } catch (error) {
        throw toProblem(error)
      } finally {
        upload.remove()
      }
    },
  })
}

function writeSubmitted({
  jobId,
  webhookSecret,
}: Awaited<ReturnType<typeof submitJob>>): z.output<typeof submittedSchema> {
  return {
    job_id: jobId,
    status: 'queued',
    webhook_secret: webhookSecret,
    result_url: resultUrlOf(jobId),
    poll_url: pollUrlOf(jobId),
  }
}

/**
 * Looks whether a file is of its type, and has not too many pages, in a child of the converter.
 *
 * What can't be told so soon is left to the job: a damaged file, one that takes long, a converter that is busy.
 * @throws {Problem} `unsupported_media_type` or `payload_too_large`.
 */
async function lookAt(
  { converter }: Context,
  { parts }: Jobs,
  { path: inputPath, mediaType, filename }: Upload,
  claimant: Claimant,
): Promise<void> {
  const { maxPages } = parts.settings
  const task = { inputPath, mediaType, filename, outputs: {}, profile: 'fast' } as const
  try {
    const options = { deadlineMs: LOOK_MS, maxWaitMs: LOOK_MS, claimant }
    await converter.convert({ ...task, maxPages, isCount: true }, options)
  } catch (error) {
    if (error instanceof PoolError) return
    if (!(error instanceof ConversionFailure)) throw error
    if (error.code === 'unsupported_media_type') throw new Problem(error.code, error.message)
    if (error.code === 'too_many_pages') throw new Problem('payload_too_large', error.message)
  }
}

/** A blank one counts as none. */
async function readWebhookUrl({ parts }: Jobs, { fields }: Upload): Promise<string | undefined> {
  const text = fields.get('webhook_url')?.trim() ?? ''
  if (text === '') return undefined
  await checkTarget(text, parts.settings.webhookPolicy)
  return text
}

function toProblem(error: unknown): unknown {
  if (error instanceof TargetError) return new Problem('invalid_webhook_url', error.message)
  if (error instanceof StoreError) {
    return unavailable('The service can not keep files at the moment.', error)
  }
  return toRefusal(error)
}
