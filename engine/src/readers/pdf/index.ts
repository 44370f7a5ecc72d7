/**
 * Bytes of a PDF → `Document`: its text in reading order, in paragraphs.
 *
 * Covers: columns, turned and vertical text, scripts written leftwards, word breaks at line ends, paragraphs over columns
 * and pages, running headers and footers (as furniture), form fields and text boxes, text layers of scans, damaged files.
 * Fidelity: headings, lists, tables, captions, code, links, and the text of pages that are pictures.
 */
import { setImmediate } from 'node:timers/promises'
import { ConversionError, Warnings } from '../../errors.ts'
import { refuse } from '../../limits.ts'
import type { Block, Document, Page as ModelPage, Note } from '../../model/index.ts'
import type { Reader, Reading, ReadOptions } from '../reader.ts'
import {
  acquireEngine,
  closeDocument,
  damaged,
  type FontTable,
  findTitle,
  type OpenDocument,
  type OutlineEntry,
  openDocument,
  type Page,
  readOutline,
  readPage,
  releaseEngine,
  renderPage,
} from './content/index.ts'
import { findWords, groupByFrame, groupIntoPieces, type Piece, type Word } from './layout/index.ts'
import { needsOcr, OCR_DPI, type OcrState, recognizePage } from './ocr/index.ts'
import {
  assembleBlocks,
  type FurniturePage,
  type StructurePage,
  structureDocument,
} from './structure/index.ts'
import { findTables, joinTables } from './tables/index.ts'

export { countPdfPages } from './count-pages.ts'

/** A page that makes PDFium trap costs a new instance; a document with more of them is given up. */
const MAX_TRAPS = 3
/** After so many pages in a row that do not exist, the count in the file was a lie. */
const MAX_MISSING_PAGES = 50
/** Pages between two turns of the event loop, so that progress is sent on. */
const PAGES_PER_TURN = 8

/** What is read so far. */
interface ReadingState {
  readonly options: ReadOptions
  readonly warnings: Warnings
  readonly fonts: FontTable
  /** Of the fast profile. */
  readonly pages: FurniturePage[]
  /** Of the fidelity profile. */
  readonly structurePages: StructurePage[]
  readonly ocr: OcrState
  traps: number
}

/** What is read of a document as a whole. */
interface Facts {
  readonly title: string | undefined
  readonly outline: readonly OutlineEntry[]
}

export const readPdf: Reader = async (bytes, options) =>
  (await readWithPages(bytes, options)).reading

export interface PagedReading {
  readonly reading: Reading
  /** What the document was made of, furniture included; of the fidelity profile. */
  readonly pages: readonly StructurePage[]
}

