/**
 * Marks text that a level line strikes out, as word processors show deletions.
 *
 * Covers: level text, whole text objects and parts of them. Not: slanted strokes, which cancel terms of formulas.
 */
import type { Page, Ruling, TextObject } from '../content/index.ts'

/**
 * Lengths are ems of the text. LibreOffice draws the line .27 to .29 above the baseline, Word and browsers .22 to .32; its ends are those of
 * the letters, or of the blank after them, which lines of charts and tables do not have. Of 606 documents, eight have struck text, of which
 * one is a drawing.
 */
const settings = {
  least: 0.17,
  most: 0.36,
  maxThickness: 0.12,
  /** Largest distance of an end from the letters. */
  maxGap: 0.4,
  /** Least share of the line within letters and blanks: the white of justified lines may be half of it, that between two brackets is more. */
  coverage: 0.5,
  /** Most pairs of a line and a letter that are compared; a page with more is a chart. A table of 300 lines has 1.5 million. */
  maxPairs: 5e6,
} as const

/** Returns the page with the struck letters in text objects of their own, and without the lines through them. */
export function withStruckText(page: Page): Page {
  const { glyphs, objects, drawings } = page
  const rules = drawings.rulings.filter(({ isHorizontal }) => isHorizontal)
  if (rules.length === 0 || rules.length * glyphs.count > settings.maxPairs) return page
  const rows = rowsOf(page)
  const reach = settings.most * objects.reduce((largest, { size }) => Math.max(largest, size), 0)
  const struck = new Set<number>()
  const used = new Set<Ruling>()
  for (const rule of rules) {
    const found = struckBy(rule, page, rows, reach)
    if (found.length > 0) used.add(rule)
    for (const index of found) struck.add(index)
  }
  if (used.size === 0) return page
  const own: TextObject[] = [...objects]
  const copies = new Map<number, number>()
  const indices = glyphs.objects.slice()
  for (const index of struck) {
    const object = glyphs.objects[index] as number
    const known = copies.get(object)
    const copy = known ?? own.push({ ...(objects[object] as TextObject), isStruck: true }) - 1
    copies.set(object, copy)
    indices[index] = copy
  }
  const rulings = drawings.rulings.filter((rule) => !used.has(rule))
  return {
    ...page,
    glyphs: { ...glyphs, objects: indices },
    objects: own,
    drawings: { ...drawings, rulings },
  }
}

/** Returns the glyphs of level text by their baseline in whole points. */
function rowsOf({ glyphs, objects }: Page): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (let index = 0; index < glyphs.count; index++) {
    if (objects[glyphs.objects[index] as number]?.angleDegrees !== 0) continue
    const level = Math.floor(glyphs.originY[index] as number)
    const row = rows.get(level)
    if (row) row.push(index)
    else rows.set(level, [index])
  }
  return rows
}

/**
 * Returns the glyphs that a line strikes out: two or more letters, at whose edges it begins and ends.
 *
 * @param reach Largest distance from the line down to a baseline, in points.
 */
function struckBy(
  rule: Ruling,
  page: Page,
  rows: ReadonlyMap<number, readonly number[]>,
  reach: number,
): number[] {
  const { glyphs, objects } = page
  const found: number[] = []
  let [start, end, em, inked, covered] = [Number.POSITIVE_INFINITY, 0, 0, 0, 0]
  const farthest = Math.min(page.height, rule.at + reach)
  for (let level = Math.floor(rule.at); level <= farthest; level++) {
    for (const index of rows.get(level) ?? []) {
      const { size = 0 } = objects[glyphs.objects[index] as number] ?? {}
      if (!isThrough(rule, glyphs.originY[index] as number, size)) continue
      const x = glyphs.originX[index] as number
      const advance = glyphs.advances[index] as number
      if (x + advance / 2 < rule.from || x + advance / 2 > rule.to) continue
      found.push(index)
      covered += advance
      if ((glyphs.x1[index] as number) <= (glyphs.x0[index] as number)) continue
      inked++
      start = Math.min(start, x)
      end = Math.max(end, x + advance)
      em = Math.max(em, size)
    }
  }
  const gap = Math.max(Math.abs(start - rule.from), Math.abs(end - rule.to))
  const isWhole = covered >= settings.coverage * (rule.to - rule.from)
  return inked >= 2 && gap <= settings.maxGap * em && isWhole ? found : []
}

function isThrough({ at, thickness }: Ruling, baseline: number, size: number): boolean {
  const height = (baseline - at) / size
  const isThin = thickness <= settings.maxThickness * size
  return isThin && height >= settings.least && height <= settings.most
}
