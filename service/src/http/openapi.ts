/** Describes the routes and their schemas as an OpenAPI 3.1 document, with `@fastify/swagger`. */
import swagger from '@fastify/swagger'
import { extraMediaTypes, mediaTypes } from '@recto/engine/media-types'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { z } from 'zod'
import { isApi } from './headers.ts'
import { PROBLEM_TYPE, type ProblemCode, problems } from './problem.ts'
import { namedSchemas, problemSchema } from './schemas.ts'
import { type App, writeHeaderName } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of a `multipart/form-data` body; the handler parses it itself. */
    readonly form?: z.ZodType
    /** The problems of this route besides those of all similar routes. */
    readonly problems?: readonly ProblemCode[]
  }
}

type Json = Readonly<Record<string, unknown>>

/** Either of the two headers identifies the caller. */
const withKey = [{ apiKey: [] }, { bearer: [] }]

/** Describes the routes that are added from now on; `app.swagger()` returns the document. */
export async function describeApi(app: App, hasExtraTypes: boolean): Promise<void> {
  const extra = hasExtraTypes ? Object.values(extraMediaTypes) : []
  const accepted = [...Object.values(mediaTypes), ...extra]
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Document-to-Markdown conversion',
        version: '1',
        description:
          'Converts PDF, Word, PowerPoint, Excel, HTML and text to Markdown. Errors are `application/problem+json` (RFC 9457) with a stable `code`. Within v1, only additions are made.',
      },
      tags: [
        { name: 'conversion', description: 'Documents to Markdown' },
        { name: 'jobs', description: 'Documents in the queue, and what became of them' },
        { name: 'account', description: 'Plan, budget, credits' },
        { name: 'health', description: 'For those who run the service' },
      ],
      // Routes that need a key declare it themselves.
      security: [{}, ...withKey],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The same keys.' },
        },
        headers: headerComponents,
      },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    transform: ({ schema = {}, url, route: { config = {} } }) => ({
      url,
      schema: describeRoute(schema, config, url),
    }),
    transformObject: (document) => completeDocument(document, accepted),
  })
}

function describeRoute(schema: FastifySchema, config: FastifyContextConfig, url: string): object {
  const { params, querystring, headers, response, ...rest } = schema
  const { auth, form } = config
  const parts = Object.entries({ params, querystring, headers })
  const successes = Object.entries(response ?? {}).map(describeSuccess)
  const failures = groupByStatus(problemsOf(schema, config, url)).map(describeFailure)
  return {
    ...rest,
    ...(!isApi(url) && { security: [] }),
    ...(auth && { security: withKey }),
    ...Object.fromEntries(parts.filter(([, part]) => part).map(describePart)),
    ...(form && { consumes: [FORM_TYPE], body: toJson(form) }),
    response: Object.fromEntries([...successes, ...failures]),
  }
}

function describePart([name, part]: readonly [string, unknown]) {
  const schema = toJson(part)
  if (name !== 'headers') return [name, schema] as const
  const properties = Object.entries(schema['properties'] ?? {})
  const named = properties.map(([key, value]) => [writeHeaderName(key), value])
  return [name, { ...schema, properties: Object.fromEntries(named) }] as const
}

const FORM_TYPE = 'multipart/form-data'
/** The problems of routes that need a feature. */
export const forbidden = ['feature_not_in_plan', 'key_restricted'] as const
const always = [
  'account_suspended',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const
const ofForms = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
] as const

/** Lists all problem codes that a route may answer with. */
function problemsOf(
  { querystring, headers }: FastifySchema,
  { auth, feature, form, problems: own = [] }: FastifyContextConfig,
  url: string,
): readonly ProblemCode[] {
  if (!isApi(url)) return own
  return [
    ...new Set([
      ...own,
      ...(auth === 'concealed' ? (['not_found'] as const) : (['unauthorized'] as const)),
      ...(feature ? forbidden : []),
      ...(form ? ofForms : []),
      ...(querystring || headers ? (['validation_error'] as const) : []),
      ...always,
    ]),
  ]
}

