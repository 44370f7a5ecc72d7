/** Measures the height of ink: tall formulas reach out of their line. */
import type { Page } from '../content/index.ts'

/** Top and bottom of ink, in points. */
export interface VerticalExtent {
  readonly top: number
  readonly bottom: number
}

/** Returns the extent of the glyphs from the first to the last one. */
export function extentOfGlyphs(
  first: number,
  last: number,
  { y0, y1 }: Pick<Page['glyphs'], 'y0' | 'y1'>,
): VerticalExtent {
  let [top, bottom] = [Infinity, -Infinity]
  for (let index = first; index <= last; index++) {
    top = Math.min(top, y0[index] ?? Infinity)
    bottom = Math.max(bottom, y1[index] ?? -Infinity)
  }
  return { top, bottom }
}

/** Returns the top and bottom of the tall formulas of a line; `undefined` if the line has no tall formula. */
export function extentOfFormulas(
  words: readonly { readonly ink?: VerticalExtent }[],
): VerticalExtent | undefined {
  let [top, bottom] = [Infinity, -Infinity]
  for (const { ink } of words) {
    if (!ink) continue
    top = Math.min(top, ink.top)
    bottom = Math.max(bottom, ink.bottom)
  }
  return bottom > top ? { top, bottom } : undefined
}
