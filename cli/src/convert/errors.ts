/** The error of a file that was not converted: a stable code and a sentence. */
import { ConversionFailure, PoolError } from '@recto/converter'
import { ConversionError } from '@recto/engine'

export class ConvertError extends Error {
  override readonly name = 'ConvertError'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Turns errors of the converter and the file system into printable ones; rethrows any other error as a bug. */
export function toConvertError(error: unknown): ConvertError {
  if (error instanceof ConvertError) return error
  if (error instanceof ConversionFailure || error instanceof ConversionError) {
    return new ConvertError(error.code, error.message)
  }
  if (error instanceof PoolError) {
    return new ConvertError('internal', 'The converter could not be started on this machine.')
  }
  if (isSystemError(error)) {
    return new ConvertError('not_written', `${error.code}: the output could not be written.`)
  }
  throw error
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
