/** `POST /v1/convert`: converts a document and answers with its Markdown. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ConversionFailure, PoolError, type Result } from '@recto/converter'
import type { Warning } from '@recto/engine'
import { getFormat } from '@recto/engine/media-types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../accounts/index.ts'
import { CreditsExhausted } from '../../credits/index.ts'
import { simulatedAnswer } from '../../jobs/index.ts'
import { within } from '../../tracing/index.ts'
import { type Admitted, claimantOf, getAdmission } from '../caller.ts'
import { closeSignal } from '../client.ts'
import type { Context } from '../context.ts'
import { conversionProblem, queueAdvice } from '../conversion-problem.ts'
import { type ConvertWarning, openResponse } from '../convert-response.ts'
import { idempotencyHeaders, withIdempotency } from '../idempotency.ts'
import { Problem } from '../problem.ts'
import { namedSchemas } from '../schemas.ts'
import { filePart, type Upload } from '../upload.ts'
import type { Receive } from '../uploads.ts'
import type { App } from '../validation.ts'

/** 8 MiB, inclusive. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024

/** Limits the warnings of an answer; a document of thousands of parts may have thousands. */
const MAX_WARNINGS = 100

const resultSchema = z
  .object({
    markdown: z.string().describe('The document as Markdown.'),
    meta: z
      .object({
        filename: z.string().describe('Name of the source file.'),
        title: z.string().exactOptional().describe('Title of the document, if it has one.'),
      })
      .exactOptional(),
    warnings: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          page: z.int().exactOptional().describe('Page, slide or sheet.'),
        }),
      )
      .exactOptional()
      .describe('Lost or guessed content; at most a hundred warnings.'),
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
        'Converts one document to Markdown, at once. The media type of the part `file` selects the format. Files up to 8 MiB.',
      tags: ['conversion'],
      headers: idempotencyHeaders,
      // The answer is sent as text, as a stream when it is long.
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

type Handled = Admitted & Pick<FastifyRequest, 'log' | 'ip' | 'span'>

/** Charges a successful conversion at once; a failed one costs nothing. */
async function charge<Given>(
  { services }: Context,
  { account, tier }: Caller,
  call: () => Promise<Given>,
): Promise<Given> {
  if (!services || !account || account.isTest) return call()
  const { id: accountId, keyId } = account
  const hold = await services.credits.hold({ accountId, keyId, tier }).catch((error: unknown) => {
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
    const { title, warnings } = await convert(context, upload, output, request, reply)
    const { filename } = upload
    const meta = { filename, ...(title !== undefined && { title }) }
    return await openResponse(output, {
      meta,
      warnings: warnings.slice(0, MAX_WARNINGS).map(toConvertWarning),
    })
  } finally {
    await rm(output, { force: true })
  }
}

/** Adds a hint to warnings about text that only the fidelity lane reads. */
function toConvertWarning({ code, message, ...location }: Warning): ConvertWarning {
  const page = pageOf(location)
  const advice =
    code === 'page_without_text'
      ? ` Scans are read by the fidelity lane: POST /v1/convert/jobs.`
      : ''
  return { code, message: `${message}${advice}`, ...(page !== undefined && { page }) }
}

function pageOf({ page, provenance }: Pick<Warning, 'page' | 'provenance'>): number | undefined {
  if (!provenance) return page
  if (provenance.type === 'page') return provenance.page
  return provenance.type === 'slide' ? provenance.slide : provenance.sheet
}

async function convert(
  { config, converter, metrics }: Context,
  { path, filename, mediaType, bytes }: Upload,
  output: string,
  request: Handled,
  reply: Pick<FastifyReply, 'raw'>,
): Promise<Result> {
  const format = getFormat(mediaType, true)
  const begin = performance.now()
  const task = { inputPath: path, outputs: { markdown: output }, mediaType, filename } as const
  const report = (outcome: string, more: object): void => {
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
      ? await simulatedAnswer(output, filename)
      : await within(request.span, 'convert', () =>
          converter.convert({ ...task, profile: 'fast' }, options),
        )
    for (const fault of result.faults ?? []) {
      metrics?.fault(fault.pass)
      request.log.error({ fault, format }, 'engine fault')
    }
    report('done', { pages: result.pages, warnings: result.warnings.length })
    return result
  } catch (error) {
    if (error instanceof PoolError) report(error.reason, {})
    if (error instanceof ConversionFailure) report(error.code, { detail: error.detail })
    throw conversionProblem(error, config.syncTimeoutMs)
  }
}
