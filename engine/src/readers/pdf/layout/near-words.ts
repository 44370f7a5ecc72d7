/** Finds the words near a place. */
import type { Word } from './words.ts'

const settings = {
  /** Least number of different words of three letters in a line of running text; displayed formulas have up to three. */
  words: 4,
  /** The same in a short line, one of them at most this far from the formula, in ems. */
  plainWords: 2,
  blank: 0.6,
  /** Least blank between the parts of a displayed formula; TeX's \\quad is 1. */
  quad: 0.9,
} as const

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

type Extent = Pick<Word, 'x0' | 'x1'>

/** @returns The horizontal gap between two words, negative if they overlap. */
export function gapBetween(a: Extent, b: Extent): number {
  return Math.max(a.x0 - b.x1, b.x0 - a.x1)
}

/** Returns the index of the first of sorted values that is not less than `least`, or their number; by a binary search. */
export function firstFrom(count: number, valueAt: (at: number) => number, least: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueAt(middle) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns a test for words on a line of text, as opposed to a displayed formula. Few pages need it. */
export function textTest(
  words: readonly Word[],
  least: number = settings.words,
): (word: Word) => boolean {
  let counts: ReadonlyMap<number, number> | undefined
  return ({ baseline }) => {
    counts ??= countWords(words)
    const line = Math.round(baseline)
    return [line - 1, line, line + 1].some((near) => (counts?.get(near) ?? 0) >= least)
  }
}

/** Matches a word of running text. */
const plainWord = /^\p{Ll}{2,}[,.;:]?$/u

/**
 * Returns true if one of several words of running text on a short line is a blank away from a place. Wider blanks separate the
 * parts of a displayed formula.
 */
export function isBesideText(line: readonly Word[], place: Extent): boolean {
  const plain = line.filter(({ text }) => plainWord.test(text))
  if (plain.length < settings.plainWords) return false
  const sorted = [...line, place].sort((a, b) => a.x0 - b.x0)
  const widest = Math.max(...sorted.map((own, at) => own.x0 - (sorted[at - 1] ?? own).x1))
  const { size } = plain[0] as Word
  const isNear = (own: Word) => gapBetween(own, place) < settings.blank * size
  return widest < settings.quad * size && plain.some(isNear)
}

/** Counts the different words of each line, rounded to points: baselines of one line differ by the precision of the file. */
function countWords(words: readonly Word[]): Map<number, number> {
  const found = new Map<number, Set<string>>()
  for (const { text, baseline } of words) {
    const [letters] = /\p{L}{3,}/u.exec(text) ?? []
    const line = Math.round(baseline)
    if (letters) found.set(line, (found.get(line) ?? new Set()).add(letters))
  }
  return new Map([...found].map(([line, own]) => [line, own.size]))
}
