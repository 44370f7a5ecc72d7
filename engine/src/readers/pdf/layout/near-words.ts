/** Finds the words near a place. */
import { firstFrom } from '../statistics.ts'
import type { Word } from './words.ts'

export interface WordsByHeight {
  /** Size of the largest word. */
  readonly largest: number
  /** @returns The words with a baseline between two heights. */
  readonly between: (from: number, to: number) => readonly Word[]
}

export function sortByHeight(words: readonly Word[]): WordsByHeight {
  const sorted = words.toSorted((a, b) => a.baseline - b.baseline)
  const largest = words.reduce((most, { size }) => Math.max(most, size), 0)
  const between = (from: number, to: number): readonly Word[] => {
    const low = firstFrom(sorted.length, (at) => (sorted[at] as Word).baseline, from)
    let end = low
    while (end < sorted.length && (sorted[end] as Word).baseline <= to) end++
    return sorted.slice(low, end)
  }
  return { largest, between }
}

export type Extent = Pick<Word, 'x0' | 'x1'>

/** @returns The horizontal gap between two words, negative if they overlap. */
export function gapBetween(a: Extent, b: Extent): number {
  return Math.max(a.x0 - b.x1, b.x0 - a.x1)
}
