/**
 * Corrects the sizes of fonts that are scaled by the matrix of a Type 3 font (ISO 32000-1, 9.6.5), as in files that Ghostscript
 * makes of TeX's bitmap fonts: PDFium reports the size in the text matrix, which is that of a pixel.
 */
import { median } from '../statistics.ts'
import type { Matrix } from './geometry.ts'
import type { Glyphs } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { angleOnPage, type Placing } from './text-objects.ts'

/** Direction and size of a text object. */
interface Placed {
  readonly placing: Placing
}

/**
 * Returns the size of each object in points, and replaces the advances of its glyphs by their ink where the size is corrected;
 * `undefined` if all sizes are right.
 *
 * @param toPage Converts user space to the coordinates of the page.
 * @param fontOf Returns the handle of an object's font.
 */
export function correctSizes<Own extends Placed>(
  glyphs: Glyphs,
  objects: readonly Own[],
  toPage: Matrix,
  fontOf: (object: Own) => number,
): number[] | undefined {
  const quarters = objects.map(({ placing }) => Math.round(angleOnPage(placing, toPage) / 90))
  const large = largeLetters(glyphs, objects, quarters)
  if (large.length === 0) return undefined
  const fonts = objects.map(fontOf)
  const byFont = Map.groupBy(large, ({ object }) => fonts[object])
  const ems = new Map([...byFont].map(([font, own]) => [font, median(own.map(({ em }) => em))]))
  // A font of symbols has the size of the letters.
  const usual = median([...ems.values()])
  const pixel = large.reduce((most, own) => Math.max(most, sizeOf(objects[own.object])), 0)
  const sizes = objects.map(({ placing: { size } }, at) =>
    size > pixel ? size : (ems.get(fonts[at]) ?? usual),
  )
  for (let index = 0; index < glyphs.count; index++) {
    const at = glyphs.objects[index] as number
    if (sizes[at] === objects[at]?.placing.size) continue
    glyphs.advances[index] = Math.max(0, endOf(glyphs, index, quarters[at]))
  }
  return sizes
}

/**
 * Returns the distance from a glyph's origin to the end of its ink in the reading direction.
 *
 * @param quarter The direction in quarters of a turn, clockwise.
 */
function endOf({ originX, originY, x0, y0, x1, y1 }: Glyphs, index: number, quarter = 0): number {
  if (quarter === 0) return (x1[index] as number) - (originX[index] as number)
  if (quarter === 1) return (y1[index] as number) - (originY[index] as number)
  if (quarter === -1) return (originY[index] as number) - (y0[index] as number)
  return (originX[index] as number) - (x0[index] as number)
}

function sizeOf(object: Placed | undefined): number {
  return object?.placing.size ?? 0
}

interface LargeLetter {
  /** Index of its text object. */
  readonly object: number
  /** The em in points that its height shows. */
  readonly em: number
}

/** Finds the letters that are far larger than their size. */
function largeLetters(
  glyphs: Glyphs,
  objects: readonly Placed[],
  quarters: readonly number[],
): LargeLetter[] {
  const found: LargeLetter[] = []
  const factor = settings.unscaled.leastEms
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    const isTurned = (quarters[object] ?? 0) % 2 !== 0
    const [low, high] = isTurned ? [glyphs.x0, glyphs.x1] : [glyphs.y0, glyphs.y1]
    const height = (high[index] as number) - (low[index] as number)
    const size = sizeOf(objects[object])
    if (height <= factor * size || size === 0) continue
    const share = heightOf(glyphs.codes[index] as number)
    if (share !== undefined) found.push({ object, em: height / share })
  }
  return found
}

/** Returns the usual height of a letter or figure in ems; `undefined` for other characters. */
function heightOf(code: number): number | undefined {
  const letter = String.fromCharCode(code)
  if (/[A-Z]/.test(letter)) return settings.unscaled.capitalEms
  if (/[acemnorsuvwxz]/.test(letter)) return settings.unscaled.lowEms
  if (/[bdfhkl]/.test(letter)) return settings.unscaled.tallEms
  return /\d/.test(letter) ? settings.unscaled.figureEms : undefined
}
