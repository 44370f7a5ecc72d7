/** For tests: pages of glyphs from lines of text, and the formulas found on them. */
import type { Font, Page, Ruling, TextObject } from '../../content/index.ts'
import { noDrawings } from '../../content/index.ts'
import {
  findWords,
  foldInlineFormulas,
  groupByFrame,
  groupIntoFragments,
  type LineFragment,
  type Word,
} from '../../layout/index.ts'
import { findFormulas, type PageFormulas } from '../index.ts'

export interface LineText {
  readonly text: string
  readonly x: number
  /** Height of the baseline. */
  readonly y: number
  readonly size?: number
  readonly font?: string
}

/** Every character is half an em wide, and its ink 0.7 ems high. */
const WIDTH_EMS = 0.5
const HEIGHT_EMS = 0.7

/** A horizontal bar. */
export type Bar = Pick<Ruling, 'at' | 'from' | 'to'>

/** A page with a text object for each line. */
export function page(lines: readonly LineText[], bars: readonly Bar[] = []): Page {
  const objects = lines.map(({ size = 10, font = 'Times' }): TextObject => {
    const named: Font = { name: font, flags: 0, weight: 400, italic: false }
    return { font: named, size, angleDegrees: 0, renderMode: 0 }
  })
  const letters = lines.flatMap((line, object) =>
    [...line.text].map((letter, index) => ({ letter, object, index, line })),
  )
  const count = letters.length
  const floats = (of: (letter: (typeof letters)[number]) => number) =>
    Float32Array.from(letters, of)
  const widthOf = ({ size = 10 }: LineText) => WIDTH_EMS * size
  const leftOf = ({ line, index }: (typeof letters)[number]) => line.x + index * widthOf(line)
  const inkOf = (own: (typeof letters)[number]) => (own.letter === ' ' ? 0 : widthOf(own.line))
  const glyphs = {
    count,
    codes: Uint32Array.from(letters, ({ letter }) => letter.codePointAt(0) ?? 0),
    objects: Uint32Array.from(letters, ({ object }) => object),
    originX: floats(leftOf),
    originY: floats(({ line }) => line.y),
    advances: floats(({ line }) => widthOf(line)),
    x0: floats(leftOf),
    x1: floats((own) => leftOf(own) + inkOf(own)),
    y0: floats(({ line: { y, size = 10 } }) => y - HEIGHT_EMS * size),
    y1: floats(({ line }) => line.y),
  }
  const facts = { number: 1, width: 450, height: 600, hasObjects: true }
  const rulings = bars.map((bar) => ({ isHorizontal: true, thickness: 0.4, ...bar }))
  return { ...facts, glyphs, objects, drawings: { ...noDrawings, rulings }, links: [] }
}

function formulasOf(own: Page): PageFormulas {
  const words = foldInlineFormulas(findWords(own).words, own)
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupByFrame(words).flatMap((group) => groupIntoFragments(group, { wordsOf }))
  return findFormulas({ ...own, fragments, wordsOf })
}

/** The LaTeX of the displayed formulas, with their numbers. */
export function displaysOf(own: Page): string[] {
  return formulasOf(own).displays.map(({ latex, number }) =>
    number === undefined ? latex : `${latex} (${number})`,
  )
}

/** The formulas in lines of text, in brackets, with the marks around them. */
export function inlinesOf(own: Page): string[] {
  const found = new Set(formulasOf(own).inlines.values())
  return [...found].map(({ before, latex, after }) => `${before}<${latex}>${after}`)
}
