/**
 * Puts tall brackets and operators on the line of the text beside them: TeX's extension fonts hang them from their top, far from the
 * baseline.
 *
 * Covers: brackets beside any line, operators such as sums in lines of text. Not: operators in displayed formulas, whose limits
 * are lines of their own.
 */
import type { Page } from '../content/index.ts'
import { gapBetween, sortByHeight } from './near-words.ts'
import { copyWord, type Word } from './words.ts'

/** Lengths are ems of the text beside the sign. */
const settings = {
  /** Height of the axis above the baseline, and largest distance of the sign's middle from it. */
  axis: 0.25,
  drift: 0.25,
  /** Largest height of a sign around or in one line; the brackets of two rows are higher. */
  tallest: 2.2,
  /** Largest distance to the text beside it, with a script between. */
  beside: 1.5,
  /** Different words of three letters or more on a line of text. */
  words: 2,
} as const

/** A page with more tall signs is no text. */
const maxSigns = 1_000

const tallSign = /^[()[\]{}⟨⟩⌊⌋⌈⌉|‖∑∏∐∫∮⋃⋂]$/u
const bracket = /^[()[\]{}⟨⟩⌊⌋⌈⌉|‖]$/u
/** Matches words that stand on the baseline, as opposed to tall signs. */
const onLine = /[\p{L}\p{N}=+−<>≤≥,.]/u

interface Ink {
  readonly middle: number
  readonly height: number
}

/** @returns The same list if no sign moves. */
export function levelTallSigns(
  words: readonly Word[],
  { y0, y1 }: Page['glyphs'],
): readonly Word[] {
  const hung = new Map<Word, Ink>()
  for (const word of words) {
    if (word.text.length > 1 || !tallSign.test(word.text)) continue
    const [top, bottom] = [y0[word.firstGlyph] ?? 0, y1[word.firstGlyph] ?? 0]
    const ink = { middle: (top + bottom) / 2, height: bottom - top }
    if (!isAtAxis(ink.middle, word)) hung.set(word, ink)
  }
  if (hung.size === 0 || hung.size > maxSigns) return words
  const isOfText = textTest(words)
  const { between, largest } = sortByHeight(words.filter(({ text }) => onLine.test(text)))
  const moved = new Map<Word, Word>()
  for (const [word, { middle, height }] of hung) {
    const beside = between(middle, middle + largest)
      .filter((other) => isAtAxis(middle, other) && (bracket.test(word.text) || isOfText(other)))
      .filter(({ size }) => height <= settings.tallest * size)
      .find((other) => gapBetween(other, word) <= settings.beside * other.size)
    if (beside) moved.set(word, copyWord(word, { baseline: beside.baseline }))
  }
  return moved.size === 0 ? words : words.map((word) => moved.get(word) ?? word)
}

/** Returns a test for words on a line with different words of text, as opposed to displayed formulas. */
function textTest(words: readonly Word[]): (word: Word) => boolean {
  // Rounded to points: baselines of one line differ by the precision of the file.
  const found = new Map<number, Set<string>>()
  for (const { text, baseline } of words) {
    const [letters] = /\p{L}{3,}/u.exec(text) ?? []
    const line = Math.round(baseline)
    if (letters) found.set(line, (found.get(line) ?? new Set()).add(letters))
  }
  const count = (line: number): number => found.get(line)?.size ?? 0
  return ({ baseline }) => {
    const line = Math.round(baseline)
    return Math.max(count(line - 1), count(line), count(line + 1)) >= settings.words
  }
}

function isAtAxis(middle: number, { baseline, size }: Word): boolean {
  return Math.abs(baseline - settings.axis * size - middle) <= settings.drift * size
}
