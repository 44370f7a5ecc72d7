import { expect, test } from 'vitest'
import type { Page } from '../content/index.ts'
import { levelTallSigns } from './tall-signs.ts'
import { word, words } from './testing/layout.ts'
import { countTextWords } from './text-lines.ts'
import { copyWord, type Word } from './words.ts'

/** A sign of 10 points on the baseline 90, whose ink reaches from there to `bottom`. Its glyph is the first one of the page. */
const sign = (text: string, x0: number): Word => copyWord(word(text, x0, 90), { firstGlyph: 0 })

/** The baseline of the sign after the call. Cast: only these fields are read. */
function level(given: readonly Word[], bottom = 105): number | undefined {
  const others = given.slice(1).map((other) => copyWord(other, { firstGlyph: 1 }))
  const glyphs = { y0: [90, 93], y1: [bottom, 100] } as unknown as Page['glyphs']
  const all = [...given.slice(0, 1), ...others]
  return levelTallSigns(all, glyphs, countTextWords(all))[0]?.baseline
}

test.each([
  { name: 'a bracket beside a letter', given: [sign('(', 45), word('x', 52, 100)], baseline: 100 },
  {
    name: 'a sum in a line of text',
    given: [sign('∑', 95), ...words('then the sum', 30, 100)],
    baseline: 100,
  },
  {
    name: 'a sum beside letters alone, as in a displayed formula, stays',
    given: [sign('∑', 45), word('x', 58, 100)],
    baseline: 90,
  },
  {
    name: 'a bracket far from text stays',
    given: [sign('(', 45), word('x', 90, 100)],
    baseline: 90,
  },
  { name: 'a letter stays', given: [sign('g', 45), word('x', 52, 100)], baseline: 90 },
])('levelTallSigns: $name', ({ given, baseline }) => {
  expect(level(given)).toBe(baseline)
})

test('a bracket on its own baseline stays', () => {
  expect(level([sign('(', 45), word('x', 52, 100)], 85)).toBe(90)
})
