/** Bytes of a PDF → an open document that survives what makes PDFium trap: it is opened anew then. */
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

/** A page that makes PDFium trap costs a new instance, or two when its text alone does so too; with more of them a document is given up. */
const MAX_TRAPS = 6

export interface PdfSource {
  readonly bytes: Uint8Array
  readonly limits: ReadOptions['limits']
  readonly password: string
  /** The pages that are to be read. */
  readonly chosen: ChosenPages
  /** Another one after each trap. */
  opened: OpenDocument
  traps: number
  /** What is open is not to be used again, nor to be closed. */
  isLost: boolean
}

/** @throws {ConversionError} when it can't be opened, or has no pages, not those chosen, or too many; nothing is open then. */
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

export type SourceOptions = Pick<ReadOptions, 'limits' | 'maxPages' | 'pages' | 'password'>

export function closeSource({ opened, isLost }: Pick<PdfSource, 'opened' | 'isLost'>): void {
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
    source.opened = await open(source.bytes, source.limits, source.password)
    source.isLost = false
    return 'trapped'
  }
}

/** Of a document that is lost. */
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
