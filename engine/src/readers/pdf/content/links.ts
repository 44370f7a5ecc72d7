/** Reads the link annotations of a loaded page: their boxes, in top-left points, and their targets. */
import type { BBox } from '../../../model/index.ts'
import type { OpenDocument } from './document.ts'
import { type Engine, readString } from './engine.ts'
import { uriAction, viewsAtHeight } from './format.ts'
import { boxOnPage, type PageGeometry } from './geometry.ts'
import { contentLimits as limits } from './settings.ts'

export interface PageLink extends BBox {
  /** A URL, or a place in the document. */
  readonly target: string | Place
}

export interface Place {
  /** Pages count from 1. */
  readonly page: number
  /** Points from the page's top-left corner, if the link defines them. */
  readonly x?: number
  readonly y?: number
}

/** Offsets of results in the scratch memory. */
const offsets = { rectangle: 16, place: 32, placeEnd: 64 } as const

/** Reads links to addresses (ISO 32000-1, 12.6.4.7) and to places of the document (12.3.2); others are left out. */
export function readLinks(
  { engine, handle }: OpenDocument,
  page: number,
  geometry: PageGeometry,
): PageLink[] {
  const { pdfium, scratch } = engine
  const links: PageLink[] = []
  new DataView(engine.heap().bytes.buffer).setInt32(scratch, 0, true)
  for (let count = 0; count < limits.maxEntries; count++) {
    if (pdfium.FPDFLink_Enumerate(page, scratch, scratch + 4) === 0) break
    const link = new DataView(engine.heap().bytes.buffer).getInt32(scratch + 4, true)
    const target = addressOf(engine, handle, link) ?? placeOf(engine, handle, link)
    const box = target === undefined ? undefined : boxOf(engine, link, geometry)
    if (target !== undefined && box) links.push({ ...box, target })
  }
  return links
}

function addressOf(engine: Engine, document: number, link: number): string | undefined {
  const { pdfium } = engine
  const action = pdfium.FPDFLink_GetAction(link)
  if (action === 0 || pdfium.FPDFAction_GetType(action) !== uriAction) return undefined
  const address = readString(engine, 'utf8', (buffer, room) =>
    pdfium.FPDFAction_GetURIPath(document, action, buffer, room),
  )
  return address.trim() || undefined
}

/** Positions are slightly wrong on rotated or cropped pages; the text there decides in that case. */
function placeOf(engine: Engine, document: number, link: number): Place | undefined {
  const { pdfium, scratch } = engine
  const destination = pdfium.FPDFLink_GetDest(document, link)
  if (destination === 0) return undefined
  const index = pdfium.FPDFDest_GetDestPageIndex(document, destination)
  if (index < 0) return undefined
  const at = scratch + offsets.place
  pdfium.FPDF_GetPageSizeByIndexF(document, index, at)
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
  const at = scratch + offsets.place
  heap().bytes.fill(0, at, scratch + offsets.placeEnd)
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

function boxOf(engine: Engine, link: number, { toPage }: PageGeometry): BBox | undefined {
  const { pdfium, scratch } = engine
  if (pdfium.FPDFLink_GetAnnotRect(link, scratch + offsets.rectangle) === 0) return undefined
  const at = (scratch + offsets.rectangle) >> 2
  const [left = 0, top = 0, right = 0, bottom = 0] = engine.heap().floats.subarray(at, at + 4)
  return boxOnPage(toPage, { left, top, right, bottom })
}
