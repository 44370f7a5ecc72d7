/** Provenance of a block → `prov` entries, boxes clamped to their page. */
import type { BBox, Page, Provenance } from '../../model/index.ts'
import type { DoclingBBox, DoclingPage, Prov } from './schema.ts'

export type Pages = ReadonlyMap<number, DoclingPage>

/** Pages with a size; sheets have theirs in cells, and DoclingDocument gives them the used range. */
export function toPages(pages: readonly Page[]): Map<number, DoclingPage> {
  return new Map(
    pages.map(({ number, size }) => [
      number,
      { page_no: number, size: { width: size?.width ?? 0, height: size?.height ?? 0 } },
    ]),
  )
}

/** @param length Characters of the item's text; pieces of one item share them. */
export function toProv(
  provenance: readonly Provenance[] | undefined,
  length: number,
  pages: Pages,
): Prov[] {
  return (provenance ?? []).flatMap((place): Prov[] => {
    const located = locate(place)
    if (!located) return []
    const { page_no, bbox } = located
    const clamped = clamp(bbox, place.type === 'sheet' ? undefined : pages.get(page_no))
    return [{ page_no, bbox: toDoclingBBox(clamped), charspan: [0, length] }]
  })
}

function locate(place: Provenance): { page_no: number; bbox: BBox } | undefined {
  switch (place.type) {
    case 'page':
      return { page_no: place.page, bbox: place.bbox }
    case 'slide':
      return place.bbox && { page_no: place.slide, bbox: place.bbox }
    case 'sheet': {
      const { row0, column0, row1, column1 } = place.range
      const bbox = { x0: column0, y0: row0, x1: column1 + 1, y1: row1 + 1 }
      return { page_no: place.sheet, bbox }
    }
  }
}

function clamp(bbox: BBox, page: DoclingPage | undefined): BBox {
  if (!page || page.size.width === 0 || page.size.height === 0) return bbox
  const within = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
  const { width, height } = page.size
  return {
    x0: within(bbox.x0, width),
    y0: within(bbox.y0, height),
    x1: within(bbox.x1, width),
    y1: within(bbox.y1, height),
  }
}

export function toDoclingBBox({ x0, y0, x1, y1 }: BBox): DoclingBBox {
  return { l: round(x0), t: round(y0), r: round(x1), b: round(y1), coord_origin: 'TOPLEFT' }
}

/** Thousandths of a point: below what any reader can use. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
