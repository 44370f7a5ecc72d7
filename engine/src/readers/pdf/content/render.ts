/** A page of an open document → a picture of it in shades of grey. */
import type { OpenDocument } from './document.ts'

/** Row by row from the top, a byte each: 0 is black, 255 white. */
export interface PagePicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** Pixels an inch. */
  readonly dpi: number
}

/** More would take hundreds of megabytes; A4 at 300 dpi has 8.7 million. */
const MAX_PIXELS = 16_000_000
const POINTS_PER_INCH = 72
// fpdfview.h: FPDFBitmap_Gray, FPDF_ANNOT.
const GRAY = 1
const WITH_ANNOTATIONS = 1
const OPAQUE_WHITE = 0xffffffff

/**
 * Draws a page, upright as a reader sees it.
 *
 * @param number From 1.
 * @param dpi Wanted; a very large page is drawn at less.
 * @returns `undefined` when PDFium can't load or draw it.
 */
export function renderPage(
  { engine, handle }: OpenDocument,
  number: number,
  dpi: number,
): PagePicture | undefined {
  const { pdfium } = engine
  const page = pdfium.FPDF_LoadPage(handle, number - 1)
  if (page === 0) return undefined
  const points = {
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
  }
  const most = Math.sqrt(MAX_PIXELS / Math.max(1, points.width * points.height)) * POINTS_PER_INCH
  const real = Math.min(dpi, most)
  const width = Math.max(1, Math.round((points.width * real) / POINTS_PER_INCH))
  const height = Math.max(1, Math.round((points.height * real) / POINTS_PER_INCH))
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0)
  if (bitmap !== 0) {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
  }
  pdfium.FPDF_ClosePage(page)
  if (bitmap === 0) return undefined
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = new Uint8Array(width * height)
  const { bytes } = engine.heap()
  for (let y = 0; y < height; y++) {
    pixels.set(bytes.subarray(start + y * stride, start + y * stride + width), y * width)
  }
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { width, height, pixels, dpi: real }
}
