/** Connects the routes' zod schemas to Fastify; `validation_error` names each invalid field. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { type FieldError, Problem } from './problem.ts'

export interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  readonly serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** A Fastify app whose handlers receive the output of their route's zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

const locations: Readonly<Record<string, FieldError['location']>> = {
  querystring: 'query',
  params: 'path',
  headers: 'header',
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = '' }) => {
  const location = locations[httpPart] ?? 'body'
  return (data: Readonly<Record<string, unknown>>) => {
    const { data: value, error } = schema.safeParse(data)
    if (!error) return { value }
    return {
      error: invalidFields(error.issues.map((issue) => toFieldError(issue, location, data))),
    }
  }
}

/**
 * Checks the text fields of a form.
 *
 * @throws {Problem} `validation_error`
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const { data, error } = schema.safeParse(fields)
  if (error) throw invalidFields(error.issues.map((issue) => toFieldError(issue, 'body', fields)))
  return data
}

/** Answers are not validated here: their types match the schemas, and tests check them against the OpenAPI document. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = () => JSON.stringify

function invalidFields(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ message }) => message).join(' ')
  return new Problem('validation_error', detail, { errors })
}

/** Makes the problem of one invalid form field. */
export function wrongField(field: string, message: string): Problem {
  return invalidFields([{ location: 'body', field, code: 'not_allowed', message }])
}

function toFieldError(
  issue: z.core.$ZodIssue,
  location: FieldError['location'],
  data: Readonly<Record<string, unknown>>,
): FieldError {
  const name = String(issue.path[0])
  const field = location === 'header' ? writeHeaderName(name) : name
  const error = (code: string, predicate: string): FieldError => ({
    location,
    field,
    code,
    message: `\`${field}\` ${predicate}`,
  })
  if (Array.isArray(data[name])) return error('duplicate', 'must not be repeated.')
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    return { ...error('not_allowed', `must be one of ${allowed.join(', ')}.`), allowed }
  }
  const isNumber = issue.code !== 'custom' && issue.code !== 'invalid_format'
  return error(isNumber ? 'out_of_range' : 'malformed', issue.message)
}

/** Formats a header name: `idempotency-key` → `Idempotency-Key`. */
export function writeHeaderName(name: string): string {
  return name.replace(/(?<![^-])\w/g, (letter) => letter.toUpperCase())
}

/** Parses a whole number in a query. */
export function integerIn(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}.`
  const read = (text: unknown): unknown => (/^\d{1,9}$/.test(String(text)) ? Number(text) : text)
  return z.preprocess(read, z.int(message).min(min, message).max(max, message))
}

/** The query parameters that select a page of a list. */
export function pageQuery<Position>(readCursor: (text: string) => Position | undefined) {
  const cursor = z.string().transform((text, context) => {
    const position = readCursor(text)
    if (position === undefined) context.addIssue('is not a valid `next_cursor`.')
    return position
  })
  return z.object({
    limit: integerIn(1, 200).default(50).meta({ description: 'Items per page.', default: 50 }),
    cursor: cursor.optional().describe('The `next_cursor` of the previous page.'),
  })
}
