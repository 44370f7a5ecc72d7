/** Lists what a shell can complete, from the table of subcommands and their options. */
import { outputFormats } from '@recto/engine'
import { inspectionStages } from '@recto/engine/inspect'
import type { Command } from '../command.ts'
import { lanes, ocrModes } from '../convert/index.ts'

interface CompletedOption {
  readonly long: string
  readonly short: string | undefined
  /** True for an option without a value. */
  readonly isFlag: boolean
  /** The allowed values; empty for free text. */
  readonly values: readonly string[]
}

export interface Completed {
  readonly name: string
  readonly about: string
  readonly verbs: readonly string[]
  readonly options: readonly CompletedOption[]
}

const values: Readonly<Record<string, readonly string[]>> = {
  'convert to': outputFormats,
  'convert lane': lanes,
  'convert ocr': ocrModes,
  'inspect stage': Object.keys(inspectionStages),
  'serve role': ['all', 'web', 'worker'],
}

export function findCompleted(commands: Readonly<Record<string, Command>>): Promise<Completed[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { about, verbs = [], options }]) => ({
      name,
      about,
      verbs,
      options: Object.entries(await options()).map(([long, { type, short }]) => ({
        long,
        short,
        isFlag: type === 'boolean',
        values: values[`${name} ${long}`] ?? [],
      })),
    })),
  )
}
