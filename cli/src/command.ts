/** The interface of a subcommand. */
import type { ParseArgsConfig } from 'node:util'

export type Options = NonNullable<ParseArgsConfig['options']>

export interface Command {
  readonly words: string
  readonly about: string
  /** @returns The exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
  /** Words that may follow the command, for completions. */
  readonly verbs?: readonly string[]
  readonly options: () => Promise<Options>
}
