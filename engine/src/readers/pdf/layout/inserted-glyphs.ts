/** Inserts drawn glyphs into the glyphs of a page, each in its position in file order. */
import type { BBox } from '../../../model/index.ts'
import { copyGlyphs, type Glyphs, type Page } from '../content/index.ts'

/** A new glyph with the text object and baseline of a neighbour. */
export interface InsertedGlyph {
  /** Index of the glyph that it precedes; the number of glyphs to append it. */
  readonly before: number
  /** Index of the glyph whose text object and baseline it takes. */
  readonly like: number
  readonly code: number
  readonly box: BBox
  /** Set if its baseline is not that of the neighbour. */
  readonly baseline?: number
}

export function insertGlyphs(
  { glyphs, objects }: Pick<Page, 'glyphs' | 'objects'>,
  added: readonly InsertedGlyph[],
): Glyphs {
  const sorted = added.toSorted((a, b) => a.box.x0 - b.box.x0)
  const places = Map.groupBy(sorted, ({ before }) => before)
  const sources: number[] = []
  const inserted = new Map<number, InsertedGlyph>()
  for (let index = 0; index <= glyphs.count; index++) {
    for (const glyph of places.get(index) ?? []) inserted.set(sources.push(glyph.like) - 1, glyph)
    if (index < glyphs.count) sources.push(index)
  }
  const own = copyGlyphs(glyphs, sources)
  for (const [at, { like, code, box, baseline }] of inserted) {
    const em = objects[glyphs.objects[like] as number]?.size ?? 1
    own.codes[at] = code
    own.originX[at] = box.x0
    if (baseline !== undefined) own.originY[at] = baseline
    own.advances[at] = Math.min(box.x1 - box.x0, em)
    ;[own.x0[at], own.y0[at], own.x1[at], own.y1[at]] = [box.x0, box.y0, box.x1, box.y1]
  }
  return own
}
