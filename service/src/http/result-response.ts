/** Answers with the result of a job, in one of its formats. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Feature } from '../accounts/index.ts'
import { imagesOf, type Job, type NoResult, openResult, type StoredFormat } from '../jobs/index.ts'
import { type StoredFile, StoreError } from '../store/index.ts'
import { openChunks, type ResultRequest } from './job-chunks.ts'
import { Problem, unavailable } from './problem.ts'
import { namedSchemas } from './schemas.ts'
import { integerIn } from './validation.ts'
import { writeZip } from './zip.ts'

const DOCLING_TYPE = 'application/vnd.docling+json'

const ZIP_TYPE = 'application/zip'
const CHUNKS_TYPE = 'application/x-ndjson'

const mediaTypeOf: Readonly<Record<ResultForm, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docling: DOCLING_TYPE,
  zip: ZIP_TYPE,
  chunks: CHUNKS_TYPE,
}
const endingOf: Readonly<Record<ResultForm, string>> = {
  markdown: 'md',
  json: 'json',
  docling: 'json',
  zip: 'zip',
  chunks: 'chunks.jsonl',
}

const items = z.array(z.looseObject({ label: z.string(), prov: z.array(z.looseObject({})) }))

/**
 * `zip` holds the Markdown, the JSON and the images; `chunks` are segments for search and language models, one JSON
 * object a line.
 */
export type ResultForm = StoredFormat | 'zip' | 'chunks'

export interface RequestedResult {
  readonly form: ResultForm
  /** The largest number of characters in a chunk. */
  readonly chunkSize: number
}

export const chunkSize = integerIn(100, 100_000)
  .default(2_000)
  .meta({ description: 'Largest number of characters in a chunk.', default: 2_000 })

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
    'A DoclingDocument in which `pages` is an array. As application/vnd.docling+json, `pages` is an object, as docling-core reads it.',
  )
  .register(namedSchemas, { id: 'StructuredDocument' })

/** The response bodies that only `Accept` selects, for the OpenAPI document. */
export const acceptedBodies = {
  'text/markdown': { schema: z.string() },
  [DOCLING_TYPE]: { schema: documentSchema },
  [ZIP_TYPE]: { schema: { type: 'string', contentMediaType: ZIP_TYPE } },
  [CHUNKS_TYPE]: {
    schema: {
      type: 'string',
      description:
        'One JSON object per line: `{ id, kind, text, headings, pages, boxes: [{ page, x0, y0, x1, y1 }], characters }`, `kind` being `text`, `table`, `code` or `figure`.',
    },
  },
}

export const resultHeaders = {
  ETag: { type: 'string', description: 'Identifies the content.' },
  'Content-Disposition': {
    type: 'string',
    description: 'File name for the result, derived from the document’s.',
  },
}

export const conditions = z.looseObject({
  'if-none-match': z.string().optional().describe('The `ETag` of a cached result.'),
})

export const notModified = {
  description: 'The cached result is current.',
  headers: { ETag: resultHeaders.ETag },
  type: 'null',
}

/** @returns The format that an `Accept` header names; `undefined` when it names none. */
export function formAccepted(accept = ''): ResultForm | undefined {
  const types = accept.toLowerCase()
  if (types.includes(DOCLING_TYPE)) return 'docling'
  if (types.includes(ZIP_TYPE)) return 'zip'
  if (types.includes(CHUNKS_TYPE)) return 'chunks'
  return types.includes('text/markdown') ? 'markdown' : undefined
}

/** Returns the feature that a key needs for a format. */
export function featureOf(form: ResultForm): Feature {
  return form === 'markdown' ? 'output_markdown' : 'output_json'
}

export function etagOf({ outputs }: Job, { form, chunkSize }: RequestedResult): string {
  if (form === 'zip') return `"${outputs?.markdown.sha256}.${outputs?.json.sha256}"`
  if (form === 'chunks') return `"${outputs?.document?.sha256}.${chunkSize}"`
  return `"${outputs?.[form].sha256}"`
}

interface ResultResponse {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: unknown
}

/**
 * Opens the result of a job.
 *
 * @returns `undefined` if it was just deleted.
 * @throws {Problem} `service_unavailable`, and the errors of {@link openChunks}.
 */
export async function openAnswer(
  asking: ResultRequest,
  job: Job,
  wanted: RequestedResult,
): Promise<ResultResponse | undefined> {
  const { form } = wanted
  const file = await open(asking, job, wanted).catch(refuseUnread)
  if (!file) return undefined
  const headers = {
    'content-type': mediaTypeOf[form],
    ...(file.bytes !== undefined && { 'content-length': file.bytes }),
    'content-disposition': dispositionOf(job, endingOf[form]),
    etag: etagOf(job, wanted),
    vary: 'Accept',
  }
  return { headers, body: file.stream }
}

interface Opened {
  readonly stream: Readable
  readonly bytes?: number
}

async function open(
  asking: ResultRequest,
  job: Job,
  { form, chunkSize }: RequestedResult,
): Promise<Opened | undefined> {
  const { parts } = asking.jobs
  if (form === 'chunks') return openChunks(asking, job, chunkSize)
  if (form !== 'zip') return (await openResult(parts, job, form))?.file
  const markdown = await openResult(parts, job, 'markdown')
  if (!markdown) return undefined
  const openJson = async () => (await openResult(parts, job, 'json'))?.file
  const entries = [
    { name: 'document.md', open: async () => markdown.file.stream },
    { name: 'document.json', open: () => streamOf(openJson()) },
    ...imagesOf(parts, job).map(({ name, open }) => {
      return { name: `images/${name}`, open: () => streamOf(open()) }
    }),
  ]
  return { stream: writeZip(entries) }
}

async function streamOf(opening: Promise<StoredFile | undefined>): Promise<Readable> {
  const file = await opening
  if (!file) throw new StoreError('A result was deleted while it was read.')
  return file.stream
}

/** @throws {Problem} `service_unavailable` if the store failed. */
export function refuseUnread(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw unavailable('The service cannot read files at the moment.', error)
}

export function sendAnswer(
  { headers, body }: ResultResponse,
  reply: Pick<FastifyReply, 'headers'>,
): FastifyReply {
  return reply.headers(headers).send(body)
}

/** RFC 6266, 4.3: the name in ASCII for old clients, and in UTF-8 for all others. */
function dispositionOf({ filename }: Job, ending: string): string {
  const name = `${(filename ?? 'document').replace(/\.[^.]{1,10}$/, '')}.${ending}`
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or `*`. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

export function noResult(reason: NoResult, job: Job): Problem {
  if (reason === 'job_failed') return new Problem(reason, `The job failed. ${job.error ?? ''}`)
  if (reason === 'job_not_ready') {
    return new Problem(reason, `The job has not ended yet: it is ${job.status}.`)
  }
  const detail = job.deletedAt
    ? 'The account deleted the result.'
    : `The result expired at ${job.expiresAt.toISOString()} and was deleted.`
  return new Problem(reason, detail)
}
