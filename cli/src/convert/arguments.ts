/** Parses the arguments of `recto convert`. */
import { type OutputFormat, outputFormats, parsePageRanges } from '@recto/engine'
import { type Language, languages, parseLanguages } from '@recto/engine/tesseract'
import { parseWords, UsageError } from '../usage.ts'
import { convertOptions } from './options.ts'

export const lanes = ['fidelity', 'fast'] as const
export const ocrModes = ['auto', 'off', 'force'] as const

/** The action for an output that already exists. */
export type ExistingOutput = 'refuse' | 'overwrite' | 'skip'

export interface ConvertArguments {
  /** Paths of files and folders, globs, addresses, or `-` for standard input. */
  readonly inputs: readonly string[]
  /** A file with further inputs, one per line, or `-`. */
  readonly filesFrom: string | undefined
  readonly recursive: boolean
  readonly lane: (typeof lanes)[number]
  /** At least one format, without repeats. */
  readonly to: readonly OutputFormat[]
  /** A file, a folder, or `-` for standard output. */
  readonly out: string | undefined
  readonly existing: ExistingOutput
  /** Media type of all inputs; when left out it is detected from file names, or from the content of standard input. */
  readonly type: string | undefined
  readonly pages: string | undefined
  readonly chunkSize: number | undefined
  readonly ocr: (typeof ocrModes)[number] | undefined
  readonly ocrLanguages: readonly Language[] | undefined
  readonly password: string | undefined
  /** A folder for the images of documents. */
  readonly images: string | undefined
  readonly pageBreaks: boolean
  readonly frontMatter: boolean
  readonly mainContent: boolean
  /** Concurrent documents; one per core when left out. */
  readonly jobs: number | undefined
  readonly timeoutSeconds: number | undefined
  readonly loudness: 'quiet' | 'usual' | 'verbose'
  readonly jsonErrors: boolean
  readonly jsonLines: boolean
}

const advice = 'recto convert --help shows the usage.'
const MAX_JOBS = 256
/** The longest delay that `setTimeout` takes, rounded down. */
export const MAX_TIMEOUT_SECONDS = 2_000_000
const CHUNK_SIZES = { least: 100, most: 1_000_000 }

type Values = ReturnType<typeof parseWords<typeof convertOptions>>['values']

/**
 * Parses the arguments of `recto convert`.
 *
 * @returns `undefined` if help was requested.
 * @throws {UsageError}
 */
export function parseConvertArguments(args: readonly string[]): ConvertArguments | undefined {
  const { values, positionals } = parseWords(args, convertOptions, advice)
  if (values.help) return undefined
  const filesFrom = values['files-from']
  checkInputs(positionals, filesFrom)
  const to = formatsOf(values.to ?? 'markdown')
  checkTogether(values, to)
  const { pages } = values
  if (pages !== undefined && !parsePageRanges(pages)) {
    throw wrong(`--pages ${pages} is not a list of pages such as 1-3,7.`)
  }
  const { least, most } = CHUNK_SIZES
  return {
    inputs: positionals,
    filesFrom,
    recursive: values.recursive ?? false,
    lane: oneOf(lanes, values.lane ?? 'fidelity', '--lane'),
    to,
    out: values.out,
    existing: values.force ? 'overwrite' : values['skip-existing'] ? 'skip' : 'refuse',
    type: values.type,
    pages,
    chunkSize: numberOf(values['chunk-size'], '--chunk-size', least, most),
    ocr: values.ocr === undefined ? undefined : oneOf(ocrModes, values.ocr, '--ocr'),
    ocrLanguages: languagesOf(values['ocr-languages']),
    password: values.password,
    images: values.images,
    pageBreaks: values['page-breaks'] ?? false,
    frontMatter: values['front-matter'] ?? false,
    mainContent: values['main-content'] ?? false,
    jobs: numberOf(values.jobs, '--jobs', 1, MAX_JOBS),
    timeoutSeconds: numberOf(values.timeout, '--timeout', 1, MAX_TIMEOUT_SECONDS),
    loudness: values.quiet ? 'quiet' : values.verbose ? 'verbose' : 'usual',
    jsonErrors: values['json-errors'] ?? false,
    jsonLines: values['json-lines'] ?? false,
  }
}

function languagesOf(text: string | undefined): readonly Language[] | undefined {
  if (text === undefined) return undefined
  const found = parseLanguages(text)
  if (!found) throw wrong(`--ocr-languages ${text} is not a list of ${languages.join(', ')}.`)
  return found
}

function checkInputs(inputs: readonly string[], filesFrom: string | undefined): void {
  if (inputs.length === 0 && filesFrom === undefined) throw wrong('No input file was given.')
  const fromStandardInput = [...inputs, filesFrom].filter((input) => input === '-')
  if (fromStandardInput.length > 1) throw wrong('Standard input (-) can be read only once.')
}

/** Rejects options that contradict each other. */
function checkTogether(values: Values, to: readonly OutputFormat[]): void {
  const pairs = [
    ['force', 'skip-existing'],
    ['quiet', 'verbose'],
    ['json-lines', 'json-errors'],
  ] as const
  const both = pairs.find(([one, other]) => values[one] && values[other])
  if (both) throw wrong(`--${both[0]} and --${both[1]} contradict each other.`)
  const isToStandardOutput = values.out === undefined || values.out === '-'
  if (isToStandardOutput && to.length > 1) {
    throw wrong('Several output formats need a folder: -o FOLDER.')
  }
  if (isToStandardOutput && values['json-lines']) {
    throw wrong(
      '--json-lines writes its report to standard output: choose a folder for the documents with -o FOLDER.',
    )
  }
  for (const name of ['page-breaks', 'front-matter'] as const) {
    if (values[name] && !to.includes('markdown')) throw wrong(`--${name} is for --to markdown.`)
  }
  if (values.images !== undefined && values.lane === 'fast') {
    throw wrong('--images needs --lane fidelity.')
  }
  if (values['chunk-size'] !== undefined && !to.includes('chunks')) {
    throw wrong('--chunk-size needs --to chunks.')
  }
}

function formatsOf(words: string): readonly OutputFormat[] {
  const names = words.split(',').map((word) => word.trim())
  return [...new Set(names.map((name) => oneOf(outputFormats, name, '--to')))]
}

function numberOf(
  value: string | undefined,
  option: string,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw wrong(`${option} ${value} is not a whole number from ${least} to ${most}.`)
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

export function wrong(message: string): UsageError {
  return new UsageError(message, advice)
}
