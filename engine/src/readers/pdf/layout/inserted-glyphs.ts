/** Inserts drawn glyphs into the glyphs of a page, each in its position in file order. */
import type { BBox } from '../../../model/index.ts'
import { allocateGlyphs, type Glyphs, type Page } from '../content/index.ts'

/** A new glyph with the text object and baseline of a neighbour. */
export interface InsertedGlyph {
  /** Index of the glyph that it precedes; the number of glyphs to append it. */
  readonly before: number
  /** Index of the glyph whose text object and baseline it takes. */
  readonly like: number
  readonly code: number
  readonly box: BBox
}

export function insertGlyphs(
  { glyphs, objects }: Pick<Page, 'glyphs' | 'objects'>,
  inserted: readonly InsertedGlyph[],
): Glyphs {
  const sorted = inserted.toSorted((a, b) => a.box.x0 - b.box.x0)
  const places = Map.groupBy(sorted, ({ before }) => before)
  const count = glyphs.count + inserted.length
  const own = allocateGlyphs(count)
  const lists = Object.keys(own) as (keyof typeof own)[]
  let at = 0
  for (let index = 0; index <= glyphs.count; index++) {
    for (const { like, code, box } of places.get(index) ?? []) {
      for (const list of lists) own[list][at] = glyphs[list][like] as number
      const em = objects[glyphs.objects[like] as number]?.size ?? 1
      own.codes[at] = code
      own.originX[at] = box.x0
      own.advances[at] = Math.min(box.x1 - box.x0, em)
      ;[own.x0[at], own.y0[at], own.x1[at], own.y1[at]] = [box.x0, box.y0, box.x1, box.y1]
      at++
    }
    if (index === glyphs.count) break
    for (const list of lists) own[list][at] = glyphs[list][index] as number
    at++
  }
  return { ...own, count }
}
