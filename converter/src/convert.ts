/** Converts an untrusted document in a confined child process, with the interface of the engine's `convert`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Chunk,
  type CollectedImage,
  type Conversion,
  ConversionError,
  type ConversionErrorCode,
  type ConvertInput,
  checkOptions,
  defaultLimits,
  type ConvertOptions as EngineOptions,
  type Limits,
  type OptionCheck,
} from '@recto/engine'
import { putDocument } from './document-input.ts'
import { ConversionFailure } from './failures.ts'
import { readImages } from './images.ts'
import { borrowPool } from './shared-pools.ts'
import type { Result, Task } from './worker.ts'

export interface ConfinedOptions extends EngineOptions {
  /** Deadline of the conversion, in milliseconds. Default 120,000. */
  readonly deadlineMs?: number
  /** Memory limit of the child, MiB; at least 192. Default 1,024. */
  readonly memoryMb?: number
  /** The largest number of characters in a chunk, at least 100. Default 2,000. */
  readonly chunkSize?: number
}

const DEADLINE_MS = 120_000
const MEMORY_MB = 1_024
/** A freshly started child uses about 100. */
const MIN_MEMORY_MB = 192
const CHUNK_SIZE = 2_000

function numberFrom(least: number, unit: string): OptionCheck {
  const is = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= least
  return { is, must: `a number of ${unit}, at least ${least}` }
}

const checks: Readonly<Record<Exclude<keyof ConfinedOptions, keyof EngineOptions>, OptionCheck>> = {
  deadlineMs: numberFrom(1, 'milliseconds'),
  memoryMb: numberFrom(MIN_MEMORY_MB, 'MiB'),
  chunkSize: numberFrom(100, 'characters'),
}

const forms = ['markdown', 'docling', 'chunks', 'html', 'text'] as const
type Forms = Readonly<Record<(typeof forms)[number], string>>

/**
 * Converts a document in a child process that can read no other files, reach no network and start no programs, and that
 * is ended at the deadline or past its memory limit.
 *
 * The same call as `convert` of `@recto/engine`, but the child makes all output formats at once; `chunkSize` sets the
 * size of chunks.
 *
 * @example
 * const { markdown } = await convert(upload, { filename: 'report.pdf', deadlineMs: 30_000, memoryMb: 512 })
 *
 * @throws {TypeError} for an unknown option or an invalid value.
 * @throws {ConversionError} if the document has an unsupported type, is damaged or protected, exceeds a limit, or needs
 * too much memory.
 * @throws {ConversionFailure} `timeout` at the deadline; `internal` for a bug.
 * @throws The reason of `signal` once it is aborted, or the error of reading the file.
 */
export async function convert(
  input: ConvertInput,
  options: ConfinedOptions = {},
): Promise<Conversion> {
  checkOptions(options, checks)
  const { signal, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, onProgress } = options
  signal?.throwIfAborted()
  const loan = borrowPool(memoryMb)
  try {
    const folder = await mkdtemp(join(loan.folder, 'conversion-'))
    try {
      const task = await toTask(input, options, folder, memoryMb)
      const run = { deadlineMs, ...(signal && { signal }), ...(onProgress && { onProgress }) }
      const result = await loan.pool.convert(task, run)
      const images = await readImages(task.outputs.images, result.imageEntries)
      return toConversion(result, await readForms(task), images, options.chunkSize)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    throw toThrown(error, signal)
  } finally {
    loan.giveBack()
  }
}

async function toTask(
  input: ConvertInput,
  options: ConfinedOptions,
  folder: string,
  memoryMb: number,
): Promise<Task> {
  const inputPath = join(folder, 'input')
  const { name, mediaType: declared } = await putDocument(input, inputPath, memoryMb)
  const {
    lane = 'fidelity',
    filename = name,
    mediaType,
    pages,
    password,
    limits,
    ocr,
    ocrLanguages,
    images = 'none',
  } = options
  const outputs = images === 'collect' ? [...forms, 'images'] : forms
  return {
    inputPath,
    outputs: Object.fromEntries(outputs.map((output) => [output, join(folder, output)])),
    mediaType: mediaType ?? declared,
    ...(mediaType === undefined && { isTypeOpen: true as const }),
    filename,
    profile: lane,
    ...(pages !== undefined && { pages }),
    ...(password !== undefined && { password }),
    ...(limits && { limits: finite({ ...defaultLimits, ...limits }) }),
    ...(options.chunkSize !== undefined && { chunkSize: options.chunkSize }),
    ...(ocr === 'off' && { isOcrOff: true as const }),
    ...(ocr === 'force' && { isOcrForced: true as const }),
    ...(ocrLanguages && { ocrLanguages }),
  }
}

/** Replaces `Infinity`, which JSON can't represent. */
function finite(limits: Limits): Limits {
  const entries = Object.entries(limits).map(([name, most]) => [
    name,
    Math.min(most, Number.MAX_SAFE_INTEGER),
  ])
  // Sound: the names are those of the limits.
  return Object.fromEntries(entries) as Limits
}

async function readForms({ outputs }: Task): Promise<Forms> {
  const texts = await Promise.all(
    forms.map(async (form) => [form, await readFile(outputs[form] ?? '', 'utf8')] as const),
  )
  // Sound: every format gets its text.
  return Object.fromEntries(texts) as Forms
}

function toConversion(
  { format, title, pages, ocrPages = 0, warnings }: Result,
  { markdown, docling, chunks, html, text }: Forms,
  images: readonly CollectedImage[],
  chunkSize = CHUNK_SIZE,
): Conversion {
  // Sound: the engine wrote them; a child that was taken over could only write other JSON.
  const toDocling = () =>
    JSON.parse(docling) as { readonly pages: Readonly<Record<string, object>> }
  return {
    format,
    ...(title !== undefined && { title }),
    pages,
    ocrPages,
    warnings,
    images,
    markdown,
    toDocling,
    toJson: () => {
      const { pages, ...rest } = toDocling()
      return { ...rest, pages: Object.values(pages) } as unknown as ReturnType<Conversion['toJson']>
    },
    toChunks: ({ size = chunkSize } = {}) => {
      if (size === chunkSize) return parseLines(chunks)
      throw new TypeError(
        `toChunks: the chunks were made with ${chunkSize} characters; give convert a "chunkSize" for others.`,
      )
    },
    toHtml: () => html,
    toText: () => text,
  }
}

function parseLines(lines: string): Chunk[] {
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Chunk]))
}

const documentFaults: ReadonlySet<string> = new Set<ConversionErrorCode>([
  'unsupported_media_type',
  'conversion_failed',
  'password_protected',
  'too_many_pages',
])

/** Returns the error that the engine's `convert()` throws. */
function toThrown(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof ConversionFailure)) return error
  const { code, message, detail } = error
  if (code === 'cancelled' && signal?.aborted) return signal.reason
  if (!documentFaults.has(code)) return error
  const more = detail === undefined ? {} : { detail }
  // Sound: it is one of the set.
  return new ConversionError(code as ConversionErrorCode, message, more)
}
