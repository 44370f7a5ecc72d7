import { expect, test } from 'vitest'
import { noDrawings, type Page } from '../content/index.ts'
import { foldInlineFormulas } from './inline-formulas.ts'
import { words as line, word } from './testing/layout.ts'
import type { Word } from './words.ts'

/** Bars as long as given, 2.5 points above the baseline at y = 100. Cast: only these fields are read. */
function fold(
  words: readonly Word[],
  ...bars: { from: number; to: number; at?: number }[]
): Word[] {
  const rulings = bars.map((bar) => ({ isHorizontal: true, thickness: 0.4, at: 97.5, ...bar }))
  const glyphs = { y0: [], y1: [] }
  const page = { glyphs, drawings: { ...noDrawings, rulings } } as unknown as Page
  return [...foldInlineFormulas(words, page)]
}

const half = [word('1', 100, 96, 7), word('2', 100, 103.5, 7)]

test('the parts of a fraction become one word on the line of text', () => {
  const [, fraction, last, ...more] = fold([word('the', 80, 100), ...half, word('of', 107, 100)], {
    from: 100,
    to: 103.5,
  })
  expect(fraction).toMatchObject({ text: '1/2', x0: 100, x1: 103.5, baseline: 100, size: 10 })
  expect(last?.text).toBe('of')
  expect(more).toEqual([])
})

test.each([
  {
    name: 'sums are in brackets',
    words: [word('is', 85, 100), ...line('p + q', 100, 96, 7), word('r', 105, 103.5, 7)],
    bars: [{ from: 100, to: 114 }],
    text: 'is (p + q)/r',
  },
  {
    name: 'a fraction beside another one',
    words: [word('is', 85, 100), ...half, word('a', 118, 96, 7), word('b', 118, 103.5, 7)],
    bars: [
      { from: 100, to: 103.5 },
      { from: 118, to: 121.5 },
    ],
    text: 'is 1/2 a/b',
  },
  {
    name: 'a whole number before it',
    words: [word('is', 85, 100), word('1', 94, 100), ...half],
    bars: [{ from: 100, to: 103.5 }],
    text: 'is 1 1/2',
  },
  {
    name: 'a fraction as large as the text in a line of several words',
    words: [...line('that one has the value', 0, 100), word('a', 100, 95), word('b', 100, 106)],
    bars: [{ from: 100, to: 105 }],
    text: 'that one has the value a/b',
  },
  {
    name: 'a fraction as large as the text a blank away from one of two plain words',
    words: [...line('is equal to', 45, 100), word('a', 97, 95), word('b', 97, 106)],
    bars: [{ from: 97, to: 102 }],
    text: 'is equal to a/b',
  },
  {
    name: 'a fraction as large as the text far from the next part of the formula stays',
    words: [
      word('=', 86, 100),
      word('a', 97, 95),
      word('b', 97, 106),
      ...line('where it is', 112, 100),
    ],
    bars: [{ from: 97, to: 102 }],
    text: '= a b where it is',
  },
  {
    name: 'a bar between two lines is none of a fraction',
    words: [...line('that one has the value', 0, 100), word('a', 97, 95), word('b', 97, 100.5)],
    bars: [{ from: 97, to: 102 }],
    text: 'that one has the value a b',
  },
  {
    name: 'a row beside the middle of the bar is none of a fraction',
    words: [...line('that one has the value', 0, 100), word('a', 97, 95), word('both', 97, 106)],
    bars: [{ from: 97, to: 117 }],
    text: 'that one has the value a both',
  },
  {
    name: 'a word of the line above is not its numerator',
    words: [
      ...line('that one has the value', 0, 100),
      ...line('up there', 100, 90),
      word('b', 100, 106),
    ],
    bars: [{ from: 100, to: 110 }],
    text: 'that one has the value up there b',
  },
  {
    name: 'a fraction as large as the text without words beside it stays',
    words: [word('is', 85, 100), word('a', 100, 95), word('b', 100, 106)],
    bars: [{ from: 100, to: 105 }],
    text: 'is a b',
  },
  {
    name: 'small words above and below a rule without text beside them stay',
    words: half,
    bars: [{ from: 100, to: 103.5 }],
    text: '1 2',
  },
  {
    name: 'a rule that is longer than both rows is none of a fraction',
    words: [word('is', 85, 100), ...half],
    bars: [{ from: 98, to: 120 }],
    text: 'is 1 2',
  },
  {
    name: 'a rule on the baseline is an underscore',
    words: [word('is', 85, 100), ...half],
    bars: [{ from: 100, to: 103.5, at: 100 }],
    text: 'is 1 2',
  },
])('foldInlineFormulas: $name', ({ words, bars, text }) => {
  expect(
    fold(words, ...bars)
      .map((own) => own.text)
      .join(' '),
  ).toBe(text)
})
