/** Words of a command line → which page of which file to look at, which stage of its reading, and where to. */
import { basename, extname } from 'node:path'
import { type InspectionStage, inspectionStages } from '@recto/engine/inspect'
import { parseWords, UsageError } from '../usage.ts'

export interface InspectArguments {
  readonly input: string
  /** From 1. */
  readonly page: number
  readonly stage: InspectionStage
  /** A file, or `-` for standard output. */
  readonly out: string
}

// Sound: the keys of the table of stages are their names.
const stages = Object.keys(inspectionStages) as InspectionStage[]

export const inspectUsage = `recto inspect: how a page of a PDF was read, painted over its picture

Usage: recto inspect FILE [options]

  FILE              a PDF
  --page N          the page, from 1 (default: 1)
  --stage STAGE     what is painted (default: blocks)
  -o, --out OUT     an SVG file, or - for standard output (default: FILE-pageN-STAGE.svg in the current folder)
  -h, --help

Stages, in the order of the reading:
${stages.map((name) => `  ${name.padEnd(18)}${inspectionStages[name].about}`).join('\n')}

Exit code: 0 painted, 1 the document or the page could not be read, 2 wrong usage.
`

export const inspectOptions = {
  page: { type: 'string' },
  stage: { type: 'string' },
  out: { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const
const advice = 'recto inspect --help shows the usage.'

/**
 * Reads the arguments of `recto inspect`.
 *
 * @returns `undefined` when help was asked for.
 * @throws {UsageError}
 */
export function parseInspectArguments(args: readonly string[]): InspectArguments | undefined {
  const { values, positionals } = parseWords(args, inspectOptions, advice)
  if (values.help) return undefined
  const [input, ...others] = positionals
  if (input === undefined) throw wrong('No input file was given.')
  if (others.length > 0) throw wrong(`One file is inspected at a time; there is also ${others[0]}.`)
  const page = Number(values.page ?? 1)
  if (!Number.isInteger(page) || page < 1) throw wrong(`--page ${values.page} is no page number.`)
  const stage = stages.find((name) => name === (values.stage ?? 'blocks'))
  if (!stage) throw wrong(`--stage ${values.stage} is not one of ${stages.join(', ')}.`)
  const out = values.out ?? `${basename(input, extname(input))}-page${page}-${stage}.svg`
  return { input, page, stage, out }
}

export function wrong(message: string): UsageError {
  return new UsageError(message, advice)
}
