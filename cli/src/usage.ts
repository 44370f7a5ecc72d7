import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Wrong usage or set-up: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What to do about it, a sentence. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/**
 * Reads the words of a subcommand as options and positionals.
 *
 * @param advice What to do when they are wrong, a sentence.
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
    // parseArgs throws a TypeError whose message names the wrong option.
    throw new UsageError(error instanceof Error ? error.message : String(error), advice)
  }
}
