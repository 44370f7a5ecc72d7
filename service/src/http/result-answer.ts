/** A job that succeeded → the answer that holds its result, in one of its forms. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Feature } from '../accounts/index.ts'
import { type Job, type Jobs, type NoResult, openResult, type StoredFormat } from '../jobs/index.ts'
import { StoreError } from '../store/index.ts'
import { Problem, unavailable } from './problem.ts'
import { namedSchemas } from './schemas.ts'

const DOCLING_TYPE = 'application/vnd.docling+json'

const mediaTypeOf: Readonly<Record<ResultForm, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docling: DOCLING_TYPE,
}
const endingOf: Readonly<Record<ResultForm, string>> = {
  markdown: 'md',
  json: 'json',
  docling: 'json',
}

const items = z.array(z.looseObject({ label: z.string(), prov: z.array(z.looseObject({})) }))

export type ResultForm = StoredFormat

export const documentSchema = z
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

/** The bodies that only `Accept` asks for, for the OpenAPI document. */
export const acceptedBodies = {
  'text/markdown': { schema: z.string() },
  [DOCLING_TYPE]: { schema: documentSchema },
}

export const resultHeaders = {
  ETag: { type: 'string', description: 'Changes with the content.' },
  'Content-Disposition': {
    type: 'string',
    description: 'Name for the file, made from that of the document.',
  },
}

export const conditions = z.looseObject({
  'if-none-match': z
    .string()
    .optional()
    .describe('The `ETag` of a result that the client has already.'),
})

export const notModified = {
  description: 'The client has it already.',
  headers: { ETag: resultHeaders.ETag },
  type: 'null',
}

/** @returns The form of the result that an `Accept` names; `undefined` where it names none. */
export function formAccepted(accept = ''): ResultForm | undefined {
  const types = accept.toLowerCase()
  if (types.includes(DOCLING_TYPE)) return 'docling'
  return types.includes('text/markdown') ? 'markdown' : undefined
}

/** What a key must be allowed to get. */
export function featureOf(form: ResultForm): Feature {
  return form === 'markdown' ? 'output_markdown' : 'output_json'
}

export function etagOf({ outputs }: Job, form: ResultForm): string {
  return `"${outputs?.[form].sha256}"`
}

export interface ResultAnswer {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: unknown
}

/**
 * Opens the result of a job.
 *
 * @returns `undefined` when it was deleted a moment ago.
 * @throws {Problem} `service_unavailable`
 */
export async function openAnswer(
  { parts }: Jobs,
  job: Job,
  form: ResultForm,
): Promise<ResultAnswer | undefined> {
  const opened = await openResult(parts, job, form).catch(refuseUnread)
  if (!opened) return undefined
  const headers = {
    'content-type': mediaTypeOf[form],
    'content-length': opened.file.bytes,
    'content-disposition': dispositionOf(job, endingOf[form]),
    etag: etagOf(job, form),
    vary: 'Accept',
  }
  return { headers, body: opened.file.stream }
}

/** @throws {Problem} `service_unavailable` where the store failed. */
export function refuseUnread(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw unavailable('The service can not read files at the moment.', error)
}

export function sendAnswer(
  { headers, body }: ResultAnswer,
  reply: Pick<FastifyReply, 'headers'>,
): FastifyReply {
  return reply.headers(headers).send(body)
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

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or any. */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

export function noResult(reason: NoResult, job: Job): Problem {
  if (reason === 'job_failed') return new Problem(reason, `The job failed. ${job.error ?? ''}`)
  if (reason === 'job_not_ready') {
    return new Problem(reason, `The job has not ended yet: it is ${job.status}.`)
  }
  const detail = job.deletedAt
    ? 'The result was deleted, as its account asked.'
    : `The result was kept until ${job.expiresAt.toISOString()}, and is deleted.`
  return new Problem(reason, detail)
}
