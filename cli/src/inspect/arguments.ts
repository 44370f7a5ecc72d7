/** Parses the arguments of `recto inspect`: a file, a page, a stage and an output. */
import { basename, extname } from 'node:path'
import { type InspectionStage, inspectionStages } from '@recto/engine/inspect'
import { parseWords, UsageError } from '../usage.ts'

export interface InspectArguments {
  readonly input: string
  /** Counted from 1; all pages of an HTML report when left out. */
  readonly page: number | undefined
  readonly isHtml: boolean
  readonly stage: InspectionStage
  /** A file, or `-` for standard output. */
  readonly out: string
}

// Sound: the keys of the table of stages are their names.
const stages = Object.keys(inspectionStages) as InspectionStage[]

export const inspectUsage = `recto inspect: how a page of a PDF was read, painted over its picture

Usage: recto inspect FILE [options]

  FILE              a PDF
  --page N          the page, from 1 (default: 1; with --html all pages)
  --stage STAGE     the stage to draw (default: blocks)
  --html            one HTML file with the drawn pages beside their Markdown, instead of an SVG
  -o, --out OUT     a file, or - for standard output (default: in the current folder, FILE-pageN-STAGE.svg or FILE.html)
  -h, --help

Stages, in the order of processing:
${stages.map((name) => `  ${name.padEnd(18)}${inspectionStages[name].about}`).join('\n')}

Exit code: 0 success, 1 the document or the page could not be read, 2 wrong usage.
`

export const inspectOptions = {
  page: { type: 'string' },
  stage: { type: 'string' },
  html: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  help: { type: 'boolean', short: 'h' },
} as const
const advice = 'recto inspect --help shows the usage.'

/**
 * Parses the arguments of `recto inspect`.
 *
 * @returns `undefined` if help was requested.
 * @throws {UsageError}
 */
export function parseInspectArguments(args: readonly string[]): InspectArguments | undefined {
  const { values, positionals } = parseWords(args, inspectOptions, advice)
  if (values.help) return undefined
  const [input, ...others] = positionals
  if (input === undefined) throw wrong('No input file was given.')
  if (others.length > 0)
    throw wrong(`Only one file can be inspected at a time; ${others[0]} is a second one.`)
  const { html: isHtml = false } = values
  const page = pageOf(values.page, isHtml)
  const stage = stages.find((name) => name === (values.stage ?? 'blocks'))
  if (!stage) throw wrong(`--stage ${values.stage} is not one of ${stages.join(', ')}.`)
  const name = basename(input, extname(input))
  const out = values.out ?? (isHtml ? `${name}.html` : `${name}-page${page}-${stage}.svg`)
  return { input, page, isHtml, stage, out }
}

function pageOf(text: string | undefined, isHtml: boolean): number | undefined {
  if (text === undefined) return isHtml ? undefined : 1
  const page = Number(text)
  if (!Number.isInteger(page) || page < 1) throw wrong(`--page ${text} is not a page number.`)
  return page
}

export function wrong(message: string): UsageError {
  return new UsageError(message, advice)
}
