/**
 * Reads a PDF into a `Document`: its text in reading order, in paragraphs.
 *
 * Covers: columns, turned and vertical text, scripts written leftwards, word breaks at line ends, paragraphs over columns
 * and pages, running headers and footers (as furniture), form fields and text boxes, text layers of scans, damaged files.
 * Fidelity: headings, lists, tables, captions, code, links, and the text of pages that are pictures.
 */
import { setImmediate } from 'node:timers/promises'
import { ConversionError, type Fault, toFault, Warnings } from '../../errors.ts'
import type { Document, Page as ModelPage } from '../../model/index.ts'
import type { Reader, Reading, ReadOptions } from '../reader.ts'
import {
  claimsAccessibility,
  type FontTable,
  type OutlineEntry,
  type Page,
  readInfo,
  readOutline,
  readPage,
  withTitle,
} from './content/index.ts'
import {
  countEdgePictures,
  describeDoubt,
  type EdgePictures,
  findPictures,
  hasHiddenLayer,
  hasLittleText,
  hasOwnPicture,
  isUnreadable,
  needsOcr,
  type PageRecognition,
  type PlacedPictures,
  type ReadPicture,
  type Recognized,
  readsLikeLanguage,
  recognizedInPictures,
  withRecognition,
} from './ocr/index.ts'
import { dropLineNumbers, layOut, type NumberedPage } from './pages.ts'
import { withTable } from './picture-tables.ts'
import { recognizeScans } from './scans.ts'
import { readingLimits as limits } from './settings.ts'
import { areSlips, blocksOfSlips } from './slips.ts'
import { closeSource, openSource, type PdfSource, toError, tryPage } from './source.ts'
import {
  type PassOptions,
  runPasses,
  type StructurePage,
  warnOfPlainPage,
} from './structure/index.ts'

export { countPdfPages } from './count-pages.ts'
export { type DrawnPage, drawPdfPages } from './draw-pages.ts'
export { drawPdfRegions, type Region } from './draw-regions.ts'
export { recognizePdfPages } from './scans.ts'

/** State of the reading. */
interface ReadingState {
  readonly options: ReadOptions
  readonly warnings: Warnings
  readonly faults: Fault[]
  readonly fonts: FontTable
  readonly pages: StructurePage[]
  /** Pages with numbers that may count the lines of the document, by page. */
  readonly numbered: Map<number, NumberedPage>
  /** Results of recognition, by page. */
  readonly recognized: Map<number, Recognized>
  /** Pages that are not blank and have no text so far. */
  readonly withoutText: Set<number>
  /** Number of pages whose pictures are read although they have text. */
  picturePages: number
  /** Number of pages whose hidden text is compared with their pictures although it is plausible. */
  layerChecks: number
  readonly edgePictures: EdgePictures
}

/** Facts about the whole document. */
interface Facts {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly outline: readonly OutlineEntry[]
}

export const readPdf: Reader = async (bytes, options) =>
  (await readWithPages(bytes, options, { keepsWords: false })).reading

interface PagedReading {
  readonly reading: Reading
  /** The pages of the document, including furniture; only of the fidelity profile. */
  readonly pages: readonly StructurePage[]
}

interface PagedOptions {
  /** False to ignore tags, to measure the layout alone. */
  readonly readTags?: boolean
  /** False to let the pages give up their words once they have paragraphs, which saves memory. */
  readonly keepsWords?: boolean
  /** Called after each pass over the document. */
  readonly onPass?: PassOptions['onPass']
}

/** Reads a document as `readPdf` does, and keeps its pages for tools that inspect them. */
export async function readWithPages(
  bytes: Uint8Array,
  options: ReadOptions,
  { readTags = true, keepsWords = true, onPass }: PagedOptions = {},
): Promise<PagedReading> {
  const warnings = new Warnings()
  const state: ReadingState = {
    options,
    warnings,
    faults: [],
    fonts: new Map(),
    pages: [],
    numbered: new Map(),
    recognized: new Map(),
    withoutText: new Set(),
    picturePages: 0,
    layerChecks: 0,
    edgePictures: new Map(),
  }
  const { title, author, outline } = await readPages(bytes, state)
  dropLineNumbers(state.pages, state.numbered)
  state.numbered.clear()
  const isFull = options.profile === 'fidelity'
  const claimsTags = isFull && claimsAccessibility(bytes)
  const passOptions: PassOptions = {
    lane: options.profile,
    outline: isFull && !claimsTags ? withTitle(outline, title) : outline,
    ...(author !== undefined && { author }),
    readTags,
    claimsTags,
    warnings,
    addFault: (fault) => state.faults.push(fault),
    ...(onPass && { onPass }),
  }
  const { blocks, notes } = areSlips(state.pages, state.recognized)
    ? { blocks: blocksOfSlips(state.pages), notes: [] }
    : structurePages(keepsWords ? [...state.pages] : state.pages, passOptions)
  const document: Document = {
    ...(title !== undefined && { title }),
    pages: state.pages.map((page) => modelPage(page, state.recognized.get(page.number))),
    blocks,
    notes,
  }
  const { recognized, faults, pages } = state
  const reading = { document, warnings: warnings.list, ocrPages: recognized.size, faults }
  return { reading, pages }
}

