/** Renders a page of an open document, in shades of grey or in colours. */
import type { OpenDocument } from './document.ts'
import type { Engine } from './engine.ts'
import { bitmaps, pointsPerInch } from './format.ts'
import { contentLimits as limits } from './settings.ts'

/** Rows from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** Bytes of a pixel: a shade of grey (0 is black), or red, green and blue. Default 1. */
  readonly channels?: 1 | 3
}

/** A picture in shades of grey. */
export interface PagePicture extends Picture {
  readonly channels?: 1
  /** Resolution in pixels an inch. */
  readonly dpi: number
}

export interface ColorPicture extends Picture {
  /** Resolution in pixels an inch. */
  readonly dpi: number
}

/**
 * Renders a page upright.
 *
 * @param number From 1.
 * @param dpi Wanted resolution; a very large page is rendered at less.
 * @returns `undefined` if PDFium cannot load or render it.
 */
export function renderPage(
  opened: OpenDocument,
  number: number,
  dpi: number,
): PagePicture | undefined {
  return draw(opened, number, { dpi, maxPixels: limits.maxPixels, kind: bitmaps.gray })
}

/**
 * Renders in colours; a page without colours becomes grey.
 *
 * @param maxPixels A larger page is rendered at less than `dpi`.
 */
export function renderInColors(
  opened: OpenDocument,
  number: number,
  { dpi, maxPixels }: { readonly dpi: number; readonly maxPixels: number },
): ColorPicture | undefined {
  const drawn = draw(opened, number, { dpi, maxPixels, kind: bitmaps.colors })
  if (!drawn) return undefined
  const { pixels } = drawn
  return hasColors(pixels)
    ? { ...drawn, pixels: reversed(pixels), channels: 3 }
    : { ...drawn, pixels: pixels.filter((_, index) => index % 3 === 0) }
}

interface Drawing {
  readonly dpi: number
  readonly maxPixels: number
  readonly kind: typeof bitmaps.gray
}

function draw(
  { engine, handle }: OpenDocument,
  number: number,
  { dpi, maxPixels, kind }: Drawing,
): PagePicture | undefined {
  const { pdfium } = engine
  const page = pdfium.FPDF_LoadPage(handle, number - 1)
  if (page === 0) return undefined
  const points = {
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
  }
  const most = Math.sqrt(maxPixels / Math.max(1, points.width * points.height)) * pointsPerInch
  const real = Math.min(dpi, most)
  const width = Math.max(1, Math.round((points.width * real) / pointsPerInch))
  const height = Math.max(1, Math.round((points.height * real) / pointsPerInch))
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, kind.format, 0, 0)
  if (bitmap !== 0) {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, bitmaps.white)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, bitmaps.withAnnotations)
  }
  pdfium.FPDF_ClosePage(page)
  return bitmap === 0 ? undefined : { ...takePixels(engine, bitmap, kind.bytes), dpi: real }
}

/**
 * Copies a bitmap, and frees it.
 *
 * @param channels Bytes of a pixel.
 */
export function takePixels({ pdfium, heap }: Engine, bitmap: number, channels: number) {
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const width = pdfium.FPDFBitmap_GetWidth(bitmap)
  const height = pdfium.FPDFBitmap_GetHeight(bitmap)
  const row = width * channels
  const pixels = new Uint8Array(row * height)
  const { bytes } = heap()
  for (let y = 0; y < height; y++) {
    pixels.set(bytes.subarray(start + y * stride, start + y * stride + row), y * row)
  }
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { width, height, pixels }
}

function hasColors(pixels: Uint8Array): boolean {
  for (let i = 0; i < pixels.length; i += 3) {
    if (pixels[i] !== pixels[i + 1] || pixels[i] !== pixels[i + 2]) return true
  }
  return false
}

/** Turns blue, green and red into red, green and blue. */
function reversed(pixels: Uint8Array): Uint8Array {
  for (let i = 0; i < pixels.length; i += 3) {
    const blue = pixels[i] as number
    pixels[i] = pixels[i + 2] as number
    pixels[i + 2] = blue
  }
  return pixels
}
