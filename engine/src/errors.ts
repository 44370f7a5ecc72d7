/** Defines the failures of a conversion: a `ConversionError` ends it, a `Warning` reports lost content. */
import type { Provenance } from './model/index.ts'

/**
 * The reason why a document cannot be converted; stable, because clients branch on it.
 * - `unsupported_media_type`: the declared type is not accepted, or the bytes are of another type.
 * - `conversion_failed`: the bytes are damaged, or exceed a limit against hostile input.
 * - `password_protected`: the document cannot be opened without a password.
 * - `too_many_pages`: more pages, slides or sheets than the caller allows.
 */
export type ConversionErrorCode =
  | 'unsupported_media_type'
  | 'conversion_failed'
  | 'password_protected'
  | 'too_many_pages'

/** Details of an error, for the log. */
interface ConversionErrorOptions {
  /** The exact cause, for the log; never shown to the user. */
  readonly detail?: string
  readonly cause?: unknown
}

/** A fault of the input: final, never retried. The message is a sentence for the user. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
  readonly code: ConversionErrorCode
  readonly detail: string | undefined

  /**
   * @param sentence For the user: what happened, to what, and what to do. No paths, no internals.
   */
  constructor(code: ConversionErrorCode, sentence: string, options: ConversionErrorOptions = {}) {
    super(sentence, { cause: options.cause })
    this.code = code
    this.detail = options.detail
  }
}

/** A report of lost or guessed content; the document was converted nevertheless. */
export interface Warning {
  /** Stable, snake_case: `unknown_element`, `missing_part`, … */
  readonly code: string
  /** A sentence for the user. */
  readonly message: string
  /** The affected page, for a warning about a whole page. */
  readonly page?: number
  readonly provenance?: Provenance
}

/** The most warnings of one code that a conversion keeps; a hostile file could cause millions. */
const MAX_WARNINGS_PER_CODE = 20

/** Collects warnings: a bounded number of each code, and no duplicates among those without a location. */
export class Warnings {
  readonly list: Warning[] = []
  readonly #counts = new Map<string, number>()

  /** @param location A location, or the number of a page. */
  add(code: string, message: string, location?: Provenance | number): void {
    const provenance = typeof location === 'object' ? location : undefined
    const page = typeof location === 'number' ? location : undefined
    if (!provenance && this.list.some((other) => other.message === message)) return
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count > MAX_WARNINGS_PER_CODE) return
    this.list.push({
      code,
      message,
      ...(page !== undefined && { page }),
      ...(provenance && { provenance }),
    })
  }
}

/** A failure of our own code that lost part of a document. */
export interface Fault {
  /** The name of the pass that failed. */
  readonly pass: string
  /** The affected page; absent if the pass works on the whole document. */
  readonly page?: number
  /** The stack of the error. */
  readonly cause: string
}

export function toFault(pass: string, error: unknown, page?: number): Fault {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { pass, ...(page !== undefined && { page }), cause }
}
