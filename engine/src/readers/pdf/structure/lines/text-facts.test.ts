import { expect, test } from 'vitest'
import { factsOfText } from './text-facts.ts'

test.each([
  { text: 'Old Mills', share: 1 },
  { text: 'an Old mill', share: 1 / 3 },
  { text: 'the mill', share: 0 },
  { text: '表示倍率', share: 1 },
  { text: '「ツール」 バー', share: 1 },
  { text: '12 bars', share: 0 },
])('$share of the words of $text begin as those of titles', ({ text, share }) => {
  expect(factsOfText(text).capitalWords).toBeCloseTo(share)
})

test.each(['It stops.', 'Does it?”', '止まる。', '止まる．', '止まる？'])(
  '%s ends a sentence',
  (text) => {
    expect(factsOfText(text).endsSentence).toBe(true)
  },
)

test.each(['It stops', '止まる', '止まる、'])('%s ends no sentence', (text) => {
  expect(factsOfText(text).endsSentence).toBe(false)
})
