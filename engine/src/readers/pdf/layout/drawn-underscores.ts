/**
 * Turns drawn underscores into glyphs: TeX's old text fonts have none, and draw a rule between two letters.
 *
 * Covers: level text, one rule beside a letter or between two. Not: turned text, and blanks to be filled in.
 */
import { glyphCodes, type Page, type Ruling } from '../content/index.ts'
import { type InsertedGlyph, insertGlyphs } from './inserted-glyphs.ts'

/** Lengths in ems of the text. Plain TeX's `\_` is a kern of .06 and a rule of .3, on the baseline, .4 points thick. */
export interface DrawnUnderscoreSettings {
  readonly minLength: number
  readonly maxLength: number
  readonly maxThickness: number
  /** Distance of the rule from the letters beside it, and the overlap. */
  readonly maxGap: number
  readonly maxOverlap: number
  /** Distance of the rule from the baseline, above or below. */
  readonly maxDrift: number
  /** A page with more short rules is a form or a chart. */
  readonly maxRules: number
  /** Longest rule in points: an underscore of text of 30 points. */
  readonly maxPoints: number
}

export const drawnUnderscoreSettings: DrawnUnderscoreSettings = {
  minLength: 0.2,
  maxLength: 0.65,
  maxThickness: 0.08,
  maxGap: 0.15,
  maxOverlap: 0.05,
  maxDrift: 0.05,
  maxRules: 400,
  maxPoints: 12,
}

/** Returns the page with a glyph in the place of each drawn underscore. */
export function withDrawnUnderscores(page: Page): Page {
  const { rulings } = page.drawings
  const short = rulings.filter(
    ({ isLevel, from, to }) => isLevel && to - from <= drawnUnderscoreSettings.maxPoints,
  )
  if (short.length === 0 || short.length > drawnUnderscoreSettings.maxRules) return page
  const found = new Map<Ruling, InsertedGlyph>()
  for (const rule of short) {
    const glyph = underscoreAt(page, rule)
    if (glyph) found.set(rule, glyph)
  }
  if (found.size === 0) return page
  const kept = rulings.filter((rule) => !found.has(rule))
  const glyphs = insertGlyphs(page, [...found.values()])
  return { ...page, glyphs, drawings: { ...page.drawings, rulings: kept } }
}

/**
 * Returns the underscore for a rule beside a letter. Bars of fractions have no letter beside them, underlines lie below
 * letters.
 */
function underscoreAt({ glyphs, objects }: Page, rule: Ruling): InsertedGlyph | undefined {
  const { minLength, maxLength, maxThickness, maxGap, maxOverlap, maxDrift } =
    drawnUnderscoreSettings
  const { at, from, to, thickness } = rule
  let before: number | undefined
  let after: number | undefined
  for (let index = 0; index < glyphs.count; index++) {
    const object = objects[glyphs.objects[index] as number]
    const em = object?.size ?? 0
    if (Math.abs((glyphs.originY[index] as number) - at) > maxDrift * em) continue
    if (object?.angleDegrees !== 0 || thickness > maxThickness * em) continue
    if (to - from < minLength * em || to - from > maxLength * em) continue
    const start = glyphs.originX[index] as number
    const left = from - start - (glyphs.advances[index] as number)
    const right = start - to
    if (left < -maxOverlap * em && right < -maxOverlap * em) return undefined
    if (!letter.test(String.fromCodePoint(glyphs.codes[index] as number))) continue
    if (Math.abs(left) <= maxGap * em) before = index
    else if (Math.abs(right) <= maxGap * em) after = index
  }
  const like = before ?? after
  if (like === undefined) return undefined
  const box = { x0: from, x1: to, y0: at - thickness / 2, y1: at + thickness / 2 }
  return { before: before === undefined ? like : like + 1, like, code: glyphCodes.underscore, box }
}

const letter = /[\p{L}\p{N}]/u
