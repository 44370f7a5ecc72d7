/** Makes one word of the words of a fraction, of an operator with its limits, or of two rows in brackets. */
import type { Page } from '../content/index.ts'
import { extentOfGlyphs } from './vertical-extent.ts'
import { copyWord, type Word } from './words.ts'

/** @param changes The text and the place of the new word. */
export function foldWords(
  words: readonly [Word, ...Word[]],
  changes: Partial<Word>,
  glyphs: Pick<Page['glyphs'], 'y0' | 'y1'>,
): Word {
  const firstGlyph = Math.min(...words.map((word) => word.firstGlyph))
  const lastGlyph = Math.max(...words.map((word) => word.lastGlyph))
  const ink = extentOfGlyphs(firstGlyph, lastGlyph, glyphs)
  return copyWord(words[0], { firstGlyph, lastGlyph, ink, ...changes })
}

/** Replaces words by their successors, and drops those that have none. */
export function replaceWords(
  words: readonly Word[],
  successors: ReadonlyMap<Word, Word | undefined>,
): Word[] {
  return words.flatMap((word) => (successors.has(word) ? (successors.get(word) ?? []) : [word]))
}
