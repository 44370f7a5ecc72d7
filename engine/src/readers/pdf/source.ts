/** Bytes of a PDF → an open document that survives what makes PDFium trap: it is opened anew then. */
import { ConversionError } from '../../errors.ts'
import { refuse } from '../../limits.ts'
import type { ReadOptions } from '../reader.ts'
import {
  acquireEngine,
  closeDocument,
  damaged,
  type OpenDocument,
  openDocument,
  releaseEngine,
} from './content/index.ts'

/** A page that makes PDFium trap costs a new instance, or two when its text alone does so too; with more of them a document is given up. */
const MAX_TRAPS = 6

export interface PdfSource {
  readonly bytes: Uint8Array
  readonly limits: ReadOptions['limits']
  /** Another one after each trap. */
  opened: OpenDocument
  traps: number
  /** What is open is not to be used again, nor to be closed. */
  isLost: boolean
}

/** @throws {ConversionError} when it can't be opened, or has no pages, or too many; nothing is open then. */
export async function openSource(
  bytes: Uint8Array,
  { limits, maxPages }: Pick<ReadOptions, 'limits' | 'maxPages'>,
): Promise<PdfSource> {
  const source = { bytes, limits, opened: await open(bytes, limits), traps: 0, isLost: false }
  checkPageCount(source, maxPages)
  return source
}

export function closeSource({ opened, isLost }: PdfSource): void {
  if (isLost) return
  closeDocument(opened)
  releaseEngine(opened.engine)
}

/**
 * Does something with one page.
 *
 * @returns `trapped` when PDFium did: its memory can't be trusted, and the document was opened anew.
 */
export async function tryPage<Value>(
  source: PdfSource,
  run: (opened: OpenDocument) => Value,
): Promise<Value | 'trapped'> {
  try {
    return run(source.opened)
  } catch (error) {
    // A WebAssembly.RuntimeError, or a RangeError when the stack is used up.
    source.traps += 1
    source.isLost = true
    if (source.traps > MAX_TRAPS) throw toError(source, error)
    source.opened = await open(source.bytes, source.limits)
    source.isLost = false
    return 'trapped'
  }
}

/** Of a document that is lost. */
export function toError({ opened }: Pick<PdfSource, 'opened'>, cause: unknown): ConversionError {
  return trapError(opened.engine.memory.refused, cause)
}

async function open(bytes: Uint8Array, limits: ReadOptions['limits']): Promise<OpenDocument> {
  const engine = await acquireEngine(limits.pdfMemoryBytes)
  try {
    return openDocument(engine, bytes)
  } catch (error) {
    if (error instanceof ConversionError) {
      releaseEngine(engine)
      throw error
    }
    throw trapError(engine.memory.refused, error)
  }
}

function checkPageCount(source: PdfSource, maxPages = Number.POSITIVE_INFINITY): void {
  const { pageCount } = source.opened
  if (pageCount >= 1 && pageCount <= maxPages) return
  closeSource(source)
  if (pageCount < 1) throw damaged('no pages')
  throw new ConversionError(
    'too_many_pages',
    `The PDF has ${pageCount} pages; at most ${maxPages} are converted. Split it and send the parts.`,
  )
}

function trapError(memoryRefused: boolean, cause: unknown): ConversionError {
  if (!memoryRefused) return damaged('PDFium trapped or found nothing', cause)
  return refuse('reading it needs more memory than is allowed')
}
