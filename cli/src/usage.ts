/** Parses command line arguments into options and positionals. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { suggest } from './suggest.ts'

/** Wrong usage or configuration: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** A sentence of advice. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/**
 * Parses the arguments of a subcommand.
 *
 * @param advice A sentence that follows the message of an error.
 * @throws {UsageError}
 */
export function parseWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
  advice: string,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(toSentence(error, Object.keys(options)), advice)
  }
}

/** Names an unknown option and suggests the nearest known one. The message of `parseArgs` suggests quoting it as a positional instead. */
function toSentence(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
  if (unknown === undefined) return message
  const names = options.map((name) => `--${name}`)
  return `There is no option ${unknown}.${suggest(unknown, names)}`
}
