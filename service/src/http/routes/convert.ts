/** `POST /v1/convert`: a document in, its Markdown in the answer. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  ConversionFailure,
  type FailureCode,
  PoolError,
  type Result,
  type Unavailability,
} from '@recto/converter'
import { getFormat } from '@recto/engine/media-types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../accounts/index.ts'
import { CreditsExhausted } from '../../credits/index.ts'
import { cannedAnswer } from '../../jobs/index.ts'
import { type Admitted, claimantOf, getAdmission } from '../caller.ts'
import { closeSignal } from '../client.ts'
import type { Context } from '../context.ts'
import { openResponse } from '../convert-response.ts'
import { idempotencyHeaders, withIdempotency } from '../idempotency.ts'
import { isWithoutRoom, Problem, type ProblemCode, unavailable } from '../problem.ts'
import { namedSchemas } from '../schemas.ts'
import { filePart, type Upload } from '../upload.ts'
import type { Receive } from '../uploads.ts'
import type { App } from '../validation.ts'

/** 8 MiB, inclusive. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024
const queueAdvice = 'Send the document to the queue: POST /v1/convert/jobs.'

const resultSchema = z
  .object({
    markdown: z.string().describe('The document as Markdown.'),
    meta: z
      .object({
        filename: z.string().describe('Name of the source file.'),
        title: z.string().exactOptional().describe('Title of the document, where it has one.'),
      })
      .exactOptional(),
  })
  .register(namedSchemas, { id: 'SyncConvertResponse' })

const form = z.object({ file: filePart }).register(namedSchemas, { id: 'ConvertForm' })

export function addConvertRoute(app: App, context: Context, receive: Receive): void {
  app.route({
    method: 'POST',
    url: '/v1/convert',
    config: {
      feature: 'convert_sync',
      form,
      problems: [
        'credits_exhausted',
        'conversion_failed',
        'idempotency_in_progress',
        'idempotency_key_reused',
      ],
    },
    schema: {
      operationId: 'convert',
      summary: 'Convert a document',
      description:
        'Converts one document to Markdown, at once. The media type of the part `file` decides how it is read. Files up to 8 MiB.',
      tags: ['conversion'],
      headers: idempotencyHeaders,
      // What is sent is its text, as a stream where it is long.
      response: { 200: resultSchema as unknown },
    },
    handler: async (request, reply) => {
      const upload = await receive(request, reply, {
        maxFileBytes: MAX_FILE_BYTES,
        advice: queueAdvice,
      })
      const { caller } = getAdmission(request)
      const key = request.headers['idempotency-key']
      const json = await withIdempotency(
        context,
        { account: caller.account, key },
        upload,
        () => answer(context, upload, request, reply),
        (call) => charge(context, caller, call),
      ).finally(upload.remove)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}

type Handled = Admitted & Pick<FastifyRequest, 'log' | 'ip'>

/** What the call gives is paid for as soon as it is there; what it does not give costs nothing. */
async function charge<Given>(
  { office }: Context,
  { account, tier }: Caller,
  call: () => Promise<Given>,
): Promise<Given> {
  if (!office || !account || account.isTest) return call()
  const { id: accountId, keyId } = account
  const hold = await office.credits.hold({ accountId, keyId, tier }).catch((error: unknown) => {
    if (!(error instanceof CreditsExhausted)) throw error
    throw new Problem('credits_exhausted', error.message)
  })
  const given = await call().catch(async (error: unknown) => {
    await hold.release()
    throw error
  })
  await hold.capture()
  return given
}

async function answer(
  context: Context,
  upload: Upload,
  request: Handled,
  reply: Pick<FastifyReply, 'raw'>,
): Promise<string | Readable> {
  const output = join(context.folder, `result-${randomUUID()}`)
  try {
    const { title } = await convert(context, upload, output, request, reply)
    const { filename } = upload
    return await openResponse(output, { filename, ...(title !== undefined && { title }) })
  } finally {
    rmSync(output, { force: true })
  }
}

async function convert(
  { config, converter, metrics }: Context,
  { path, filename, mediaType, bytes }: Upload,
  output: string,
  request: Handled,
  reply: Pick<FastifyReply, 'raw'>,
): Promise<Result> {
  const format = getFormat(mediaType)
  const begin = performance.now()
  const task = { inputPath: path, outputs: { markdown: output }, mediaType, filename } as const
  const tell = (outcome: string, more: object): void => {
    const durationMs = Math.round(performance.now() - begin)
    metrics?.onConversion(format, outcome, durationMs / 1_000)
    request.log.info({ format, outcome, bytes, duration_ms: durationMs, ...more }, 'conversion')
  }
  try {
    const options = {
      deadlineMs: config.syncTimeoutMs,
      maxWaitMs: config.converter.maxWaitMs,
      claimant: claimantOf(request, 'conversions'),
      signal: closeSignal(reply),
    }
    const { account } = getAdmission(request).caller
    const result = account?.isTest
      ? await cannedAnswer(output, filename)
      : await converter.convert({ ...task, profile: 'fast' }, options)
    tell('done', { pages: result.pages, warnings: result.warnings.length })
    return result
  } catch (error) {
    if (error instanceof PoolError) tell(error.reason, {})
    if (error instanceof ConversionFailure) tell(error.code, { detail: error.detail })
    throw toProblem(error, config.syncTimeoutMs)
  }
}

const codes: Readonly<Record<Exclude<FailureCode, 'internal'>, ProblemCode>> = {
  unsupported_media_type: 'unsupported_media_type',
  conversion_failed: 'conversion_failed',
  password_protected: 'conversion_failed',
  too_many_pages: 'conversion_failed',
  timeout: 'conversion_failed',
  // Nobody is there to read it.
  cancelled: 'bad_request',
}

function toProblem(error: unknown, timeoutMs: number): unknown {
  if (error instanceof PoolError) return unavailable(refusals[error.reason], error)
  if (!(error instanceof ConversionFailure)) return error
  if (error.code === 'internal') {
    return isWithoutRoom(error.cause) ? unavailable(refusals.unavailable, error) : error
  }
  const detail =
    error.code === 'timeout'
      ? `The conversion took longer than ${timeoutMs / 1_000} seconds. ${queueAdvice}`
      : error.message
  return new Problem(codes[error.code], detail, { cause: error })
}

const refusals: Readonly<Record<Unavailability, string>> = {
  busy: 'The service is busy. Try again soon.',
  unavailable: 'The service does not convert documents at the moment. Try again soon.',
  closed: 'The service is stopping. Try again soon.',
}
