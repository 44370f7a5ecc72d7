/**
 * Turns drawn bullets into glyphs: browsers draw discs, rings and squares before the items of a list.
 *
 * Covers: shapes, filled squares and pictures before at least two lines; numbers in discs. Not: turned text.
 */
import type { BBox } from '../../../model/index.ts'
import { boxOfRuling } from '../boxes.ts'
import { type Drawings, type Glyphs, glyphCodes, type Page, type Ruling } from '../content/index.ts'
import { type InsertedGlyph, insertGlyphs } from './inserted-glyphs.ts'

/** Lengths are ems of the text unless a name says otherwise. */
const settings = {
  /** Bounds of a bullet's longer side: 0.28 to 0.4 in Chromium and LibreOffice. */
  minSide: 0.15,
  maxSide: 0.7,
  /** Pictures of bullets have a margin: Word makes them as high as a line. */
  maxPictureSide: 1.3,
  /** Largest ratio of the longer side to the shorter one. */
  maxAspect: 1.6,
  /** Largest side of a disc around a number. */
  maxNumberSide: 2.5,
  /** Bounds of the distance from a bullet to its text. */
  minGap: 0.15,
  maxGap: 2.5,
  /** Height of a bullet's middle above the baseline. */
  rise: 0.3,
  /** Tolerance of `rise`. */
  drift: 0.25,
  /** Least number of lines that follow drawings of one size. */
  minLines: 2,
  /** Least share of the drawings of one size that precede a line; most dots of a chart do not. */
  minShare: 0.8,
  /** A page with more drawings of one size is a chart or a map. */
  maxDrawings: 300,
  /** Longest side of a drawing that is examined. */
  maxPoints: 28,
  /** Sides of drawings of one size differ by at most this. */
  alikePoints: 0.5,
} as const

interface Drawing {
  readonly box: BBox
  readonly of: BBox | Ruling
  readonly isPicture?: boolean
}

/** A bullet and the glyph after it. */
interface Bullet extends Drawing {
  readonly glyph: number
  /** The glyphs of the number inside. */
  readonly digits: readonly number[]
}

/** Returns the page with a glyph in the place of each drawn bullet. */
export function withDrawnBullets(page: Page): Page {
  const { shapes, fills, images, rulings } = page.drawings
  const areas = [...shapes, ...fills].map((box): Drawing => ({ box, of: box }))
  const pictures = images.map((box): Drawing => ({ box, of: box, isPicture: true }))
  // Small discs are read as rulings, like all thin shapes.
  const thin = rulings.map((of): Drawing => ({ box: boxOfRuling(of, of.thickness), of }))
  const small = [...areas, ...pictures, ...thin].filter(isSmall)
  const { minLines, maxDrawings } = settings
  if (small.length < minLines || small.length > maxDrawings) return page
  const bullets = bulletsOf(page, small, sizeKey)
  // Other drawings, such as buttons, may have the size of the bullets of a deeper list.
  if (bullets.length > 0) {
    const left = small.filter(({ of }) => !bullets.some((bullet) => bullet.of === of))
    bullets.push(...bulletsOf(page, left, columnKey))
  }
  if (bullets.length === 0) return page
  const inserted = bullets.map((bullet) => glyphsOf(page, bullet))
  // A bullet may have several parts, such as a ring around a disc.
  const ofLine = new Map(inserted.map((own) => [own[0]?.before, own]))
  // The number of a disc is replaced: it is smaller than the text.
  const codes = page.glyphs.codes.slice()
  for (const index of bullets.flatMap(({ digits }) => digits)) codes[index] = glyphCodes.space
  const { objects } = page
  const glyphs = insertGlyphs(
    { glyphs: { ...page.glyphs, codes }, objects },
    [...ofLine.values()].flat(),
  )
  return { ...page, glyphs, drawings: without(page.drawings, bullets) }
}

/** Returns a bullet, or a number with a dot, in the size of the text. */
function glyphsOf({ glyphs }: Page, { glyph, box, digits }: Bullet): InsertedGlyph[] {
  const codes = digits.map((index) => glyphs.codes[index] as number)
  const shown = codes.length > 0 ? [...codes, glyphCodes.dot] : [glyphCodes.bullet]
  const width = (box.x1 - box.x0) / shown.length
  return shown.map((code, index) => {
    const x0 = box.x0 + index * width
    return { before: glyph, like: glyph, code, box: { ...box, x0, x1: x0 + width } }
  })
}

