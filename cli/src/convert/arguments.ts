/** Words of a command line → what to convert, how, and where to. */
import { type OutputFormat, outputFormats } from '@recto/engine'
import { parseWords, UsageError } from '../usage.ts'

const lanes = ['fast', 'fidelity'] as const
export type Lane = (typeof lanes)[number]

export interface ConvertArguments {
  /** Paths, globs, or `-` for standard input. */
  readonly inputs: readonly string[]
  readonly lane: Lane
  readonly to: OutputFormat
  /** A file, a folder, or `-` for standard output. */
  readonly out: string | undefined
  /** Media type for all inputs; otherwise by the name's ending, or by content from standard input. */
  readonly type: string | undefined
  readonly mainContent: boolean
  readonly jsonErrors: boolean
}

export const convertUsage = `recto convert: documents to Markdown or JSON, without a server

Usage: recto convert FILE… [options]

  FILE…             PDF, DOCX, PPTX, XLSX, HTML or text files; globs ("docs/*.pdf"); - for standard input
  --lane LANE       fast: what POST /v1/convert gives; fidelity (default): everything that can be had
  --to FORMAT       markdown (default); json: a DoclingDocument with pages as an array; docling: as docling loads it;
                    chunks: a JSON object a line; html; text
  -o, --out OUT     a file, a folder, or - for standard output (default: standard output for one file,
                    the current folder for several)
  --type TYPE       media type of the input, where its name does not tell
  --main-content    of HTML pages only the main content, without menus and asides
  --json-errors     errors as one JSON object a line, and no warnings
  -h, --help

RECTO_OCR=off leaves text unread that only pictures show; RECTO_TESSERACT is heard as by the service.

Exit code: 0 all converted, 1 some document could not be converted, 2 wrong usage or set-up.
`

const options = {
  lane: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string', short: 'o' },
  type: { type: 'string' },
  'main-content': { type: 'boolean' },
  'json-errors': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
const advice = 'recto convert --help shows the usage.'

/**
 * Reads the arguments of `recto convert`.
 *
 * @returns `undefined` when help was asked for.
 * @throws {UsageError}
 */
export function parseConvertArguments(args: readonly string[]): ConvertArguments | undefined {
  const { values, positionals } = parseWords(args, options, advice)
  if (values.help) return undefined
  if (positionals.length === 0) throw wrong('No input file was given.')
  if (positionals.filter((input) => input === '-').length > 1) {
    throw wrong('Standard input (-) can be read only once.')
  }
  return {
    inputs: positionals,
    lane: oneOf(lanes, values.lane ?? 'fidelity', '--lane'),
    to: oneOf(outputFormats, values.to ?? 'markdown', '--to'),
    out: values.out,
    type: values.type,
    mainContent: values['main-content'] ?? false,
    jsonErrors: values['json-errors'] ?? false,
  }
}

function oneOf<const Value extends string>(
  allowed: readonly Value[],
  value: string,
  option: string,
): Value {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw wrong(`${option} ${value} is not one of ${allowed.join(', ')}.`)
  return found
}

function wrong(message: string): UsageError {
  return new UsageError(message, advice)
}
