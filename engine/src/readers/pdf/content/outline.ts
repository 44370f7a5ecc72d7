/** Reads the outline (bookmarks) of an open document: its entries in order, with their depth and page. */
import type { OpenDocument } from './document.ts'
import { readString } from './engine.ts'
import { contentLimits as limits } from './settings.ts'

export interface OutlineEntry {
  readonly title: string
  /** Depth from 1. */
  readonly depth: number
  /** Page from 1; `undefined` if the entry has no target page in the document. */
  readonly page?: number
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
    const page = pageOf(document, bookmark)
    entries.push({ title: titleOf(document, bookmark), depth, ...(page !== undefined && { page }) })
    const next = pdfium.FPDFBookmark_GetNextSibling(document.handle, bookmark)
    if (next !== 0) stack.push({ bookmark: next, depth })
    const child = pdfium.FPDFBookmark_GetFirstChild(document.handle, bookmark)
    if (child !== 0 && depth < limits.maxDepth) stack.push({ bookmark: child, depth: depth + 1 })
  }
  return entries
}

function titleOf({ engine }: OpenDocument, bookmark: number): string {
  const title = readString(engine, 'utf16', (buffer, room) =>
    engine.pdfium.FPDFBookmark_GetTitle(bookmark, buffer, room),
  )
  return title.replace(/\s+/g, ' ').trim()
}

function pageOf({ engine, handle }: OpenDocument, bookmark: number): number | undefined {
  const { pdfium } = engine
  const destination = pdfium.FPDFBookmark_GetDest(handle, bookmark)
  const action = destination === 0 ? pdfium.FPDFBookmark_GetAction(bookmark) : 0
  const target = action === 0 ? destination : pdfium.FPDFAction_GetDest(handle, action)
  const index = target === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(handle, target)
  return index >= 0 ? index + 1 : undefined
}
