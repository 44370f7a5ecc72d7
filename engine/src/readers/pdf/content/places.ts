/** Reads destinations in a document (ISO 32000-1, 12.3.2): the places that links and the outline lead to. */
import type { OpenDocument } from './document.ts'
import { type Engine, scratchMemory } from './engine.ts'
import { viewsAtHeight } from './format.ts'

/** A place in the document to which a link or an entry of the outline leads. */
export interface Place {
  /** Pages count from 1. */
  readonly page: number
  /** Points from the page's top-left corner, if the destination defines them. */
  readonly x?: number
  readonly y?: number
}

/**
 * Returns the place of a destination; `undefined` without a page in the document. Positions are slightly wrong on rotated
 * or cropped pages; the text there decides in that case.
 *
 * @param destination PDFium's handle, or 0.
 */
export function placeOf({ engine, handle }: OpenDocument, destination: number): Place | undefined {
  const { pdfium, scratch } = engine
  const index = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(handle, destination)
  if (index < 0) return undefined
  const at = scratch + scratchMemory.secondResult
  pdfium.FPDF_GetPageSizeByIndexF(handle, index, at)
  const height = engine.heap().floats[(at >> 2) + 1] ?? 0
  const { left, top } = spotOf(engine, destination)
  return {
    page: index + 1,
    ...(left !== undefined && { x: left }),
    ...(top !== undefined && { y: height - top }),
  }
}

/** Returns the position of a destination in user space. */
function spotOf({ pdfium, scratch, heap }: Engine, destination: number) {
  const at = scratch + scratchMemory.secondResult
  // Three flags, and three numbers of four bytes.
  heap().bytes.fill(0, at, at + 24)
  const [xAt, yAt] = [at + 12, at + 16]
  if (pdfium.FPDFDest_GetLocationInPage(destination, at, at + 4, at + 8, xAt, yAt, at + 20) !== 0) {
    const { bytes, floats } = heap()
    return {
      left: bytes[at] ? floats[xAt >> 2] : undefined,
      top: bytes[at + 4] ? floats[yAt >> 2] : undefined,
    }
  }
  const view = pdfium.FPDFDest_GetView(destination, at, at + 4)
  const { bytes, floats } = heap()
  const hasHeight = viewsAtHeight.has(view) && bytes[at] !== 0
  return { left: undefined, top: hasHeight ? floats[(at + 4) >> 2] : undefined }
}
