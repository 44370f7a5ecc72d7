/**
 * Turns drawn check boxes into glyphs: forms draw squares beside the words to choose from, and a cross or a tick in those chosen.
 *
 * Covers: squares of four lines, at least two alike on a page, left or right of level text. Not: filled squares, as in legends of charts;
 * squares beside numbers, as in drawings of arrays.
 */
import type { BBox } from '../../../model/index.ts'
import { boxOfRuling, isCentreIn } from '../boxes.ts'
import { type Drawings, glyphCodes, type Page, type Ruling } from '../content/index.ts'
import { type InsertedGlyph, insertGlyphs } from './inserted-glyphs.ts'

/**
 * Lengths are ems of the text unless a name says otherwise. On five forms, sides are 0.94 to 1.41, gaps 0.25 to 1.45, and middles 0.31 to
 * 0.44 above the baseline.
 */
export const checkBoxSettings = {
  minSide: 0.65,
  maxSide: 1.6,
  /** Bounds of a side in points. */
  minPoints: 5,
  maxPoints: 16,
  /** Largest difference of sides of one square, and of places where they meet, in points. */
  slackPoints: 1.2,
  /** Largest distance from a square to its text. */
  maxGap: 1.5,
  /** Least distance of the sign from its text, so that they are two words. */
  blank: 0.35,
  /** Height of a square's middle above the baseline, and its tolerance. */
  rise: 0.37,
  drift: 0.3,
  /** Most lines of a cross or a tick. */
  maxStrokes: 3,
  /** A page with fewer squares of one size has no form; one with more short lines is a chart. */
  minSquares: 2,
  maxRules: 600,
} as const

const settings = checkBoxSettings

