/** Reads one page of an open document: glyphs, size, drawings, links and tags, in points from the top-left corner. */
import type { Straightening } from '../../../model/index.ts'
import { flattenAnnotations } from './annotations.ts'
import type { CheckField } from './check-fields.ts'
import { keepPage, ligaturesOf, type OpenDocument } from './document.ts'
import { type Drawings, noDrawings, readDrawings } from './drawings.ts'
import { type PageGeometry, readGeometry } from './geometry.ts'
import { type Detail, readText } from './glyphs.ts'
import { expandLigatures } from './ligatures.ts'
import { type PageLink, readLinks } from './links.ts'
import type { PageText } from './page-text.ts'
import { contentLimits as limits } from './settings.ts'
import { drawnFace } from './stems.ts'
import { type MarkedContent, readTags } from './tags.ts'
import type { FontTable, MeasureFace } from './text-objects.ts'

export interface Page extends PageText {
  /** Pages count from 1. */
  readonly number: number
  /** Size in points, as displayed. */
  readonly width: number
  readonly height: number
  /** True if the text was recognised in the picture of the page. */
  readonly isRecognized?: boolean
  /** Set for a page whose picture was straightened. */
  readonly straightened?: Straightening
  /** True if the page draws anything: a page of pictures without text may be a scan. */
  readonly hasObjects: boolean
  /** Check boxes and radio buttons; their drawings are not among those of the page. */
  readonly checkFields?: readonly CheckField[]
  /** Rulings, fills, pictures and shapes; with detail `full` only. */
  readonly drawings: Drawings
  /** Links of the page; with detail `full` only. */
  readonly links: readonly PageLink[]
  /** Structure tags of the page; with detail `full`, if the file has a structure tree. */
  readonly tags?: MarkedContent
}

/**
 * Reads a page, loading it once.
 *
 * @param number From 1.
 * @returns `undefined` if PDFium cannot load it.
 * @throws {WebAssembly.RuntimeError} or `RangeError` if PDFium trapped: the engine is then unusable.
 */
export function readPage(
  document: OpenDocument,
  number: number,
  fonts: FontTable,
  detail: Detail,
): Page | undefined {
  const { pdfium } = document.engine
  let page = pdfium.FPDF_LoadPage(document.handle, number - 1)
  if (page === 0) return undefined
  const geometry = readGeometry(document.engine, page)
  if (flattenAnnotations(document, page, number, geometry)) {
    pdfium.FPDF_ClosePage(page)
    page = pdfium.FPDF_LoadPage(document.handle, number - 1)
    if (page === 0) return undefined
  }
  keepPage(document, page)
  const text = readPageText(document, page, geometry, fonts, detail)
  const objectCount = pdfium.FPDFPage_CountObjects(page)
  const isFull = detail === 'full'
  const drawings = isFull ? readDrawings(document.engine, page, geometry) : noDrawings
  const links = isFull ? readLinks(document, page, geometry) : []
  const tags = isFull ? readTags(document.engine, page) : undefined
  if (objectCount > limits.maxKeptObjects) keepPage(document, 0)
  const { width, height } = geometry
  const hasObjects = objectCount > 0
  const checkFields = document.checkFields.get(number)
  const size = { number, width, height, hasObjects }
  const more = { ...(checkFields && { checkFields }), ...(tags && { tags }) }
  return { ...size, drawings, links, ...more, ...text }
}

function readPageText(
  document: OpenDocument,
  page: number,
  geometry: PageGeometry,
  fonts: FontTable,
  detail: Detail,
): PageText {
  const { engine } = document
  const textPage = engine.pdfium.FPDFText_LoadPage(page)
  const measure: MeasureFace = (object, size) => drawnFace(document, page, object, size)
  const text = readText(engine, { page, textPage }, geometry, { fonts, detail, measure })
  engine.pdfium.FPDFText_ClosePage(textPage)
  return expandLigatures(text, () => ligaturesOf(document))
}
