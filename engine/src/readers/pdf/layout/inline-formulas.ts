/**
 * Makes one word of each fraction, operator with limits and pair of rows in brackets in a line of text, so that their parts are
 * not lines of their own.
 */
import type { Page } from '../content/index.ts'
import { type Fraction, findFractions, withFractions } from './fractions.ts'
import { foldLimits } from './limits.ts'
import { levelTallSigns } from './tall-signs.ts'
import type { Word } from './words.ts'

/** A page with more bars is a table or a chart. */
const maxBars = 400
/** Most fractions and brackets in a row without text between. */
const maxRounds = 4

/** @returns The words, with one word in the place of the parts. */
export function foldInlineFormulas(
  words: readonly Word[],
  { glyphs, drawings }: Pick<Page, 'glyphs' | 'drawings'>,
): readonly Word[] {
  const bars = drawings.rulings.filter(({ isHorizontal }) => isHorizontal)
  let left = words
  // A fraction or bracket beside another one, without text between, is found after it.
  let open = bars.length > maxBars ? [] : bars
  for (let round = 0; round < maxRounds; round++) {
    const level = levelTallSigns(left, glyphs)
    const found: Map<unknown, Fraction> = open.length > 0 ? findFractions(open, level) : new Map()
    if (found.size === 0 && level === left) break
    left = withFractions(level, [...found.values()], glyphs)
    open = open.filter((bar) => !found.has(bar))
  }
  return foldLimits(left, glyphs)
}