/** Matches the letter or sign in a chosen square. */
const tick = /[xX×✓-✘]/u
/** Matches the letter at the edge of a label. */
const opensLabel = /[\p{L}()“"]/u

export interface Square {
  readonly box: BBox
  readonly sides: readonly Ruling[]
}

interface CheckBox extends Square {
  readonly glyph: InsertedGlyph
  /** The glyphs of the tick inside. */
  readonly inside: readonly number[]
}

/** Returns the page with a glyph in the place of each drawn check box. */
export function withDrawnCheckBoxes(page: Page): Page {
  const squares = findSquares(page.drawings.rulings)
  if (squares.length < settings.minSquares) return page
  // Charts fill the squares of their legends.
  const filled = new Set(squares.filter((square) => isFilled(page, square)).map(sizeOf))
  const plain = squares.filter((square) => !filled.has(sizeOf(square)))
  const found = Map.groupBy(
    plain.flatMap((square) => checkBoxAt(page, square) ?? []),
    sizeOf,
  )
  const boxes = [...found.values()].filter((own) => own.length >= settings.minSquares).flat()
  if (boxes.length === 0) return page
  const codes = page.glyphs.codes.slice()
  for (const index of boxes.flatMap(({ inside }) => inside)) codes[index] = glyphCodes.space
  const { objects, drawings } = page
  const glyphs = insertGlyphs(
    { glyphs: { ...page.glyphs, codes }, objects },
    boxes.map(({ glyph }) => glyph),
  )
  return { ...page, glyphs, drawings: withoutSquares(drawings, boxes) }
}

/** Returns the drawings without squares and the ticks in them. */
export function withoutSquares(drawings: Drawings, squares: readonly Square[]): Drawings {
  const sides = new Set(squares.flatMap((square) => square.sides))
  const isTick = (shape: BBox) => squares.some(({ box }) => isCentreIn(shape, box))
  const shapes = drawings.shapes.filter((shape) => !isTick(shape))
  const rulings = drawings.rulings.filter((ruling) => !sides.has(ruling))
  return { ...drawings, shapes, rulings }
}

/** Returns the squares that four lines of equal length enclose. */
export function findSquares(rulings: readonly Ruling[]): Square[] {
  const { minPoints, maxPoints, slackPoints, maxRules } = settings
  const isNear = (a: number, b: number) => Math.abs(a - b) <= slackPoints
  const short = rulings.filter(({ from, to }) => to - from >= minPoints && to - from <= maxPoints)
  if (short.length > maxRules) return []
  const level = short.filter(({ isHorizontal }) => isHorizontal)
  const upright = short.filter(({ isHorizontal }) => !isHorizontal).sort((a, b) => a.at - b.at)
  const taken = new Set<Ruling>()
  const squares: Square[] = []
  for (const left of upright) {
    if (taken.has(left)) continue
    const side = left.to - left.from
    const right = upright.find(
      ({ at, from, to }) =>
        isNear(at - left.at, side) && isNear(from, left.from) && isNear(to, left.to),
    )
    if (!right) continue
    const across = level.filter(({ from, to }) => isNear(from, left.at) && isNear(to, right.at))
    const tops = across.filter(({ at }) => isNear(at, left.from))
    const bottoms = across.filter(({ at }) => isNear(at, left.to))
    if (tops.length === 0 || bottoms.length === 0) continue
    const sides = [left, right, ...tops, ...bottoms]
    for (const own of sides) taken.add(own)
    const box = boxOfRuling(left)
    squares.push({ box: { ...box, x1: right.at }, sides })
  }
  return squares
}

function sizeOf({ box }: Square): number {
  return Math.round(box.x1 - box.x0)
}

/** Returns true for a square with a colour or a pattern. */
function isFilled({ drawings: { fills, shapes } }: Page, { box }: Square): boolean {
  const isInside = (drawing: BBox) => isCentreIn(drawing, box)
  return fills.some(isInside) || shapes.filter(isInside).length > settings.maxStrokes
}

/** Returns the check box if only a tick is inside, and a word stands beside it. */
function checkBoxAt(page: Page, { box, sides }: Square): CheckBox | undefined {
  const { glyphs, objects, drawings } = page
  const { minSide, maxSide, maxGap, blank, rise, drift } = settings
  const side = box.y1 - box.y0
  const middle = (box.y0 + box.y1) / 2
  const inside: number[] = []
  let nearest: { index: number; gap: number; em: number; isRight: boolean } | undefined
  for (let index = 0; index < glyphs.count; index++) {
    const code = glyphs.codes[index] as number
    const object = objects[glyphs.objects[index] as number]
    const em = object?.size ?? 0
    if (code === glyphCodes.space || object?.angleDegrees !== 0) continue
    const [x0, x1] = [glyphs.x0[index] as number, glyphs.x1[index] as number]
    const off = (glyphs.originY[index] as number) - rise * em - middle
    if (Math.abs(off) > drift * em || x1 < box.x0 - maxGap * em || x0 > box.x1 + maxGap * em)
      continue
    const isInside = x0 + x1 > 2 * box.x0 && x0 + x1 < 2 * box.x1
    if (isInside && !tick.test(String.fromCodePoint(code))) return undefined
    if (isInside) inside.push(index)
    if (isInside || side < minSide * em || side > maxSide * em) continue
    const isRight = x0 >= (box.x0 + box.x1) / 2
    const gap = isRight ? x0 - box.x1 : box.x0 - x1
    // Most forms print labels right of their boxes: a word on the left may be the label of another box.
    if (!nearest || (isRight === nearest.isRight ? gap < nearest.gap : isRight))
      nearest = { index, gap, em, isRight }
  }
  if (!nearest) return undefined
  const { index, em, isRight } = nearest
  if (!opensLabel.test(String.fromCodePoint(glyphs.codes[index] as number))) return undefined
  const isMarked = inside.length > 0 || drawings.shapes.some((shape) => isCentreIn(shape, box))
  const start = isRight ? (glyphs.x0[index] as number) - blank * em : box.x1
  const glyph = {
    before: isRight ? index : index + 1,
    like: index,
    code: isMarked ? glyphCodes.ballotBoxWithX : glyphCodes.ballotBox,
    box: { ...box, x1: Math.max(box.x0 + blank * em, Math.min(box.x1, start)) },
  }
  return { box, sides, glyph, inside }
}
