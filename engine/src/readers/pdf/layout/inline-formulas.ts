/**
 * Makes one word of each fraction, operator with limits and pair of rows in brackets in a line of text, so that their parts are
 * not lines of their own.
 */
import type { Page } from '../content/index.ts'
import { findFractions, withFractions } from './fractions.ts'
import { inlineFormulaLimits as limits } from './inline-formula-settings.ts'
import { foldLimits } from './limits.ts'
import { levelTallSigns } from './tall-signs.ts'
import { countTextWords } from './text-lines.ts'
import type { Word } from './words.ts'

/** @returns The words, with one word in the place of the parts. */
export function foldInlineFormulas(
  words: readonly Word[],
  { glyphs, drawings }: Pick<Page, 'glyphs' | 'drawings'>,
): readonly Word[] {
  const bars = drawings.rulings.filter(({ isHorizontal }) => isHorizontal)
  const textWords = countTextWords(words)
  let left = words
  // A fraction or bracket beside another one, without text between, is found after it.
  let open = bars.length > limits.bars ? [] : bars
  for (let round = 0; round < limits.rounds; round++) {
    const level = levelTallSigns(left, glyphs, textWords)
    const found = findFractions(open, level, textWords)
    if (found.size === 0 && level === left) break
    left = withFractions(level, [...found.values()], glyphs)
    open = open.filter((bar) => !found.has(bar))
  }
  return foldLimits(left, glyphs, textWords)
}