/** Makes blocks of pages; if the passes of the fidelity lane fail, those of the fast lane run instead, with a warning. */
function structurePages(
  pages: StructurePage[],
  options: PassOptions,
): Pick<Document, 'blocks' | 'notes'> {
  try {
    return runPasses(pages, options)
  } catch (cause) {
    if (cause instanceof ConversionError || options.lane === 'fast') throw cause
    options.addFault(toFault('structure', cause))
    options.warnings.add('structure_failed', 'The structure could not be read: this is plain text.')
    return runPasses(pages, { ...options, lane: 'fast' })
  }
}

function modelPage(
  { number, width, height, straightened }: StructurePage,
  recognized: Recognized | undefined,
): ModelPage {
  return {
    number,
    size: { width, height },
    ...(straightened && { straightened }),
    ...(recognized && { ocrConfidence: recognized.confidence, ocrWords: recognized.words }),
  }
}

/** Reads all pages: first their text, then the text in pictures. */
async function readPages(bytes: Uint8Array, state: ReadingState): Promise<Facts> {
  const source = await openSource(bytes, state.options)
  const title = readInfo(source.opened, 'Title')
  const author = readInfo(source.opened, 'Author')
  const outline = state.options.profile === 'fidelity' ? readOutline(source.opened) : []
  try {
    const scans = await readTexts(source, state)
    if (scans.length > 0) await readScans(source, scans, state)
    for (const number of state.withoutText) warnOfSilence(state, number)
  } finally {
    closeSource(source)
  }
  const { length } = source.chosen
  if (state.pages.length === 0) throw toError(source, `none of ${length} pages could be loaded`)
  return { title, author, outline }
}

const detailOf = { fast: 'plain', fidelity: 'full' } as const

/** Reads a page; if PDFium traps, reads only its text, because drawings or tags may be the cause. */
async function readOnce(
  source: PdfSource,
  number: number,
  { options: { profile }, fonts, warnings }: ReadingState,
): Promise<Page | 'trapped' | undefined> {
  const page = await tryPage(source, (opened) => readPage(opened, number, fonts, detailOf[profile]))
  if (page !== 'trapped' || profile === 'fast') return page
  const plain = await tryPage(source, (opened) => readPage(opened, number, fonts, 'plain'))
  if (typeof plain === 'object') warnOfPlainPage(warnings, number)
  return plain
}

/** @returns The pages that must be recognised. */
async function readTexts(source: PdfSource, state: ReadingState): Promise<Page[]> {
  const { profile, ocr, onProgress } = state.options
  const { chosen } = source
  const scans: Page[] = []
  const mayRecognize = profile === 'fidelity' && ocr !== 'off'
  const isForced = isForcedBy(state)
  let missing = 0
  let read = 0
  for (const number of chosen) {
    const page = await readOnce(source, number, state)
    missing = page ? 0 : missing + 1
    if (page === undefined || page === 'trapped') warnOfPage(state, number)
    else if (mayRecognize && (isForced || needsOcr(page) || isDoubtful(page, state)))
      scans.push(page)
    else {
      addPage(state, page)
      if (mayRecognize && !isWhole(page) && showsPictures(page, state)) scans.push(page)
    }
    read += 1
    onProgress?.({ stage: 'pages', pagesDone: read - scans.length, pagesTotal: chosen.length })
    if (missing === limits.missingPages) break
    if (read % limits.pagesPerTurn === 0) await setImmediate()
  }
  const { edgePictures } = state
  return scans.filter(
    (page) => isForced || isWhole(page) || hasOwnPicture(edgePictures, placed(page)),
  )
}

/** Returns true if every page must be read as a picture. */
function isForcedBy({ options: { ocr, profile } }: ReadingState): boolean {
  return profile === 'fidelity' && typeof ocr === 'object' && ocr.isForced === true
}

/** Returns true if the whole page is a picture, with a text layer or without. */
function isWhole(page: Page): boolean {
  return needsOcr(page) || hasHiddenLayer(page)
}

/** Returns true if a page's text is hidden behind its picture and may differ from it. */
function isDoubtful(page: Page, state: ReadingState): boolean {
  if (!hasHiddenLayer(page)) return false
  if (!readsLikeLanguage(page)) return true
  state.layerChecks += 1
  return state.layerChecks <= limits.layerChecks
}

