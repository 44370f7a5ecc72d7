/** Finds drop capitals, and puts each before the word that it begins. */
import type { Word } from '../layout/index.ts'

/** A drop capital is larger than the text beside it by this factor: two lines high or more. */
const MIN_SIZE = 1.7
/** Largest gap between the capital and the text beside it, in ems of the text. */
const MAX_GAP_EMS = 0.5
/** Height of a capital letter, and the tolerance between its top and that of the first line's letters, in ems. */
const CAPITAL_EMS = 0.72
const TOP_EMS = 0.6
/** A drop capital may rise above the first line by this share of its own size. */
const RAISED_EMS = 0.3
/** Tolerance between baselines of one line, in ems. */
const LINE_EMS = 0.3
/** Most candidates on a page; a page has one drop capital, seldom three. */
const MAX_CAPITALS = 40

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
  const capitals = words.filter(
    ({ text, size }) => size >= MIN_SIZE * bodySize && capital.test(text),
  )
  for (const initial of capitals.slice(0, MAX_CAPITALS)) {
    const beside = words.filter((word) => isBeside(initial, word))
    const first = firstOf(beside)
    if (!first || !isAtTop(initial, first) || !hasSecondLine(first, beside)) continue
    taken.add(initial)
    // Lines beside the capital begin at its left side; otherwise they would look like an indented paragraph.
    for (const start of startsOf(beside)) replaced.set(start, { ...start, x0: initial.x0 })
    replaced.set(first, { ...first, x0: initial.x0, text: initial.text + first.text })
  }
  return { taken, replaced }
}

function isBeside(initial: Word, word: Word): boolean {
  const gap = word.x0 - initial.x1
  return (
    word.frame === initial.frame &&
    word.size * MIN_SIZE <= initial.size &&
    gap > -0.1 * initial.size &&
    gap < MAX_GAP_EMS * initial.size &&
    word.baseline <= initial.baseline + 0.2 * word.size &&
    word.baseline > initial.baseline - initial.size
  )
}

/** The words at the left of each line. */
function startsOf(words: readonly Word[]): Word[] {
  return words.filter((word) =>
    words.every(
      (other) =>
        other.x0 >= word.x0 || Math.abs(other.baseline - word.baseline) > LINE_EMS * word.size,
    ),
  )
}

/** The word at the left of the first line. */
function firstOf(words: readonly Word[]): Word | undefined {
  let first: Word | undefined
  for (const word of words) {
    const isAbove = !first || word.baseline < first.baseline - LINE_EMS * word.size
    const isLeft = first && Math.abs(word.baseline - first.baseline) <= LINE_EMS * word.size
    if (isAbove || (isLeft && word.x0 < (first?.x0 ?? 0))) first = word
  }
  return first
}

function isAtTop(initial: Word, { baseline, size, text }: Word): boolean {
  const top = initial.baseline - CAPITAL_EMS * initial.size
  const own = baseline - CAPITAL_EMS * size
  const isLevel =
    top - own <= TOP_EMS * size && own - top <= Math.max(TOP_EMS * size, RAISED_EMS * initial.size)
  return isLevel && /^\p{L}/u.test(text)
}

/** Returns true if a second line is beside the capital, below the first. */
function hasSecondLine(first: Word, beside: readonly Word[]): boolean {
  return beside.some(({ baseline }) => baseline > first.baseline + 0.8 * first.size)
}
