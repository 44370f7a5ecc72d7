/** Values of a request → what they mean, or a `validation_error` that names the field. */
import { type FieldError, Problem } from './problem.ts'

export function invalidField(error: FieldError): Problem {
  return new Problem('validation_error', error.message, { errors: [error] })
}

/** A parameter of the query, once or not at all. */
export function readQuery(query: unknown, field: string): string | undefined {
  // Sound: the server makes an object of every query.
  const value = (query as Readonly<Record<string, string | string[] | undefined>>)[field]
  if (!Array.isArray(value)) return value
  const message = `\`${field}\` is there more than once.`
  throw invalidField({ location: 'query', field, code: 'duplicate', message })
}

/** A whole number within bounds. */
export function readInteger(
  query: unknown,
  field: string,
  { min, max, preset }: { readonly min: number; readonly max: number; readonly preset: number },
): number {
  const text = readQuery(query, field)
  if (text === undefined) return preset
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value
  const message = `\`${field}\` must be a whole number from ${min} to ${max}.`
  throw invalidField({ location: 'query', field, code: 'out_of_range', message })
}

/** One of a few words. */
export function readWord<Word extends string>(
  query: unknown,
  field: string,
  allowed: readonly Word[],
): Word | undefined {
  const text = readQuery(query, field)
  const word = allowed.find((each) => each === text)
  if (word !== undefined || text === undefined) return word
  const message = `\`${field}\` must be one of ${allowed.join(', ')}.`
  throw invalidField({ location: 'query', field, code: 'not_allowed', message, allowed })
}
