/** Tells lines of running text, in which formulas are folded, from displayed formulas. */
import { inlineFormulaSettings as settings } from './inline-formula-settings.ts'
import { type Extent, gapBetween } from './near-words.ts'
import type { Word } from './words.ts'

/** Returns the number of different words of three letters on the line of a word. */
export type TextWords = (word: Pick<Word, 'baseline'>) => number

/** Counts when it is first asked, because few pages have formulas. */
export function countTextWords(words: readonly Word[]): TextWords {
  let counts: ReadonlyMap<number, number> | undefined
  return ({ baseline }) => {
    counts ??= countByLine(words)
    const line = Math.round(baseline)
    return Math.max(...[line - 1, line, line + 1].map((near) => counts?.get(near) ?? 0))
  }
}

/** Lines are rounded to points, because baselines of one line differ by the precision of the file. */
function countByLine(words: readonly Word[]): Map<number, number> {
  const found = new Map<number, Set<string>>()
  for (const { text, baseline } of words) {
    const [letters] = /\p{L}{3,}/u.exec(text) ?? []
    const line = Math.round(baseline)
    if (letters) found.set(line, (found.get(line) ?? new Set()).add(letters))
  }
  return new Map([...found].map(([line, own]) => [line, own.size]))
}

/** Matches a word of running text. */
const plainWord = /^\p{Ll}{2,}[,.;:]?$/u

/**
 * Returns true if one of several words of running text on a short line is a blank away from a place. Wider blanks separate the
 * parts of a displayed formula.
 */
export function isBesideText(line: readonly Word[], place: Extent): boolean {
  const plain = line.filter(({ text }) => plainWord.test(text))
  if (plain.length < settings.shortTextWords) return false
  const sorted = [...line, place].sort((a, b) => a.x0 - b.x0)
  const widest = Math.max(...sorted.map((own, at) => own.x0 - (sorted[at - 1] ?? own).x1))
  const { size } = plain[0] as Word
  const isNear = (own: Word) => gapBetween(own, place) < settings.blank * size
  return widest < settings.quad * size && plain.some(isNear)
}
