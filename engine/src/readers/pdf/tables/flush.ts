/** Counts texts that are flush: with a common start, end or middle. */
import type { BBox } from '../../../model/index.ts'
import { mostWithin } from '../statistics.ts'
import type { TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

type Text = Pick<BBox, 'x0' | 'x1'>

const sides: readonly ((text: Text) => number)[] = [
  ({ x0 }) => x0,
  ({ x1 }) => x1,
  ({ x0, x1 }) => (x0 + x1) / 2,
]

/** Returns the largest number of texts that are flush with one of them on one side, or centred over it. */
export function mostFlush(texts: readonly Text[]): number {
  let most = 0
  for (const side of sides) {
    most = Math.max(most, mostWithin(texts.map(side), settings.flushPoints))
    if (most === texts.length) return most
  }
  return most
}

/** Returns true if a side of a text is flush with one of others. */
export function isFlush(side: number, others: readonly number[]): boolean {
  return others.some((other) => Math.abs(other - side) <= settings.flushPoints)
}

/** Returns the starts of all columns of lines except the first. */
export function columnStarts(lines: readonly TextLine[]): number[] {
  return lines.flatMap(({ segments }) => segments.slice(1).map(({ x0 }) => x0))
}
