/** Opens a PDF so that reading survives traps of PDFium: the document is then opened again. */
import { ConversionError } from '../../errors.ts'
import { refuse } from '../../limits.ts'
import { type ChosenPages, choosePages } from '../../page-ranges.ts'
import type { ReadOptions } from '../reader.ts'
import {
  acquireEngine,
  closeDocument,
  damaged,
  type OpenDocument,
  openDocument,
  releaseEngine,
} from './content/index.ts'
import { readingLimits } from './settings.ts'

export interface PdfSource {
  readonly bytes: Uint8Array
  readonly limits: ReadOptions['limits']
  readonly password: string
  /** The pages to read. */
  readonly chosen: ChosenPages
  /** The open document; a new one after each trap. */
  opened: OpenDocument
  traps: number
  /** True if the open document must neither be used nor closed. */
  isLost: boolean
}

/**
 * @throws {ConversionError} If the document cannot be opened, has no pages or too many, or lacks the chosen ones;
 * nothing stays open.
 */
export async function openSource(
  bytes: Uint8Array,
  { limits, maxPages, pages: ranges, password = '' }: SourceOptions,
): Promise<PdfSource> {
  const opened = await open(bytes, limits, password)
  try {
    if (opened.pageCount < 1) throw damaged('no pages')
    const chosen = choosePages(opened.pageCount, { ranges, maxPages, pageNoun: 'pages' })
    return { bytes, limits, password, chosen, opened, traps: 0, isLost: false }
  } catch (error) {
    closeSource({ opened, isLost: false })
    throw error
  }
}

type SourceOptions = Pick<ReadOptions, 'limits' | 'maxPages' | 'pages' | 'password'>

export function closeSource({ opened, isLost }: Pick<PdfSource, 'opened' | 'isLost'>): void {
  if (isLost) return
  closeDocument(opened)
  releaseEngine(opened.engine)
}

/**
 * Runs a function on one page.
 *
 * @returns `trapped` if PDFium trapped: its memory cannot be trusted, so the document was opened again.
 */
export async function tryPage<Value>(
  source: PdfSource,
  run: (opened: OpenDocument) => Value,
): Promise<Value | 'trapped'> {
  try {
    return run(source.opened)
  } catch (error) {
    // The error is a WebAssembly.RuntimeError, or a RangeError if the stack is exhausted.
    source.traps += 1
    source.isLost = true
    if (source.traps > readingLimits.traps) throw toError(source, error)
    source.opened = await open(source.bytes, source.limits, source.password)
    source.isLost = false
    return 'trapped'
  }
}

/** Makes the error of a lost document. */
export function toError({ opened }: Pick<PdfSource, 'opened'>, cause: unknown): ConversionError {
  return trapError(opened.engine.memory.refused, cause)
}

async function open(
  bytes: Uint8Array,
  limits: ReadOptions['limits'],
  password: string,
): Promise<OpenDocument> {
  const engine = await acquireEngine(limits.pdfMemoryBytes)
  try {
    return openDocument(engine, bytes, password)
  } catch (error) {
    if (error instanceof ConversionError) {
      releaseEngine(engine)
      throw error
    }
    throw trapError(engine.memory.refused, error)
  }
}

function trapError(memoryRefused: boolean, cause: unknown): ConversionError {
  if (!memoryRefused) return damaged('PDFium trapped or found nothing', cause)
  return refuse('reading it needs more memory than is allowed')
}