/** Returns the drawings that precede a line, of the groups in which nearly all do. */
function bulletsOf(
  page: Page,
  drawings: readonly Drawing[],
  groupOf: (drawing: Drawing) => string,
): Bullet[] {
  const { minLines, minShare } = settings
  return [...Map.groupBy(drawings, groupOf).values()].flatMap((alike) => {
    const found = alike.flatMap((drawing) => bulletAt(page, drawing) ?? [])
    return found.length >= Math.max(minLines, minShare * alike.length) ? found : []
  })
}

function isSmall({ box: { x0, y0, x1, y1 } }: Drawing): boolean {
  const [short, long] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)]
  const { maxPoints, maxAspect } = settings
  return long <= maxPoints && short > 0 && long <= maxAspect * short
}

function sizeKey({ box: { x0, y0, x1, y1 } }: Drawing): string {
  const { alikePoints } = settings
  return `${Math.round((x1 - x0) / alikePoints)} ${Math.round((y1 - y0) / alikePoints)}`
}

function columnKey(drawing: Drawing): string {
  return `${Math.round(drawing.box.x0 / settings.alikePoints)} ${sizeKey(drawing)}`
}

/** Returns the bullet when a line begins right of the box and nothing is close on its left. */
function bulletAt({ glyphs, objects }: Page, drawing: Drawing): Bullet | undefined {
  const { minSide, maxPictureSide, maxNumberSide, minGap, maxGap, rise, drift } = settings
  const { box } = drawing
  const side = Math.max(box.x1 - box.x0, box.y1 - box.y0)
  const middle = (box.y0 + box.y1) / 2
  let nearest: number | undefined
  const digits: number[] = []
  // A number in a box is a cell of a table.
  const isFilledBox = 'color' in drawing.of
  for (let index = 0; index < glyphs.count; index++) {
    const object = objects[glyphs.objects[index] as number]
    const em = object?.size ?? 0
    if (!isFilledBox && isDigitIn(glyphs, index, box)) {
      digits.push(index)
      continue
    }
    const off = (glyphs.originY[index] as number) - rise * em - middle
    if (Math.abs(off) > drift * em || glyphs.codes[index] === glyphCodes.space) continue
    if (object?.angleDegrees !== 0) continue
    const start = glyphs.x0[index] as number
    if (start < box.x1) {
      if ((glyphs.x1[index] as number) > box.x0 - maxGap * em) return undefined
      continue
    }
    if (nearest !== undefined && start >= (glyphs.x0[nearest] as number)) continue
    nearest = index
  }
  if (nearest === undefined) return undefined
  const em = objects[glyphs.objects[nearest] as number]?.size ?? 1
  const gap = ((glyphs.x0[nearest] as number) - box.x1) / em
  const maxSide =
    digits.length > 0 ? maxNumberSide : drawing.isPicture ? maxPictureSide : settings.maxSide
  const isBullet = gap >= minGap && gap <= maxGap && side >= minSide * em && side <= maxSide * em
  return isBullet ? { ...drawing, glyph: nearest, digits } : undefined
}

function isDigitIn({ codes, x0, x1, y0, y1 }: Glyphs, index: number, box: BBox): boolean {
  const code = codes[index] as number
  if (code < glyphCodes.zero || code > glyphCodes.nine) return false
  const x = ((x0[index] as number) + (x1[index] as number)) / 2
  const y = ((y0[index] as number) + (y1[index] as number)) / 2
  return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1
}

function without(drawings: Drawings, bullets: readonly Bullet[]): Drawings {
  const taken = new Set(bullets.map(({ of }) => of))
  const isFree = (drawing: BBox | Ruling): boolean => !taken.has(drawing)
  return {
    ...drawings,
    rulings: drawings.rulings.filter(isFree),
    shapes: drawings.shapes.filter(isFree),
    fills: drawings.fills.filter(isFree),
    images: drawings.images.filter(isFree),
  }
}
