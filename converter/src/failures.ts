/** The errors of a conversion in the pool. */
import type { ConversionErrorCode } from '@recto/engine'

export type FailureCode = ConversionErrorCode | 'timeout' | 'cancelled' | 'internal'

/** A conversion that failed permanently. The message is a sentence for the user, `detail` is for the log. */
export class ConversionFailure extends Error {
  override readonly name = 'ConversionFailure'
  readonly code: FailureCode
  readonly detail: string | undefined

  constructor(code: FailureCode, sentence: string, detail?: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
    this.detail = detail
  }
}

/**
 * The reason why the pool refused or returned a task; a later attempt may succeed.
 * - `busy`: too many tasks wait, or this one has waited too long.
 * - `unavailable`: no child starts.
 * - `closed`: the pool was closed.
 */
export type Unavailability = 'busy' | 'unavailable' | 'closed'

export class PoolError extends Error {
  override readonly name = 'PoolError'
  readonly reason: Unavailability

  constructor(reason: Unavailability) {
    super(`The converter is ${reason}.`)
    this.reason = reason
  }
}

/** The reason why a child ended during a task. */
export type ExitReason = 'deadline' | 'memory' | 'cancelled' | 'garbage' | 'died'

const failureOfDeath: Readonly<Record<ExitReason, readonly [code: FailureCode, sentence: string]>> =
  {
    deadline: ['timeout', 'The conversion took too long and was stopped.'],
    memory: ['conversion_failed', 'The document was not converted: it needs too much memory.'],
    cancelled: ['cancelled', 'The conversion was cancelled.'],
    garbage: ['conversion_failed', 'The document could not be converted: the converter crashed.'],
    died: ['conversion_failed', 'The document could not be converted: the converter crashed.'],
  }

export function toFailure(death: ExitReason, detail: string): ConversionFailure {
  return new ConversionFailure(...failureOfDeath[death], `${death}: ${detail}`)
}
