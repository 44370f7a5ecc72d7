/** Converts the provenance of a block to `prov` entries, with boxes clamped to their page. */
import type { BBox, Page, Provenance } from '../../model/index.ts'
import type { DoclingBBox, DoclingPage, Prov } from './schema.ts'

/** Pages by number. The size of a sheet, in cells, grows with the ranges found on it. */
export type Pages = Map<number, DoclingPage>

export function toPages(pages: readonly Page[]): Pages {
  return new Map(pages.map(({ number, size }) => [number, toPage(number, size)]))
}

function toPage(page_no: number, { width, height } = { width: 0, height: 0 }): DoclingPage {
  return { page_no, size: { width: round(width), height: round(height) } }
}

/**
 * @param length Characters of the item's `orig`, which the locations cover one after the other.
 * @param before Characters before the block's own text: a marker.
 */
export function toProv(
  provenance: readonly Provenance[] | undefined,
  length: number,
  pages: Pages,
  before = 0,
): Prov[] {
  if (!provenance) return []
  const spans = toSpans(provenance, length, before)
  return provenance.map((location, index) => {
    const { page_no, bbox } = locate(location, pages)
    return { page_no, bbox, charspan: spans[index] ?? [0, length] }
  })
}

/** Gives every location the whole range if one of them has no length. */
function toSpans(
  provenance: readonly Provenance[],
  length: number,
  before: number,
): (readonly [number, number])[] {
  const sizes = provenance.map((location) =>
    location.type === 'page' ? location.characters : undefined,
  )
  if (provenance.length < 2 || !sizes.every((size) => size !== undefined)) return []
  let start = 0
  let end = before
  return sizes.map((size, index) => {
    const isLast = index === sizes.length - 1
    end = isLast ? length : Math.min(length, end + size)
    const span = [start, end] as const
    start = end
    return span
  })
}

/** Cuts entries to a part of the text; the ranges become relative to that part. */
export function cutProv(prov: readonly Prov[], start: number, end: number): Prov[] {
  return prov
    .filter(({ charspan: [from, to] }) => from < end && to > start)
    .map(({ page_no, bbox, charspan: [from, to] }) => ({
      page_no,
      bbox,
      charspan: [Math.max(from, start) - start, Math.min(to, end) - start],
    }))
}

const surrogate = /[\ud800-\udfff]/

/** Converts ranges from UTF-16 units to code points, as Python loaders count them; letters of formulas are surrogate pairs. */
export function inCodePoints(prov: readonly Prov[], text: string): readonly Prov[] {
  if (prov.length === 0 || !surrogate.test(text)) return prov
  const count = (end: number): number => Array.from(text.slice(0, end)).length
  return prov.map(({ charspan: [from, to], ...location }) => ({
    ...location,
    charspan: [count(from), count(to)],
  }))
}

const nowhere: BBox = { x0: 0, y0: 0, x1: 0, y1: 0 }

function locate(location: Provenance, pages: Pages): { page_no: number; bbox: DoclingBBox } {
  switch (location.type) {
    case 'page':
      return { page_no: location.page, bbox: toPageBBox(location.bbox, location.page, pages) }
    case 'slide':
      // Notes, and shapes without a position: an empty box names only the slide.
      return {
        page_no: location.slide,
        bbox: toPageBBox(location.bbox ?? nowhere, location.slide, pages),
      }
    case 'sheet': {
      const { row0, column0, row1, column1 } = location.range
      const bbox = { x0: column0, y0: row0, x1: column1 + 1, y1: row1 + 1 }
      growSheet(location.sheet, bbox, pages)
      return { page_no: location.sheet, bbox: toDoclingBBox(bbox) }
    }
  }
}

/** Extends a sheet to its used range. */
function growSheet(number: number, { x1, y1 }: BBox, pages: Pages): void {
  const { width = 0, height = 0 } = pages.get(number)?.size ?? {}
  const size = { width: Math.max(width, x1), height: Math.max(height, y1) }
  pages.set(number, { page_no: number, size })
}

/** Clamps a box to its page, as docling-core does when it loads the document. */
export function toPageBBox(bbox: BBox, number: number, pages: Pages): DoclingBBox {
  const { size } = getPage(number, pages)
  return toDoclingBBox(size.width > 0 && size.height > 0 ? clamp(bbox, size) : bbox)
}

function getPage(number: number, pages: Pages): DoclingPage {
  const page = pages.get(number) ?? toPage(number)
  pages.set(number, page)
  return page
}

function clamp({ x0, y0, x1, y1 }: BBox, { width, height }: DoclingPage['size']): BBox {
  const within = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
  return {
    x0: within(x0, width),
    y0: within(y0, height),
    x1: within(x1, width),
    y1: within(y1, height),
  }
}

function toDoclingBBox({ x0, y0, x1, y1 }: BBox): DoclingBBox {
  return { l: round(x0), t: round(y0), r: round(x1), b: round(y1), coord_origin: 'TOPLEFT' }
}

/** Rounds to thousandths of a point, below any useful precision. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