/** Reads a document as `readPdf` does, and keeps its pages for those who look into it. */
export async function readWithPages(
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<PagedReading> {
  const warnings = new Warnings()
  const state: ReadingState = {
    options,
    warnings,
    fonts: new Map(),
    pages: [],
    structurePages: [],
    ocr: { language: undefined, pages: 0 },
    traps: 0,
  }
  const { title, outline } = await readPages(bytes, state)
  const structured = options.profile === 'fast' ? plainly(state) : structurally(state, outline)
  const document: Document = {
    ...(title !== undefined && { title }),
    pages: state.pages.map(modelPage),
    ...structured,
  }
  const reading = { document, warnings: warnings.list, ocrPages: state.ocr.pages }
  return { reading, pages: state.structurePages }
}

interface Blocks {
  readonly blocks: readonly Block[]
  readonly notes: readonly Note[]
}

function plainly({ pages }: ReadingState): Blocks {
  return { blocks: assembleBlocks(pages), notes: [] }
}

/** With headings, lists and tables; what defeats that comes out as plain text, and is told. */
function structurally(state: ReadingState, outline: readonly OutlineEntry[]): Blocks {
  try {
    const options = { outline, findTables: tablesOf, joinTables }
    const { blocks, notes, failedPages } = structureDocument(state.structurePages, options)
    for (const page of failedPages) {
      state.warnings.add('page_without_tables', `Tables of page ${page} were read as text.`)
    }
    return { blocks, notes }
  } catch (error) {
    if (error instanceof ConversionError) throw error
    state.warnings.add('structure_failed', 'The structure could not be told: this is plain text.')
    return plainly(state)
  }
}

function tablesOf(page: StructurePage, words: readonly Word[]) {
  return findTables({ ...page, words })
}

function modelPage({ number, width, height }: FurniturePage): ModelPage {
  return { number, size: { width, height } }
}

/** Reads all pages. */
async function readPages(bytes: Uint8Array, state: ReadingState): Promise<Facts> {
  let opened = await open(bytes, state)
  const title = findTitle(opened)
  const outline = state.options.profile === 'fidelity' ? readOutline(opened) : []
  const { pageCount } = opened
  checkPageCount(opened, state.options.maxPages)
  let missing = 0
  for (let number = 1; number <= pageCount && missing < MAX_MISSING_PAGES; number++) {
    const loaded = tryPage(opened, number, state)
    const page = typeof loaded === 'object' ? await tryPicture(opened, loaded, state) : loaded
    if (page === 'trapped') opened = await open(bytes, state)
    else if (page) addPage(state, page)
    missing = page ? 0 : missing + 1
    if (page === undefined) warnOfPage(state, number)
    state.options.onProgress?.({ stage: 'pages', pagesDone: number, pagesTotal: pageCount })
    if (number % PAGES_PER_TURN === 0) await setImmediate()
  }
  close(opened)
  if (state.pages.length === 0) throw noPages(opened, pageCount)
  return { title, outline }
}

async function open(bytes: Uint8Array, { options }: ReadingState): Promise<OpenDocument> {
  const engine = await acquireEngine(options.limits.pdfMemoryBytes)
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

/** Closes a document that has no pages, or too many, and refuses it. */
function checkPageCount(opened: OpenDocument, maxPages = Number.POSITIVE_INFINITY): void {
  const { pageCount } = opened
  if (pageCount >= 1 && pageCount <= maxPages) return
  close(opened)
  if (pageCount < 1) throw damaged('no pages')
  throw new ConversionError(
    'too_many_pages',
    `The PDF has ${pageCount} pages; at most ${maxPages} are converted. Split it and send the parts.`,
  )
}

function close(opened: OpenDocument): void {
  closeDocument(opened)
  releaseEngine(opened.engine)
}

const detailOf = { fast: 'plain', fidelity: 'full' } as const

/** @returns `trapped` when the engine is lost; the page is warned of then. */
function tryPage(
  opened: OpenDocument,
  number: number,
  state: ReadingState,
): Page | 'trapped' | undefined {
  return orTrapped(opened, number, state, () =>
    readPage(opened, number, state.fonts, detailOf[state.options.profile]),
  )
}

function orTrapped<Value>(
  { engine }: OpenDocument,
  number: number,
  state: ReadingState,
  run: () => Value,
): Value | 'trapped' {
  try {
    return run()
  } catch (error) {
    // PDFium traps (a WebAssembly.RuntimeError, or a RangeError when the stack is used up): its memory can't be trusted.
    if (++state.traps > MAX_TRAPS) throw trapError(engine.memory.refused, error)
    warnOfPage(state, number)
    return 'trapped'
  }
}

/** Below this mean confidence of its characters, a recognised page is worth a warning: one word in ten is wrong. */
const MIN_CONFIDENCE = 0.75

/** Reads a page that has no text from its picture. @returns `trapped` when the engine is lost. */
async function tryPicture(
  opened: OpenDocument,
  page: Page,
  state: ReadingState,
): Promise<Page | 'trapped'> {
  if (state.options.profile === 'fast' || !needsOcr(page)) return page
  const picture = orTrapped(opened, page.number, state, () =>
    renderPage(opened, page.number, OCR_DPI),
  )
  if (picture === 'trapped' || picture === undefined) return picture ?? page
  const read = await recognizePage(page, picture, state.ocr)
  if (read && read.confidence < MIN_CONFIDENCE) {
    state.warnings.add('poor_scan', `Page ${page.number} could not be read well from its picture.`)
  }
  return read?.page ?? page
}

function noPages({ engine }: OpenDocument, count: number): ConversionError {
  return trapError(engine.memory.refused, `none of ${count} pages could be loaded`)
}

function trapError(memoryRefused: boolean, cause: unknown): ConversionError {
  if (!memoryRefused) return damaged('PDFium trapped or found nothing', cause)
  return refuse('reading it needs more memory than is allowed')
}

function warnOfPage({ warnings }: ReadingState, number: number): void {
  warnings.add('page_failed', `Page ${number} could not be read and was left out.`)
}

function addPage(state: ReadingState, page: Page): void {
  const { words, unmapped } = findWords(page)
  const { number, width, height, hasObjects } = page
  const isFast = state.options.profile === 'fast'
  const wordsOf = isFast ? undefined : new Map<Piece, readonly Word[]>()
  const pieces = groupByFrame(words).flatMap((group) => groupIntoPieces(group, wordsOf))
  state.pages.push({ number, width, height, pieces })
  if (wordsOf) {
    const { objects, drawings, links, tags } = page
    const glyphObjects = page.glyphs.objects
    const text = { pieces, words, wordsOf, objects, glyphObjects }
    const facts = { number, width, height, ...text, drawings, links }
    state.structurePages.push({ ...facts, ...(tags && { tags }) })
  }
  if (words.length === 0 && hasObjects) {
    state.warnings.add('page_without_text', `Page ${number} has no text: it may be a scan.`)
  }
  if (unmapped > 0) {
    state.warnings.add(
      'unmapped_characters',
      `Page ${number} has ${unmapped} characters whose meaning the file does not tell; they were left out.`,
    )
  }
}