function groupByStatus(codes: readonly ProblemCode[]): (readonly [number, ProblemCode[]])[] {
  const statuses = [...new Set(codes.map((code) => problems[code].status))].toSorted()
  return statuses.map((status) => [
    status,
    codes.filter((code) => problems[code].status === status),
  ])
}

function describeFailure([status, codes]: readonly [number, ProblemCode[]]) {
  const description = codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n')
  const schema = { allOf: [toJson(problemSchema), { properties: { code: { enum: codes } } }] }
  return [status, { description, content: { [PROBLEM_TYPE]: { schema } } }] as const
}

/** A schema describes a JSON body; other bodies are written in OpenAPI's form, with zod schemas inside. */
function describeSuccess([status, success]: readonly [string, unknown]) {
  if (success instanceof z.ZodType) {
    const content = { 'application/json': { schema: toJson(success) } }
    return [status, { description: 'Done.', content }] as const
  }
  return [status, replaceSchemas(success)] as const
}

function replaceSchemas(value: unknown): unknown {
  if (value instanceof z.ZodType) return toJson(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, each]) => [name, replaceSchemas(each)]))
}

const jsonOptions = {
  io: 'input',
  uri: (id: string) => `#/components/schemas/${id}`,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    // This bound applies to every number in JSON; it would hide the meaningful ones.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    delete jsonSchema.$id
    delete jsonSchema.$schema
  },
} as const

/** Replaces a named schema by a reference to it. */
function toJson(schema: unknown): Json {
  if (!(schema instanceof z.ZodType)) throw new TypeError('A route has a schema that is not zod.')
  const name = namedSchemas.get(schema)?.id
  if (name !== undefined) return { $ref: jsonOptions.uri(name) }
  return z.toJSONSchema(schema, jsonOptions)
}

const integer = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

const headerComponents = {
  'X-Request-Id': {
    description: 'Id of the request. The service keeps a well-formed id that the client sends.',
    required: true,
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Size of the current window.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Remaining requests in the window.', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until the window refills.', schema: integer },
  'RateLimit-Policy': {
    description: 'The window, in the form of draft-ietf-httpapi-ratelimit-headers.',
    schema: text,
  },
  RateLimit: { description: 'The remaining requests, in the same form.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: integer },
  'WWW-Authenticate': {
    description: 'The scheme for sending a key.',
    required: true,
    schema: text,
  },
} as const

const { 'Retry-After': _retryAfter, 'WWW-Authenticate': _authenticate, ...ofAll } = headerComponents
const ofStatus: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

interface Operation {
  readonly requestBody?: { readonly content: { readonly [FORM_TYPE]: { encoding?: Json } } }
  readonly responses: Readonly<Record<string, { headers?: Json }>>
}

/**
 * Adds what the routes do not declare: the headers of all answers, the types of the uploaded file, the named schemas.
 */
function completeDocument(document: object, accepted: readonly string[]): object {
  // Sound: swagger built it from the routes and the options above.
  const { openapiObject } = document as {
    readonly openapiObject: {
      readonly components: Json
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    }
  }
  const operations = Object.values(openapiObject.paths).flatMap((path) => Object.values(path))
  for (const { requestBody, responses } of operations) {
    const form = requestBody?.content[FORM_TYPE]
    if (form) form.encoding = { file: { contentType: accepted.join(', ') } }
    for (const [status, response] of Object.entries(responses)) {
      const names = [...Object.keys(ofAll), ...(ofStatus[status] ?? [])]
      const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const)
      response.headers = { ...Object.fromEntries(refs), ...response.headers }
    }
  }
  const { schemas } = z.toJSONSchema(namedSchemas, jsonOptions)
  return { ...openapiObject, components: { ...openapiObject.components, schemas } }
}
