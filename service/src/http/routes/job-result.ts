/** `GET /v1/convert/jobs/{job_id}/result`: what a job made of its document. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  findNoResult,
  type Job,
  type Jobs,
  type NoResult,
  openResult,
  type StoredFormat,
} from '../../jobs/index.ts'
import { StoreError } from '../../store/index.ts'
import { getAdmission, refuseWithout } from '../caller.ts'
import { getOwnJob, jobParams } from '../find-job.ts'
import { forbidden } from '../openapi.ts'
import { Problem, unavailable } from '../problem.ts'
import { namedSchemas } from '../schemas.ts'
import type { App } from '../validation.ts'

const DOCLING_TYPE = 'application/vnd.docling+json'

const mediaTypeOf: Readonly<Record<StoredFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docling: DOCLING_TYPE,
}
const endingOf: Readonly<Record<StoredFormat, string>> = {
  markdown: 'md',
  json: 'json',
  docling: 'json',
}

const items = z.array(z.looseObject({ label: z.string(), prov: z.array(z.looseObject({})) }))

const documentSchema = z
  .looseObject({
    schema_name: z.string(),
    version: z.string(),
    texts: items,
    tables: items,
    pictures: items,
    pages: z.union([z.array(z.looseObject({ page_no: z.int() })), z.looseObject({})]),
  })
  .describe(
    'A DoclingDocument. `pages` is an array; as application/vnd.docling+json it is an object, as docling-core reads it.',
  )
  .register(namedSchemas, { id: 'StructuredDocument' })

const query = z.object({
  format: z
    .enum(['markdown', 'json'])
    .optional()
    .meta({ description: 'What the document is to be.', default: 'markdown' }),
})

const conditions = z.looseObject({
  'if-none-match': z
    .string()
    .optional()
    .describe('The `ETag` of a result that the client has already.'),
})

const etag = { type: 'string', description: 'Changes with the content.' }

const answers = {
  200: {
    description: 'The document.',
    headers: {
      ETag: etag,
      'Content-Disposition': {
        type: 'string',
        description: 'Name for the file, made from that of the document.',
      },
    },
    content: {
      'text/markdown': { schema: z.string() },
      'application/json': { schema: documentSchema },
      [DOCLING_TYPE]: { schema: documentSchema },
    },
  },
  304: { description: 'The client has it already.', headers: { ETag: etag }, type: 'null' },
}

export function addJobResultRoute(app: App, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/convert/jobs/:job_id/result',
    config: {
      auth: 'concealed',
      problems: [...forbidden, 'job_not_ready', 'job_failed', 'result_expired'],
    },
    schema: {
      operationId: 'getJobResult',
      summary: 'The result of a job',
      description:
        'As Markdown or as JSON, any number of times, at no cost. `Accept: application/vnd.docling+json` gives the JSON as docling-core reads it.',
      tags: ['jobs'],
      params: jobParams,
      querystring: query,
      headers: conditions,
      response: answers,
    },
    handler: async (request, reply) => {
      const format = chooseFormat(request.query.format, request.headers.accept)
      const feature = format === 'markdown' ? 'output_markdown' : 'output_json'
      refuseWithout(getAdmission(request).caller, feature)
      const job = await getOwnJob(jobs, request)
      const reason = findNoResult(job)
      if (reason) throw toProblem(reason, job)
      const known = request.headers['if-none-match'] ?? ''
      return sendResult(jobs, job, format, known, reply)
    },
  })
}

/** `Accept` chooses between the two forms of the JSON, and the JSON where no format is asked for. */
function chooseFormat(
  format: 'markdown' | 'json' | undefined,
  accept: string | undefined,
): StoredFormat {
  const isDocling = accept?.toLowerCase().includes(DOCLING_TYPE) ?? false
  return isDocling && format !== 'markdown' ? 'docling' : (format ?? 'markdown')
}

async function sendResult(
  { parts }: Jobs,
  job: Job,
  format: StoredFormat,
  ifNoneMatch: string,
  reply: Pick<FastifyReply, 'headers' | 'code' | 'type'>,
): Promise<unknown> {
  const etag = `"${job.outputs?.[format].sha256}"`
  reply.headers({ etag, vary: 'Accept' })
  if (isKnown(ifNoneMatch, etag)) return reply.code(304).send()
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
function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
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
