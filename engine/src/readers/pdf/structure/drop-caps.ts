/** Finds drop capitals, and puts each before the word that it begins. */
import { copyWord, topOf, type Word } from '../layout/index.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'

const capital = /^["“‘«]?\p{Lu}$/u

export interface DropCaps {
  /** Words that are now part of another word. */
  readonly taken: ReadonlySet<Word>
  /** First words of the lines beside a capital, moved to its left side; the very first gets the capital as a prefix. */
  readonly replaced: ReadonlyMap<Word, Word>
}

/** Finds single large capitals at the top left of lines of smaller text. */
export function findDropCaps(words: readonly Word[], bodySize: number): DropCaps {
  const taken = new Set<Word>()
  const replaced = new Map<Word, Word>()
  const least = settings.dropCapSize * bodySize
  const capitals: Word[] = []
  for (const word of words) {
    if (word.size >= least && capital.test(word.text)) capitals.push(word)
  }
  for (const initial of capitals.slice(0, limits.dropCaps)) {
    const beside = words.filter((word) => isBeside(initial, word))
    const first = firstOf(beside)
    if (!first || !isAtTop(initial, first) || !hasSecondLine(first, beside)) continue
    taken.add(initial)
    // Lines beside the capital begin at its left side; otherwise they would look like an indented paragraph.
    for (const start of startsOf(beside)) replaced.set(start, copyWord(start, { x0: initial.x0 }))
    replaced.set(first, copyWord(first, { x0: initial.x0, text: initial.text + first.text }))
  }
  return { taken, replaced }
}

function isBeside(initial: Word, word: Word): boolean {
  const gap = word.x0 - initial.x1
  return (
    word.frame === initial.frame &&
    word.size * settings.dropCapSize <= initial.size &&
    gap > -0.1 * initial.size &&
    gap < initial.size / 2 &&
    word.baseline <= initial.baseline + 0.2 * word.size &&
    word.baseline > topOf(initial)
  )
}

/** Returns the words at the left of each line. */
function startsOf(words: readonly Word[]): Word[] {
  return words.filter((word) =>
    words.every(
      (other) => other.x0 >= word.x0 || Math.abs(other.baseline - word.baseline) > word.size / 2,
    ),
  )
}

/** Returns the word at the left of the first line. */
function firstOf(words: readonly Word[]): Word | undefined {
  let first: Word | undefined
  for (const word of words) {
    const isAbove = !first || word.baseline < first.baseline - word.size / 2
    const isLeft = first && Math.abs(word.baseline - first.baseline) <= word.size / 2
    if (isAbove || (isLeft && word.x0 < (first?.x0 ?? 0))) first = word
  }
  return first
}

/** Returns true if the tops of the capital and of the first line's letters are level, or the capital rises above them. */
function isAtTop(initial: Word, { baseline, size, text }: Word): boolean {
  const top = topOf(initial) - topOf({ baseline, size })
  return Math.abs(top) <= settings.dropCapRise * initial.size && /^\p{L}/u.test(text)
}

/** Returns true if a second line is beside the capital, below the first. */
function hasSecondLine(first: Word, beside: readonly Word[]): boolean {
  return beside.some(({ baseline }) => baseline > first.baseline + 0.8 * first.size)
}
