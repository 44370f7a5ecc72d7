/** Reads the outline (bookmarks) of an open document: its entries in order, with their depth and place. */
import type { OpenDocument } from './document.ts'
import { readString } from './engine.ts'
import { type Place, placeOf } from './places.ts'
import { contentLimits as limits } from './settings.ts'

export interface OutlineEntry {
  readonly title: string
  /** Depth from 1; 0 for the title of the document, which is expected on page 1. */
  readonly depth: number
  /** `undefined` if the entry has no target page in the document. */
  readonly place?: Place
}

interface Waiting {
  readonly bookmark: number
  readonly depth: number
}

/** Reads the outline (ISO 32000-1, 12.3.3), depth first. */
export function readOutline(document: OpenDocument): OutlineEntry[] {
  const { pdfium } = document.engine
  const entries: OutlineEntry[] = []
  const first = pdfium.FPDFBookmark_GetFirstChild(document.handle, 0)
  const stack: Waiting[] = first === 0 ? [] : [{ bookmark: first, depth: 1 }]
  for (let entry = stack.pop(); entry && entries.length < limits.maxEntries; entry = stack.pop()) {
    const { bookmark, depth } = entry
    const place = targetOf(document, bookmark)
    entries.push({ title: titleOf(document, bookmark), depth, ...(place && { place }) })
    const next = pdfium.FPDFBookmark_GetNextSibling(document.handle, bookmark)
    if (next !== 0) stack.push({ bookmark: next, depth })
    const child = pdfium.FPDFBookmark_GetFirstChild(document.handle, bookmark)
    if (child !== 0 && depth < limits.maxDepth) stack.push({ bookmark: child, depth: depth + 1 })
  }
  return entries
}

/** Adds the title of the document's metadata to its outline. */
export function withTitle(
  outline: readonly OutlineEntry[],
  title: string | undefined,
): readonly OutlineEntry[] {
  return title === undefined ? outline : [{ title, depth: 0, place: { page: 1 } }, ...outline]
}

function titleOf({ engine }: OpenDocument, bookmark: number): string {
  const title = readString(engine, 'utf16', (buffer, room) =>
    engine.pdfium.FPDFBookmark_GetTitle(bookmark, buffer, room),
  )
  return title.replace(/\s+/g, ' ').trim()
}

function targetOf(document: OpenDocument, bookmark: number): Place | undefined {
  const { engine, handle } = document
  const { pdfium } = engine
  const destination = pdfium.FPDFBookmark_GetDest(handle, bookmark)
  const action = destination === 0 ? pdfium.FPDFBookmark_GetAction(bookmark) : 0
  return placeOf(document, action === 0 ? destination : pdfium.FPDFAction_GetDest(handle, action))
}
