/**
 * Turns the check boxes and radio buttons of a form into glyphs, `☒` for those chosen and `☐` for others.
 *
 * Circles would be bullets of lists. Not: fields on a page without text, or on a scan that was turned or straightened.
 */
import type { BBox } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import { looseBullets } from '../bullet-signs.ts'
import { type CheckField, type Glyphs, glyphCodes, type Page } from '../content/index.ts'
import { firstFrom } from '../statistics.ts'
import { findSquares, checkBoxSettings as settings, withoutSquares } from './drawn-check-boxes.ts'
import { type InsertedGlyph, insertGlyphs } from './inserted-glyphs.ts'

/** Matches what the page may print for a field: the box, also in a font of symbols without a map, and the mark inside. */
const printedSign = new RegExp(`[${looseBullets}\\ue000-\\uf8ff]`, 'u')

/** Upright glyphs by the height of their middle in whole points, from left to right. */
type Levels = ReadonlyMap<number, readonly number[]>

/** Returns the page with a glyph in the place of each check box and radio button. */
export function withCheckFields(page: Page): Page {
  const { checkFields = [], glyphs, objects, drawings } = page
  if (checkFields.length === 0 || glyphs.count === 0 || page.straightened) return page
  const codes = glyphs.codes.slice()
  const blanked = { ...page, glyphs: { ...glyphs, codes } }
  const printed = findLevels(page, (code) => printedSign.test(String.fromCodePoint(code)))
  for (const field of checkFields) {
    for (const index of printedIn(field, glyphs, printed)) codes[index] = glyphCodes.space
  }
  const text = findLevels(blanked, (code) => code !== glyphCodes.space)
  const signs = checkFields.map((field) => signOf(field, blanked, text))
  const squares = findSquares(drawings.rulings).filter(({ box }) =>
    checkFields.some((field) => isCentreIn(box, field)),
  )
  return {
    ...page,
    glyphs: insertGlyphs({ glyphs: blanked.glyphs, objects }, signs),
    drawings: withoutSquares(drawings, squares),
  }
}

function findLevels(
  { glyphs, objects }: Pick<Page, 'glyphs' | 'objects'>,
  isWanted: (code: number) => boolean,
): Levels {
  const levels = new Map<number, number[]>()
  for (let index = 0; index < glyphs.count; index++) {
    if (!isWanted(glyphs.codes[index] as number)) continue
    const object = objects[glyphs.objects[index] as number]
    if (object?.angleDegrees !== 0) continue
    const level = Math.round((glyphs.originY[index] as number) - settings.rise * object.size)
    const others = levels.get(level)
    if (others) others.push(index)
    else levels.set(level, [index])
  }
  for (const level of levels.values()) {
    level.sort((a, b) => (glyphs.x0[a] as number) - (glyphs.x0[b] as number))
  }
  return levels
}

/** Returns the levels that pass through a field, of a large one those near its middle, with their distance from it. */
function nearLevels(levels: Levels, { y0, y1 }: BBox): { level: readonly number[]; off: number }[] {
  const middle = (y0 + y1) / 2
  const near: { level: readonly number[]; off: number }[] = []
  const reach = Math.min((y1 - y0) / 2, settings.maxPoints)
  for (let at = Math.ceil(middle - reach); at <= middle + reach; at++) {
    const level = levels.get(at)
    if (level) near.push({ level, off: Math.abs(at - middle) })
  }
  return near
}

/** Returns the place of the first glyph of a level that begins at `x` or right of it. */
function placeFrom(level: readonly number[], { x0 }: Glyphs, x: number): number {
  return firstFrom(level.length, (at) => x0[level[at] as number] as number, x)
}

/** Returns the place of a field on a level: before a label within it, behind a word that only ends in it. */
function placeOfField(level: readonly number[], glyphs: Glyphs, field: CheckField): number {
  const { x0, x1, advances } = glyphs
  let place = placeFrom(level, glyphs, field.x0)
  for (; place > 0 && place < level.length; place++) {
    const [before, after] = [level[place - 1] as number, level[place] as number]
    const gap = (x0[after] as number) - (x1[before] as number)
    const isWithin = (x0[after] as number) < (field.x0 + field.x1) / 2
    if (!isWithin || gap > settings.blank * (advances[before] as number)) break
  }
  return place
}

/** Returns the signs that the page prints within a field. */
function printedIn(field: CheckField, glyphs: Glyphs, signs: Levels): number[] {
  return nearLevels(signs, field).flatMap(({ level }) => {
    const from = placeFrom(level, glyphs, 2 * field.x0 - field.x1)
    const inside = level.slice(from, placeFrom(level, glyphs, field.x1))
    return inside.filter((index) => {
      const [x0, x1] = [glyphs.x0[index] as number, glyphs.x1[index] as number]
      return x0 + x1 > 2 * field.x0 && x0 + x1 < 2 * field.x1
    })
  })
}

/** The nearest text on the level of a field, and where the text on each side ends and begins. */
interface Beside {
  readonly like: number
  readonly isRight: boolean
  readonly distance: number
  readonly left: number
  readonly right: number
}

function textBeside(
  field: CheckField,
  { glyphs, objects }: Page,
  levels: Levels,
): Beside | undefined {
  let nearest: Beside | undefined
  for (const { level, off } of nearLevels(levels, field)) {
    const place = placeOfField(level, glyphs, field)
    const [before, after] = [level[place - 1], level[place]]
    const left = before === undefined ? Number.NEGATIVE_INFINITY : (glyphs.x1[before] as number)
    const right = after === undefined ? Number.POSITIVE_INFINITY : (glyphs.x0[after] as number)
    const em = after === undefined ? 0 : sizeOf(after, glyphs, objects)
    // Most forms print labels right of their boxes: a word on the left may be the label of another box.
    const isRight = right - field.x1 <= Math.max(settings.maxGap * em, field.x0 - left)
    const like = isRight ? after : before
    const distance = off + Math.max(0, isRight ? right - field.x1 : field.x0 - left)
    if (like === undefined || distance >= (nearest?.distance ?? Number.POSITIVE_INFINITY)) continue
    nearest = { like, isRight, distance, left, right }
  }
  return nearest
}

function sizeOf(index: number, { objects }: Glyphs, all: Page['objects']): number {
  return all[objects[index] as number]?.size ?? 1
}

/** Returns the sign of a field: a word of the line beside it, as high as a letter; far from text, a text of its own. */
function signOf(field: CheckField, page: Page, levels: Levels): InsertedGlyph {
  const { glyphs, objects } = page
  const code = field.isChosen ? glyphCodes.ballotBoxWithX : glyphCodes.ballotBox
  const beside = textBeside(field, page, levels)
  const like = beside?.like ?? glyphs.count - 1
  const em = sizeOf(like, glyphs, objects)
  const [middle, level] = [(field.x0 + field.x1) / 2, (field.y0 + field.y1) / 2]
  const half = Math.min(field.x1 - field.x0, field.y1 - field.y0, em) / 2
  const blank = settings.blank * em
  const x1 = Math.min(middle + half, (beside?.right ?? Number.POSITIVE_INFINITY) - blank)
  const start = Math.max(x1 - 2 * half, (beside?.left ?? Number.NEGATIVE_INFINITY) + blank)
  const box = { x0: Math.min(start, x1 - blank), y0: level - half, x1, y1: level + half }
  if (beside && beside.distance <= settings.maxGap * em)
    return { before: beside.isRight ? like : like + 1, like, code, box }
  return { before: glyphs.count, like, code, box, baseline: level + settings.rise * em }
}
