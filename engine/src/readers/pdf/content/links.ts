/** Reads the link annotations of a loaded page: their boxes, in top-left points, and their targets. */
import type { BBox } from '../../../model/index.ts'
import type { OpenDocument } from './document.ts'
import { type Engine, readString, scratchMemory } from './engine.ts'
import { uriAction } from './format.ts'
import { boxOnPage, type PageGeometry } from './geometry.ts'
import { type Place, placeOf } from './places.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'

export interface PageLink extends BBox {
  /** A URL, or a place in the document. */
  readonly target: string | Place
}

/** Returns the level at which the letters of a line lie in the rectangle of a link, in the unit of the baseline. */
export function linkLevel(baseline: number, size: number): number {
  return baseline - size * settings.linkHeightEms
}

/** Returns the link whose rectangle is around a point, in points from the upper left corner of the page. */
export function linkAround(links: readonly PageLink[], x: number, y: number): PageLink | undefined {
  return links.find((link) => x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1)
}

/** Reads links to addresses (ISO 32000-1, 12.6.4.7) and to places of the document (12.3.2); others are left out. */
export function readLinks(
  document: OpenDocument,
  page: number,
  geometry: PageGeometry,
): PageLink[] {
  const { engine, handle } = document
  const { pdfium, scratch } = engine
  const links: PageLink[] = []
  new DataView(engine.heap().bytes.buffer).setInt32(scratch, 0, true)
  for (let count = 0; count < limits.maxEntries; count++) {
    if (pdfium.FPDFLink_Enumerate(page, scratch, scratch + 4) === 0) break
    const link = new DataView(engine.heap().bytes.buffer).getInt32(scratch + 4, true)
    const target =
      addressOf(engine, handle, link) ?? placeOf(document, pdfium.FPDFLink_GetDest(handle, link))
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
  return withScheme(address.trim()) || undefined
}

const mailAddress = /^[^\s:/?#@]+@[\w-]+(?:\.[\w-]+)+$/

/** Adds the scheme that authors leave out: a target without one would be a file beside the document. */
function withScheme(address: string): string {
  if (mailAddress.test(address)) return `mailto:${address}`
  return address.startsWith('www.') ? `http://${address}` : address
}

function boxOf(engine: Engine, link: number, { toPage }: PageGeometry): BBox | undefined {
  const at = engine.scratch + scratchMemory.secondResult
  if (engine.pdfium.FPDFLink_GetAnnotRect(link, at) === 0) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = engine.heap().floats.subarray(at >> 2)
  return boxOnPage(toPage, { left, top, right, bottom })
}
