/** `POST /v1/convert/jobs`: submits a document to the queue. */
import { readFile } from 'node:fs/promises'
import { ConversionFailure, PoolError } from '@recto/converter'
import { ConversionError, getFormat, textChecks } from '@recto/engine/media-types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  findNoResult,
  isFinal,
  type Jobs,
  type JobWithPosition,
  pollUrlOf,
  resultUrlOf,
  submitJob,
} from '../../jobs/index.ts'
import type { SlotClaimant } from '../../limits/index.ts'
import { StoreError } from '../../store/index.ts'
import { checkTarget, TargetError } from '../../webhooks/index.ts'
import { type Admitted, claimantOf, getAccount, getAdmission, refuseWithout } from '../caller.ts'
import { closeSignal } from '../client.ts'
import type { Context } from '../context.ts'
import { idempotencyHeaders, toRefusal } from '../idempotency.ts'
import type { ResultRequest } from '../job-chunks.ts'
import { type JobRequest, jobFields, jobForm, readJobForm } from '../job-form.ts'
import { jobSchema, writeJob } from '../job-response.ts'
import { Problem, unavailable } from '../problem.ts'
import {
  acceptedBodies,
  chunkSize,
  featureOf,
  formAccepted,
  openAnswer,
  type RequestedResult,
  resultHeaders,
  sendAnswer,
} from '../result-response.ts'
import { namedSchemas } from '../schemas.ts'
import type { Upload } from '../upload.ts'
import type { Receive } from '../uploads.ts'
import { type App, integerIn } from '../validation.ts'

/** The longest time that the check of a document may take before it is accepted. */
const LOOK_MS = 5_000
/** A text of this size is checked in microseconds. */
const SMALL_TEXT_BYTES = 256 * 1024

const submittedSchema = z
  .object({
    job_id: z.string(),
    status: z.string().describe('`queued`; with `wait`, the current status.'),
    webhook_secret: z
      .string()
      .nullish()
      .describe('Secret of the webhook signatures, returned only here. null without a webhook.'),
    result_url: z.string(),
    poll_url: z.string(),
    job: jobSchema.exactOptional().describe('With `wait`: the current state of the job.'),
  })
  .register(namedSchemas, { id: 'JobSubmitResponse' })

const query = z.object({
  wait: integerIn(0, 60)
    .optional()
    .describe(
      'Seconds to wait for the end of the job. If `Accept` names a format of the result and the job has succeeded by then, the answer is the result itself.',
    ),
  chunk_size: chunkSize,
})

const text = { type: 'string' }
const answers = {
  200: {
    description: 'The job is in the queue; with `wait` and `Accept`, its result.',
    headers: {
      'X-Job-Id': { ...text, description: 'The id of the job, if the body is its result.' },
      'X-Webhook-Secret': {
        ...text,
        description: 'Secret of the webhook signatures, if the body is a result.',
      },
      ...resultHeaders,
    },
    content: { 'application/json': { schema: submittedSchema }, ...acceptedBodies },
  },
}

export function addJobSubmitRoute(app: App, context: Context, jobs: Jobs, receive: Receive): void {
  app.route({
    method: 'POST',
    url: '/v1/convert/jobs',
    config: {
      auth: 'required',
      feature: 'convert_queue',
      form: jobForm,
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
        'Queues one document for the full conversion: tables, headings, reading order and text recognition. Poll `poll_url`, or give a `webhook_url`. Costs 10 credits, which are refunded if the job fails.',
      tags: ['jobs'],
      querystring: query,
      headers: idempotencyHeaders,
      response: answers,
    },
    handler: async (request, reply) => {
      const { wait, chunk_size: size } = request.query
      const form = wait === undefined ? undefined : formAccepted(request.headers.accept)
      if (form) refuseWithout(getAdmission(request).caller, featureOf(form))
      const submitted = await receiveAndSubmit(context, jobs, receive, request, reply)
      if (wait === undefined) return writeSubmitted(submitted, undefined)
      const job = await waitForEnd(jobs, request, reply, submitted, wait)
      if (!form || !job || findNoResult(job)) return writeSubmitted(submitted, job)
      const claimant = claimantOf(request, 'conversions')
      const asking = { context, jobs, claimant, signal: closeSignal(reply) }
      const wanted = { form, chunkSize: size }
      return answerResult(asking, request, reply, { submitted, job, wanted })
    },
  })
}

type Submitted = Awaited<ReturnType<typeof submitJob>>