function placed(page: Page): PlacedPictures {
  return { pictures: findPictures(page), height: page.height }
}

async function readScans(
  source: PdfSource,
  scans: readonly Page[],
  state: ReadingState,
): Promise<void> {
  const found = await recognizeAll(source, scans, state)
  const isForced = isForcedBy(state)
  for (const scan of scans) {
    const recognition = found.get(scan.number)
    if (recognition?.isCutShort)
      warnOfScan(
        state,
        scan.number,
        'ocr_incomplete',
        'took too long to be recognised as well as others',
      )
    if (!isForced && !isWhole(scan)) {
      addPictures(state, scan, recognition?.pictures ?? [])
      continue
    }
    const read = recognition && withRecognition(untagged(scan), recognition)
    if (read && !isForced && !hasLittleText(scan)) {
      warnOfScan(state, scan.number, 'text_layer_replaced', 'shows other text than it holds')
    }
    if (!recognition && (isForced || needsOcr(scan)))
      warnOfScan(state, scan.number, 'ocr_failed', 'could not be recognised')
    if (read) addRecognized(state, scan.number, read)
    addPage(state, read?.page ?? scan)
  }
  state.pages.sort(byNumber)
}

function addRecognized(
  { recognized, warnings }: ReadingState,
  number: number,
  { confidence, words }: Recognized,
): void {
  recognized.set(number, { confidence, words })
  const doubt = describeDoubt(words)
  if (doubt)
    warnings.add('poor_scan', `Page ${number} was read from its picture: ${doubt}.`, number)
}

/** Removes the tags, which mark the text that recognition replaces. */
function untagged({ tags, ...page }: Page): Page {
  return page
}

function showsPictures(page: Page, state: ReadingState): boolean {
  if (state.picturePages >= limits.picturePages || page.drawings.images.length === 0) return false
  const pictures = placed(page)
  countEdgePictures(state.edgePictures, pictures)
  if (!hasOwnPicture(state.edgePictures, pictures)) return false
  state.picturePages += 1
  return true
}

function addPictures(state: ReadingState, scan: Page, pictures: readonly ReadPicture[]): void {
  const { number } = scan
  const { pages, withoutText } = state
  const at = pages.findIndex((page) => page.number === number)
  const page = pages[at]
  if (!page || pictures.length === 0) return
  // This is a scan with wide margins, or a receipt on a sheet.
  if (hasLittleText(scan)) addRecognized(state, number, recognizedInPictures(pictures))
  withoutText.delete(number)
  pages[at] = { ...page, pictures: pictures.map((picture) => withTable(page, picture)) }
}

function recognizeAll(
  source: PdfSource,
  scans: readonly Page[],
  { options: { ocr, onProgress } }: ReadingState,
): Promise<ReadonlyMap<number, PageRecognition>> {
  const { recognizePages, ...own } = ocr === 'off' || !ocr ? {} : ocr
  if (recognizePages) return recognizePages(scans.map(({ number }) => number))
  const { length: pagesTotal } = source.chosen
  let pagesDone = pagesTotal - scans.length
  const onDone = (): void => {
    pagesDone += 1
    onProgress?.({ stage: 'ocr', pagesDone, pagesTotal })
  }
  return recognizeScans(source, scans, own, onDone)
}

function byNumber(one: { readonly number: number }, other: { readonly number: number }): number {
  return one.number - other.number
}

function warnOfScan(state: ReadingState, page: number, code: string, what: string): void {
  state.warnings.add(code, `Page ${page} ${what}.`, page)
}

function warnOfSilence({ warnings }: ReadingState, number: number): void {
  warnings.add('page_without_text', `Page ${number} has no text: it may be a scan.`, number)
}

function warnOfPage({ warnings }: ReadingState, number: number): void {
  warnings.add('page_failed', `Page ${number} could not be read and was left out.`, number)
}

function addPage(state: ReadingState, page: Page): void {
  const { number, hasObjects } = page
  const { page: laid, numbered, unmapped, fault } = layOut(page, state.options.profile)
  state.pages.push(laid)
  if (numbered) state.numbered.set(number, numbered)
  if (fault) {
    state.faults.push(fault)
    warnOfPlainPage(state.warnings, number)
  }
  if (laid.fragments.length === 0 && hasObjects) state.withoutText.add(number)
  if (unmapped > 0) {
    state.warnings.add(
      'unmapped_characters',
      isUnreadable(page)
        ? `The text of page ${number} is unreadable: its fonts do not map their characters to Unicode.`
        : `Characters on page ${number} that the file does not map to Unicode were omitted: ${unmapped}.`,
      number,
    )
  }
}
