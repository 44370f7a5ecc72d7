/** Counts texts that are flush: with a common start, end or middle. */
import type { BBox } from '../../../model/index.ts'
import { mostWithin } from '../statistics.ts'
import type { TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** Returns the largest number of texts that are flush with one of them on one side, or centred over it. */
export function mostFlush(texts: readonly Pick<BBox, 'x0' | 'x1'>[]): number {
  const sides = [
    texts.map(({ x0 }) => x0),
    texts.map(({ x1 }) => x1),
    texts.map(({ x0, x1 }) => (x0 + x1) / 2),
  ]
  return Math.max(...sides.map((places) => mostWithin(places, settings.flushPoints)))
}

/** Returns true if a side of a text is flush with one of others. */
export function isFlush(side: number, others: readonly number[]): boolean {
  return others.some((other) => Math.abs(other - side) <= settings.flushPoints)
}

/** Returns the starts of all columns of lines except the first. */
export function columnStarts(lines: readonly TextLine[]): number[] {
  return lines.flatMap(({ segments }) => segments.slice(1).map(({ x0 }) => x0))
}
