/**
 * Adds the largest left parenthesis of TeX's extension font, which has the code of a blank. PDFium leaves out some of the text
 * objects that hold blanks alone, and leaves out the blank at the end of others.
 */
import type { BBox } from '../../../model/index.ts'
import type { Engine } from './engine.ts'
import { glyphCodes, objectTypes, renderModes } from './format.ts'
import { boxOfObject, type PageGeometry } from './geometry.ts'
import { copyGlyphs, type Glyphs } from './page-text.ts'
import { contentLimits as limits } from './settings.ts'
import { isExtension } from './symbol-encodings.ts'
import type { TextObject } from './text-objects.ts'

interface ReadText {
  readonly glyphs: Glyphs
  /** PDFium's handles of the text objects, by the index that glyphs have. */
  readonly uses: readonly { readonly pointer: number }[]
  readonly objects: readonly TextObject[]
}

/** A parenthesis, to be added after a glyph. */
interface Dropped {
  readonly after: number
  readonly box: BBox
  /** An object with its font. */
  readonly object: number
}

export function addDroppedBrackets(
  engine: Engine,
  page: number,
  { glyphs, uses, objects }: ReadText,
  { toPage }: PageGeometry,
): Glyphs {
  const fonts = new Map<number, number>()
  for (const [index, { font }] of objects.entries()) {
    const { pointer } = uses[index] as { pointer: number }
    if (isExtension(font)) fonts.set(engine.pdfium.FPDFTextObj_GetFont(pointer), index)
  }
  if (fonts.size === 0) return glyphs
  const dropped = findDropped(engine, page, { glyphs, uses, fonts, toPage })
  if (dropped.length === 0) return glyphs
  return insert(glyphs, dropped)
}

interface Search {
  readonly glyphs: Glyphs
  readonly uses: ReadText['uses']
  /** An object of each font of big brackets. */
  readonly fonts: ReadonlyMap<number, number>
  readonly toPage: PageGeometry['toPage']
}

/**
 * Finds the missing parentheses of the page's own content: text objects with a font of big brackets have no glyph, or room for one behind
 * their last glyph.
 */
function findDropped(engine: Engine, page: number, { glyphs, uses, fonts, toPage }: Search) {
  const { pdfium } = engine
  const lastOf = new Map<number, number>(uses.map(({ pointer }) => [pointer, -1]))
  for (let index = 0; index < glyphs.count; index++)
    lastOf.set((uses[glyphs.objects[index] as number] as { pointer: number }).pointer, index)
  const found: Dropped[] = []
  let after = -1
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), limits.maxObjects)
  for (let index = 0; index < count; index++) {
    const pointer = pdfium.FPDFPage_GetObject(page, index)
    const last = lastOf.get(pointer)
    if (last !== undefined) after = Math.max(after, last)
    if (pdfium.FPDFPageObj_GetType(pointer) !== objectTypes.text) continue
    const object = fonts.get(pdfium.FPDFTextObj_GetFont(pointer))
    if (object === undefined || after < 0) continue
    if (pdfium.FPDFTextObj_GetTextRenderMode(pointer) === renderModes.invisible) continue
    const own = boxOfObject(engine, pointer, toPage)
    const box = own && last !== undefined ? boxBehind(glyphs, last, own) : own
    if (box && !isPrinted(glyphs, after, box)) found.push({ after: last ?? after, box, object })
  }
  return found
}

/** Returns the box of a parenthesis behind the last glyph of an object, if the object's box has room for one: `)(` in one object. */
function boxBehind({ x0, x1 }: Glyphs, last: number, box: BBox): BBox | undefined {
  const width = (x1[last] as number) - (x0[last] as number)
  return box.x1 - (x1[last] as number) < width ? undefined : { ...box, x0: box.x1 - width }
}

/** Returns true if the glyph before is in the same place: PDFium leaves out repeated ones, too. */
function isPrinted({ x0, y0 }: Glyphs, index: number, box: BBox): boolean {
  const near = (box.x1 - box.x0) / 2
  const [x, y] = [(x0[index] as number) - box.x0, (y0[index] as number) - box.y0]
  return Math.abs(x) < near && Math.abs(y) < near
}

function insert(glyphs: Glyphs, dropped: readonly Dropped[]): Glyphs {
  const byGlyph = Map.groupBy(dropped, ({ after }) => after)
  const sources: number[] = []
  const places: { readonly at: number; readonly own: Dropped }[] = []
  for (let index = 0; index < glyphs.count; index++) {
    sources.push(index)
    for (const own of byGlyph.get(index) ?? []) places.push({ at: sources.push(index) - 1, own })
  }
  const all = copyGlyphs(glyphs, sources)
  for (const { at, own } of places) {
    const { x0, y0, x1, y1 } = own.box
    all.codes[at] = glyphCodes.space
    all.objects[at] = own.object
    all.originX[at] = x0
    all.originY[at] = y0
    all.advances[at] = x1 - x0
    all.x0[at] = x0
    all.y0[at] = y0
    all.x1[at] = x1
    all.y1[at] = y1
  }
  return all
}
