/**
 * Turns drawn underscores into glyphs: TeX's old text fonts have none, and draw a rule between two letters.
 *
 * Covers: level text, one rule or several beside a letter or between two. Not: turned text, and blanks to be filled in.
 */
import { boxOfRuling } from '../boxes.ts'
import { glyphCodes, type Page, type Ruling } from '../content/index.ts'
import { type InsertedGlyph, insertGlyphs } from './inserted-glyphs.ts'

/**
 * Lengths are ems of the text unless a name says otherwise. Plain TeX prints `\_` as a kern of 0.06 and a rule of 0.3 on the baseline,
 * 0.4 points thick.
 */
const settings = {
  minLength: 0.2,
  maxLength: 0.65,
  maxThickness: 0.08,
  /** Largest distance of the rule from the letters beside it. */
  maxGap: 0.15,
  /** Most that the rule overlaps these letters. */
  maxOverlap: 0.05,
  /** Largest distance of the rule from the baseline, above or below. */
  maxDrift: 0.05,
  /** A page with more short rules is a form or a chart. */
  maxRules: 400,
  /** Longest rule: an underscore in text of 30 points. */
  maxPoints: 12,
} as const

/** Returns the page with a glyph in the place of each drawn underscore. */
export function withDrawnUnderscores(page: Page): Page {
  const { rulings, dashes } = page.drawings
  const short = rulings.filter(
    ({ isHorizontal, from, to }) => isHorizontal && to - from <= settings.maxPoints,
  )
  const rules = [short, dashes].flatMap((list) => (list.length > settings.maxRules ? [] : list))
  const found = new Map<Ruling, InsertedGlyph>()
  const largest = page.objects.reduce((most, { size }) => Math.max(most, size), 0)
  for (const rule of rules) {
    const glyph = underscoreAt(page, rule, settings.maxDrift * largest)
    if (glyph) found.set(rule, glyph)
  }
  if (found.size === 0) return page
  // A row of underscores may begin or end beside a letter.
  for (const rule of [...rules, ...rules.toReversed()]) {
    const beside = found.has(rule) ? undefined : underscoreBeside(page, rule, found)
    if (beside) found.set(rule, beside)
  }
  const kept = rulings.filter((rule) => !found.has(rule))
  const glyphs = insertGlyphs(page, [...found.values()])
  return { ...page, glyphs, drawings: { ...page.drawings, rulings: kept } }
}

/**
 * Returns the underscore for a rule beside a letter. Bars of fractions have no letter beside them, underlines lie below
 * letters.
 *
 * @param reach Largest drift from the baseline in points, which excludes most glyphs.
 */
function underscoreAt(
  { glyphs, objects }: Page,
  rule: Ruling,
  reach: number,
): InsertedGlyph | undefined {
  const { minLength, maxLength, maxThickness, maxGap, maxOverlap, maxDrift } = settings
  const { at, from, to, thickness } = rule
  let before: number | undefined
  let after: number | undefined
  for (let index = 0; index < glyphs.count; index++) {
    const drift = Math.abs((glyphs.originY[index] as number) - at)
    if (drift > reach) continue
    const object = objects[glyphs.objects[index] as number]
    const em = object?.size ?? 0
    if (drift > maxDrift * em) continue
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
  const box = boxOfRuling(rule, thickness)
  return { before: before === undefined ? like : like + 1, like, code: glyphCodes.underscore, box }
}

/** Returns the underscore for a rule beside another underscore, as in `__init__`. */
function underscoreBeside(
  { glyphs, objects }: Page,
  rule: Ruling,
  found: ReadonlyMap<Ruling, InsertedGlyph>,
): InsertedGlyph | undefined {
  const { at, from, to } = rule
  for (const [other, glyph] of found) {
    const em = objects[glyphs.objects[glyph.like] as number]?.size ?? 0
    const gap = Math.max(from - other.to, other.from - to)
    const isAlike = Math.abs(to - from - (other.to - other.from)) <= settings.maxDrift * em
    if (!isAlike || Math.abs(at - other.at) > settings.maxDrift * em) continue
    if (gap < 0 || gap > settings.maxGap * em) continue
    return { ...glyph, box: boxOfRuling(rule, rule.thickness) }
  }
  return undefined
}

const letter = /[\p{L}\p{N}]/u
