/**
 * Puts tall brackets and operators on the line of the text beside them: TeX's extension fonts hang them from their top, far from the
 * baseline.
 *
 * Covers: brackets beside any line, operators such as sums in lines of text. Not: operators in displayed formulas, whose limits
 * are lines of their own.
 */
import type { Page } from '../content/index.ts'
import {
  inlineFormulaLimits as limits,
  inlineFormulaSettings as shared,
} from './inline-formula-settings.ts'
import { gapBetween, sortByHeight } from './near-words.ts'
import type { TextWords } from './text-lines.ts'
import { extentOfGlyphs, type VerticalExtent } from './vertical-extent.ts'
import { copyWord, type Word } from './words.ts'

/** Lengths are ems of the text beside the sign. */
const settings = {
  /** Largest distance of the sign's middle from the axis. */
  drift: 0.25,
  /** Largest height of a sign around or in one line; the brackets of two rows are higher. */
  tallest: 2.2,
  /** The same in a line of running text: around a fraction as large as the text. */
  tallestInText: 3.2,
} as const

/** Brackets, radicals and operators that fonts for formulas have in several heights. */
export const tallSign = /^[()[\]{}⟨⟩⌊⌋⌈⌉|‖√∑∏∐∫∮⋃⋂]$/u
const bracket = /^[()[\]{}⟨⟩⌊⌋⌈⌉|‖√]$/u
/** Matches words that stand on the baseline, as opposed to tall signs. */
const onLine = /[\p{L}\p{N}=+−<>≤≥,.]/u

/** @returns The same list if no sign moves. */
export function levelTallSigns(
  words: readonly Word[],
  glyphs: Page['glyphs'],
  textWords: TextWords,
): readonly Word[] {
  const hung = new Map<Word, VerticalExtent>()
  for (const word of words) {
    if (word.text.length > 1 || !tallSign.test(word.text)) continue
    const ink = extentOfGlyphs(word.firstGlyph, word.firstGlyph, glyphs)
    if (!isAtAxis(middleOf(ink), word)) hung.set(word, ink)
  }
  if (hung.size === 0 || hung.size > limits.signs) return words
  const isOfText = (word: Word) => textWords(word) >= shared.shortTextWords
  const { between, largest } = sortByHeight(words.filter(({ text }) => onLine.test(text)))
  const moved = new Map<Word, Word>()
  for (const [word, ink] of hung) {
    const [middle, height] = [middleOf(ink), ink.bottom - ink.top]
    const beside = between(middle, middle + largest)
      .filter((other) => isAtAxis(middle, other) && (bracket.test(word.text) || isOfText(other)))
      .filter((other) => {
        const isLong = textWords(other) >= shared.textWords
        const tallest = isLong ? settings.tallestInText : settings.tallest
        return height <= tallest * other.size
      })
      .find((other) => gapBetween(other, word) <= shared.beside * other.size)
    if (beside)
      moved.set(word, copyWord(word, { baseline: beside.baseline, size: beside.size, ink }))
  }
  return moved.size === 0 ? words : words.map((word) => moved.get(word) ?? word)
}

function middleOf({ top, bottom }: VerticalExtent): number {
  return (top + bottom) / 2
}

function isAtAxis(middle: number, { baseline, size }: Word): boolean {
  return Math.abs(baseline - shared.axis * size - middle) <= settings.drift * size
}
