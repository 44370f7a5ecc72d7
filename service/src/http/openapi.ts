/** The routes' descriptions and the schemas → an OpenAPI 3.1 document. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PROBLEM_TYPE, type ProblemCode, problems } from './problem.ts'
import { namedSchemas, type SchemaName } from './schemas.ts'

/** What a route says of itself. */
export interface Operation {
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly tag: 'conversion' | 'jobs' | 'account' | 'health'
  readonly needsKey?: boolean
  readonly parameters?: readonly Parameter[]
  readonly form?: {
    readonly schema: SchemaName
    /** Media types of the part `file`. */
    readonly fileTypes: readonly string[]
  }
  /** A body in JSON with 200, or what else there may be. */
  readonly result: SchemaName | readonly Success[]
  /** All codes that it may answer with. */
  readonly problems: readonly ProblemCode[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly schema: Json
}

export interface Success {
  readonly status: number
  readonly description: string
  /** Schemas by media type; without one it is text. */
  readonly content?: Readonly<Record<string, SchemaName | undefined>>
  readonly headers?: readonly HeaderName[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Left out by routes that are not part of the interface. */
    readonly operation?: Operation
  }
}

type Json = Readonly<Record<string, unknown>>

interface Described {
  readonly method: string
  readonly url: string
  readonly operation: Operation
}

/** Collects the operations that are added from now on. @returns Writes the document. */
export function describeApi(app: FastifyInstance): () => Json {
  const described: Described[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const operation = config?.operation
    if (!operation || method === 'HEAD') return
    for (const each of [method].flat()) described.push({ method: each, url, operation })
  })
  return () => writeDocument(described)
}

function writeDocument(described: readonly Described[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { method, url, operation } of described) {
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: writeOperation(url, operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Document-to-Markdown conversion',
      version: '1',
      description:
        'Converts PDF, Word, PowerPoint, Excel, HTML and text to Markdown. Errors are `application/problem+json` (RFC 9457) with a stable `code`. Within v1 only additions are made.',
    },
    tags: [
      { name: 'conversion', description: 'Documents to Markdown' },
      { name: 'jobs', description: 'Documents in the queue, and what became of them' },
      { name: 'account', description: 'Plan, budget, credits' },
      { name: 'health', description: 'For those who run the service' },
    ],
    // Calls that need a key say so themselves.
    security: [{}, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: headerComponents,
      schemas: writeSchemas(),
    },
  }
}

function writeOperation(url: string, operation: Operation): Json {
  const { id, summary, description, tag, form, result, needsKey, parameters } = operation
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(!url.startsWith('/v1/') && { security: [] }),
    ...(needsKey && { security: [{ apiKey: [] }] }),
    ...(parameters && { parameters: parameters.map(writeParameter) }),
    ...(form && { requestBody: writeForm(form) }),
    responses: {
      ...Object.fromEntries(successesOf(result).map(writeSuccess)),
      ...Object.fromEntries(groupByStatus(operation.problems).map(writeProblemResponse)),
    },
  }
}

function writeParameter(parameter: Parameter): Json {
  return { ...parameter, required: parameter.in === 'path' }
}

function successesOf(result: Operation['result']): readonly Success[] {
  if (typeof result !== 'string') return result
  return [{ status: 200, description: 'Done.', content: { 'application/json': result } }]
}

function writeSuccess({ status, description, content = {}, headers = [] }: Success) {
  const bodies = Object.entries(content).map(([type, name]) => {
    const schema = name === undefined ? { type: 'string' } : refTo(name)
    return [type, { schema }] as const
  })
  return [
    status,
    {
      description,
      headers: headersOf(status, headers),
      ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
    },
  ] as const
}

function writeForm({ schema, fileTypes }: NonNullable<Operation['form']>): Json {
  const encoding = { file: { contentType: fileTypes.join(', ') } }
  const content = { 'multipart/form-data': { schema: refTo(schema), encoding } }
  return { required: true, content }
}

function groupByStatus(codes: readonly ProblemCode[]): (readonly [number, ProblemCode[]])[] {
  const statuses = [...new Set(codes.map((code) => problems[code].status))].toSorted()
  return statuses.map((status) => [
    status,
    codes.filter((code) => problems[code].status === status),
  ])
}

function writeProblemResponse([status, codes]: readonly [number, ProblemCode[]]) {
  const lines = codes.map((code) => `\`${code}\`: ${problems[code].meaning}`)
  const schema = { allOf: [refTo('Problem'), { properties: { code: { enum: codes } } }] }
  const content = { [PROBLEM_TYPE]: { schema } }
  return [status, { description: lines.join('\n\n'), headers: headersOf(status), content }] as const
}

function refTo(name: SchemaName): Json {
  return { $ref: `#/components/schemas/${name}` }
}

const integer = { type: 'integer', minimum: 0 }

const headerComponents = {
  'X-Request-Id': {
    description: 'Name of the request; a well-formed one that the request carries is kept.',
    required: true,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Size of the current window.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until the window refills.', schema: integer },
  'RateLimit-Policy': {
    description: 'The window, as draft-ietf-httpapi-ratelimit-headers has it.',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'What is left of it, likewise.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: integer },
  ETag: { description: 'Changes with the content.', schema: { type: 'string' } },
  'Content-Disposition': {
    description: 'Name for the file, made of that of the document.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How a key is sent.',
    required: true,
    schema: { type: 'string' },
  },
} as const

type HeaderName = keyof typeof headerComponents

const everywhere: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]
const ofStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function headersOf(status: number, more: readonly HeaderName[] = []): Json {
  const names = [...everywhere, ...(ofStatus[status] ?? []), ...more]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function writeSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => {
      // What is true of every number in JSON; it hides what is true of this one.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      delete jsonSchema.$id
      delete jsonSchema.$schema
    },
  })
  return schemas
}