async function receiveAndSubmit(
  context: Context,
  jobs: Jobs,
  receive: Receive,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
): Promise<Submitted> {
  const upload = await receive(request, reply, {
    maxFileBytes: jobs.maxFileBytes,
    advice: 'Split the document.',
    fields: jobFields,
  })
  try {
    const asked = readJobForm(upload.fields)
    await checkDocument(context, jobs, upload, asked, claimantOf(request, 'conversions'))
    if (asked.webhookUrl !== undefined) {
      await checkTarget(asked.webhookUrl, jobs.parts.settings.webhookPolicy)
      refuseWithout(getAdmission(request).caller, 'webhooks')
    }
    const { id: accountId, keyId, tier, isTest } = getAccount(request)
    const idempotencyKey = request.headers['idempotency-key']
    const submitted = await submitJob(jobs.parts, {
      payer: { accountId, keyId, tier },
      isTest,
      file: upload,
      ...asked,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
      span: request.span,
    })
    jobs.onQueued()
    return submitted
  } catch (error) {
    throw toProblem(error)
  } finally {
    await upload.remove()
  }
}

type Waited = Admitted & Pick<FastifyRequest, 'log'>

/** @returns `undefined` if the state can't be read: the account has been charged, so the answer still holds the id. */
async function waitForEnd(
  jobs: Jobs,
  request: Waited,
  reply: Pick<FastifyReply, 'raw'>,
  { jobId }: Submitted,
  seconds: number,
): Promise<JobWithPosition | undefined> {
  const { id: accountId } = getAccount(request)
  try {
    const job = await jobs.lookup(accountId, jobId)
    if (seconds === 0 || !job || isFinal(job)) return job
    await jobs.longPoll.forEnd(jobId, seconds * 1_000, closeSignal(reply))
    return await jobs.lookup(accountId, jobId)
  } catch (error) {
    request.log.warn({ err: error, job_id: jobId }, 'a submitted job could not be read')
    return undefined
  }
}

/** A result that can't be read is left out of the answer; the client fetches it later. */
async function answerResult(
  asking: ResultRequest,
  request: Waited,
  reply: Pick<FastifyReply, 'headers'>,
  ended: {
    readonly submitted: Submitted
    readonly job: JobWithPosition
    readonly wanted: RequestedResult
  },
): Promise<FastifyReply | z.output<typeof submittedSchema>> {
  const { submitted, job, wanted } = ended
  const answer = await openAnswer(asking, job, wanted).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    request.log.warn({ err: error, job_id: job.id }, 'a result could not be read')
  })
  if (!answer) return writeSubmitted(submitted, job)
  const { jobId, webhookSecret } = submitted
  reply.headers({
    'x-job-id': jobId,
    ...(webhookSecret !== null && { 'x-webhook-secret': webhookSecret }),
  })
  return sendAnswer(answer, reply)
}

function writeSubmitted(
  { jobId, webhookSecret }: Submitted,
  job: JobWithPosition | undefined,
): z.output<typeof submittedSchema> {
  return {
    job_id: jobId,
    status: job?.status ?? 'queued',
    webhook_secret: webhookSecret,
    result_url: resultUrlOf(jobId),
    poll_url: pollUrlOf(jobId),
    ...(job && { job: writeJob(job, job.queuePosition) }),
  }
}

/**
 * Checks that a file has its declared type and not too many pages: a small text in this process, anything else in a
 * child.
 *
 * Damaged files and slow checks are left to the job, and so is everything while the converter is busy.
 *
 * @throws {Problem} `unsupported_media_type` or `payload_too_large`.
 */
async function checkDocument(
  { converter }: Context,
  { parts }: Jobs,
  { path: inputPath, mediaType, filename, bytes }: Upload,
  { options: { pages }, password }: JobRequest,
  claimant: SlotClaimant,
): Promise<void> {
  const checkText = textCheckOf(mediaType)
  if (checkText && bytes <= SMALL_TEXT_BYTES) return checkText(await readFile(inputPath))
  const { maxPages } = parts.settings
  const task = { inputPath, mediaType, filename, outputs: {}, profile: 'fast' } as const
  try {
    const options = { deadlineMs: LOOK_MS, maxWaitMs: LOOK_MS, claimant }
    const chosen = {
      ...(pages !== undefined && { pages }),
      ...(password !== undefined && { password }),
    }
    await converter.convert({ ...task, ...chosen, maxPages, isCount: true }, options)
  } catch (error) {
    if (error instanceof PoolError) return
    if (!(error instanceof ConversionFailure)) throw error
    if (error.code === 'unsupported_media_type') throw new Problem(error.code, error.message)
    if (error.code === 'too_many_pages') throw new Problem('payload_too_large', error.message)
  }
}

function textCheckOf(mediaType: string): ((bytes: Uint8Array) => void) | undefined {
  const checks: Readonly<Record<string, (bytes: Uint8Array) => void>> = textChecks
  return checks[getFormat(mediaType, true)]
}

function toProblem(error: unknown): unknown {
  if (error instanceof ConversionError) {
    return new Problem('unsupported_media_type', error.message)
  }
  if (error instanceof TargetError) return new Problem('invalid_webhook_url', error.message)
  if (error instanceof StoreError) {
    return unavailable('The service cannot store files at the moment.', error)
  }
  return toRefusal(error)
}
