/** `GET /v1/convert/jobs/{job_id}/result`: what a job made of its document. */
import type { OutputFormat } from '@recto/engine'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findNoResult, type Job, type Jobs, type NoResult, openResult } from '../../jobs/index.ts'
import { StoreError } from '../../store/index.ts'
import { forbidden, getAccount, getAdmission, refuseWithout } from '../caller.ts'
import { getOwnJob, jobIdParameter } from '../find-job.ts'
import type { Operation } from '../openapi.ts'
import { Problem, unavailable } from '../problem.ts'
import { readWord } from '../validation.ts'

const DOCLING_TYPE = 'application/vnd.docling+json'

const mediaTypeOf: Readonly<Record<OutputFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docling: DOCLING_TYPE,
}
const endingOf: Readonly<Record<OutputFormat, string>> = {
  markdown: 'md',
  json: 'json',
  docling: 'json',
}

const operation: Operation = {
  id: 'getJobResult',
  summary: 'The result of a job',
  description:
    'As Markdown or as JSON, any number of times, at no cost. `Accept: application/vnd.docling+json` gives the JSON as docling-core reads it.',
  tag: 'jobs',
  needsKey: true,
  parameters: [
    jobIdParameter,
    {
      name: 'format',
      in: 'query',
      description: 'What the document is to be.',
      schema: { type: 'string', enum: ['markdown', 'json'], default: 'markdown' },
    },
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of a result that is there already.',
      schema: { type: 'string' },
    },
  ],
  result: [
    {
      status: 200,
      description: 'The document.',
      headers: ['ETag', 'Content-Disposition'],
      content: {
        'text/markdown': undefined,
        'application/json': 'StructuredDocument',
        [DOCLING_TYPE]: 'StructuredDocument',
      },
    },
    { status: 304, description: 'It is the one that is there already.', headers: ['ETag'] },
  ],
  problems: [
    ...forbidden,
    'not_found',
    'job_not_ready',
    'job_failed',
    'result_expired',
    'validation_error',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
}

export function addJobResultRoute(app: FastifyInstance, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/convert/jobs/:job_id/result',
    config: { operation, isHidden: true },
    handler: async (request, reply) => {
      getAccount(request)
      const format = readFormat(request)
      const feature = format === 'markdown' ? 'output_markdown' : 'output_json'
      refuseWithout(getAdmission(request).caller, feature)
      const job = await getOwnJob(jobs, request)
      const reason = findNoResult(job)
      if (reason) throw toProblem(reason, job)
      return sendResult(jobs, job, format, request, reply)
    },
  })
}

/** `Accept` chooses between the two forms of the JSON, and the JSON where no format is asked for. */
function readFormat({ query, headers }: FastifyRequest): OutputFormat {
  const word = readWord(query, 'format', ['markdown', 'json'])
  const isDocling = headers.accept?.toLowerCase().includes(DOCLING_TYPE) ?? false
  if (word === 'markdown') return word
  if (isDocling) return 'docling'
  return word ?? 'markdown'
}

async function sendResult(
  { parts }: Jobs,
  job: Job,
  format: OutputFormat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${job.outputs?.[format].sha256}"`
  reply.headers({ etag, vary: 'Accept' })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const opened = await openResult(parts, job, format).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    throw unavailable('The service can not read files at the moment.', error)
  })
  if (!opened) throw toProblem('result_expired', job)
  return reply
    .type(mediaTypeOf[format])
    .headers({
      'content-length': opened.file.bytes,
      'content-disposition': dispositionOf(job, endingOf[format]),
    })
    .send(opened.file.stream)
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or any. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** RFC 6266, 4.3: the name in ASCII for the old, and as it is for all others. */
function dispositionOf({ filename }: Job, ending: string): string {
  const name = `${(filename ?? 'document').replace(/\.[^.]{1,10}$/, '')}.${ending}`
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function toProblem(reason: NoResult, job: Job): Problem {
  if (reason === 'job_failed') return new Problem(reason, `The job failed. ${job.error ?? ''}`)
  if (reason === 'job_not_ready') {
    return new Problem(reason, `The job has not ended yet: it is ${job.status}.`)
  }
  const detail = job.deletedAt
    ? 'The result was deleted, as its account asked.'
    : `The result was kept until ${job.expiresAt.toISOString()}, and is deleted.`
  return new Problem(reason, detail)
}
