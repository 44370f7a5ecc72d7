/** Finds the boundaries between a region's columns: vertical rulings, and gaps that its lines share. */
import { allBullets } from '../bullet-signs.ts'
import type { Word } from '../layout/index.ts'
import { median } from '../statistics.ts'
import { findColumnSpans } from './columns.ts'
import { mostFlush } from './flush.ts'
import type { Region } from './region.ts'
import { isDrawn } from './rulings.ts'
import { cutSegments, isInSign, isNumeric, type Segment, type TextLine } from './segments.ts'
import { hardSeparators } from './separators.ts'
import { tableSettings as settings } from './settings.ts'

/** A boundary between two columns or rows. */
export interface Boundary {
  readonly at: number
  /** True if it is a ruling. */
  readonly isHard: boolean
  /** The left edge of most texts right of a gap. */
  readonly start?: number
}

/** Returns the positions of the boundaries between a region's columns. */
export function columnPlaces(region: Region): number[] {
  return columnBoundaries(region).map(({ at }) => at)
}

/**
 * Cuts segments at column boundaries if the gap is wider than a blank.
 *
 * @param blankEms The usual gap between words.
 */
export function cutAtBoundaries(
  line: TextLine,
  columns: readonly Boundary[],
  blankEms: number,
): TextLine {
  return cutSegments(line, (before, word) => {
    const boundary = columns.find(({ at }) => isBetween(at, before, word))
    if (!boundary) return Number.POSITIVE_INFINITY
    // A long text may end right before the next column.
    const { start = word.x1 } = boundary
    if (word.isMoved && Math.abs(word.x0 - start) <= settings.touchPoints) return 0
    return isNumeric(before.text) && isNumeric(word.text) ? 0 : settings.wideBlank * blankEms
  })
}

function isBetween(at: number, before: Word, word: Word): boolean {
  return at > before.x1 - settings.nearPoints && at < word.x0 + settings.nearPoints
}

export function columnBoundaries(region: Region): Boundary[] {
  const { box, vertical, lines, kind } = region
  const hard = hardSeparators(vertical, box.x0, box.x1, settings.minShapePoints)
    .filter((at) => !isInSign(lines, at))
    .filter((at, index, all) => !isGap(region, all[index - 1], at))
  const edges = [box.x0 - settings.nearPoints, ...hard, box.x1 + settings.nearPoints]
  const boundaries: Boundary[] = []
  for (let index = 1; index < edges.length; index++) {
    const x0 = edges[index - 1] as number
    const x1 = edges[index] as number
    boundaries.push(...softBoundaries(lines, x0, x1, kind === 'ruled' && hard.length > 0))
    if (index < edges.length - 1) boundaries.push({ at: x1, isHard: true })
  }
  return boundaries
}

/** Returns true for the white between the frames of two columns: it is narrow, and neither texts nor drawn lines are in it. */
function isGap(
  { lines, horizontal, vertical }: Region,
  x0 = Number.NEGATIVE_INFINITY,
  x1: number,
): boolean {
  if (x1 - x0 > settings.paddingPoints) return false
  const isFrame = (x: number) =>
    vertical.some((own) => isDrawn(own) && Math.abs(own.at - x) <= settings.snapPoints)
  if (!isFrame(x0) || !isFrame(x1)) return false
  const middle = (x0 + x1) / 2
  if (horizontal.some((own) => isDrawn(own) && own.from < middle && own.to > middle)) return false
  return !lines.some(({ segments }) => segments.some((own) => own.x0 >= x0 && own.x1 <= x1))
}

function softBoundaries(
  lines: readonly TextLine[],
  x0: number,
  x1: number,
  isStrict: boolean,
): Boundary[] {
  const isInside = (segment: Segment) => segment.x0 >= x0 - 2 && segment.x1 <= x1 + 2
  const inside: TextLine[] = []
  for (const line of lines) {
    const segments = line.segments.filter(isInside)
    if (segments.length === 0) continue
    // Without vertical rulings, most lines keep all of their segments and need no copy.
    inside.push(segments.length === line.segments.length ? line : { ...line, segments })
  }
  const spans = findColumnSpans(inside)
  const boundaries: Boundary[] = []
  for (let index = 1; index < spans.length; index++) {
    const left = spans[index - 1]
    const right = spans[index]
    if (!left || !right) continue
    const at = (left.x1 + right.x0) / 2
    if (index === 1 && inside.every(({ segments }) => isBullets(segments, at))) continue
    if (isStrict && !isShared(inside, at)) continue
    boundaries.push({ at, isHard: false, ...startAfter(inside, at) })
  }
  return boundaries
}

/** Returns the left edge of most of the first segments right of a place, if most have one. */
function startAfter(lines: readonly TextLine[], at: number): { start?: number } {
  const starts = lines.flatMap(({ segments }) => segments.find(({ x0 }) => x0 >= at)?.x0 ?? [])
  const start = median(starts)
  const flush = starts.filter((x0) => Math.abs(x0 - start) <= settings.touchPoints)
  return flush.length >= Math.max(settings.few, settings.majority * starts.length) ? { start } : {}
}

/** Returns true if enough lines have text on both sides of a place, flush on the right. */
function isShared(lines: readonly TextLine[], at: number): boolean {
  const both = lines.filter(
    ({ segments }) => segments.some((s) => s.x1 <= at) && segments.some((s) => s.x0 >= at),
  )
  return both.length >= Math.max(2, settings.half * lines.length) && areFlush(both, at)
}

/** Returns true if the first segments right of a place have a common start, end or middle. */
function areFlush(lines: readonly TextLine[], at: number): boolean {
  const first = lines.flatMap(({ segments }) => segments.find(({ x0 }) => x0 >= at) ?? [])
  const least = Math.max(settings.minority * first.length, Math.min(first.length, settings.few))
  return mostFlush(first) >= least
}

const bullet = new RegExp(`^[${allBullets}]$`, 'u')

/** Returns true if a line begins with a bullet: it is an item of a list, and no head of a table. */
export function isItem({ segments: [first] }: TextLine): boolean {
  return first !== undefined && bullet.test(first.text)
}

/** Returns true if a line has at most bullets before the boundary: a bullet belongs to the text after it. */
function isBullets(segments: readonly Segment[], at: number): boolean {
  return segments.every((segment) => segment.x1 > at || bullet.test(segment.text))
}
