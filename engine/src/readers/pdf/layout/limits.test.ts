import { expect, test } from 'vitest'
import { foldLimits } from './limits.ts'
import { words as line, word } from './testing/layout.ts'
import { countTextWords } from './text-lines.ts'
import { copyWord, type Word } from './words.ts'

/** Folds words among those of a line of text with the baseline 100. Each word is one glyph with the ink of its own size, or as given. */
function fold(given: readonly Word[], inks: Readonly<Record<string, [number, number]>> = {}) {
  const all = [...line('the words of a long line of running text', 10, 100), ...given].map(
    (own, at) => copyWord(own, { firstGlyph: at, lastGlyph: at }),
  )
  const inkOf = ({ text, baseline, size }: Word) => inks[text] ?? [baseline - 0.7 * size, baseline]
  const glyphs = {
    y0: Float32Array.from(all, (own) => inkOf(own)[0]),
    y1: Float32Array.from(all, (own) => inkOf(own)[1]),
  }
  return foldLimits(all, glyphs, countTextWords(all)).slice(9)
}

test('an operator and its limits become one word on the line', () => {
  const limits = [word('n', 221, 86, 7), word('i', 219, 115, 7), word('=', 222.5, 115, 7)]
  const [sum, ...more] = fold([word('∑', 220, 100), ...limits, word('x', 236, 100)], {
    '∑': [90, 104],
  })
  expect(sum).toMatchObject({ text: '∑_{i=}^{n}', baseline: 100, size: 10 })
  expect(sum?.ink).toMatchObject({ top: expect.closeTo(81.1), bottom: 115 })
  expect(more.map(({ text }) => text)).toEqual(['x'])
})

test('small words that are not below the middle of an operator are no limits', () => {
  const [lim, small] = fold([word('lim', 220, 100), word('note', 228, 108, 7)])
  expect([lim?.text, small?.text]).toEqual(['lim', 'note'])
})

test('an operator outside of running text keeps its limits as lines', () => {
  const given = [word('lim', 220, 100), word('n', 226, 107, 7)]
  const glyphs = { y0: Float32Array.from([93]), y1: Float32Array.from([100]) }
  const [, limit] = foldLimits(given, glyphs, countTextWords(given))
  expect(limit?.baseline).toBe(107)
})

test('two rows in brackets become one word', () => {
  const rows = [word('n', 224, 95.5, 7), word('k', 224, 103.5, 7)]
  const found = fold([word('(', 220, 100), ...rows, word(')', 228, 100)], { '(': [91, 103] })
  expect(found.map(({ text }) => text)).toEqual(['(', 'n k', ')'])
  expect(found[1]).toMatchObject({ baseline: 100, size: 10 })
})

test('a letter with two scripts in brackets stays', () => {
  const inner = [word('x', 225, 100), word('i', 230, 102, 7), word('2', 230, 96, 7)]
  const found = fold([word('(', 220, 100), ...inner, word(')', 234, 100)])
  expect(found.map(({ text }) => text)).toEqual(['(', 'x', 'i', '2', ')'])
})

test('the script of a tall bracket moves to the height of scripts', () => {
  const [, script] = fold([word(')', 220, 100), word('2', 225, 88, 7)], { ')': [85, 110] })
  expect(script?.baseline).toBe(96)
})

test('the lower limit of an integral moves behind its sign', () => {
  const [, lower] = fold([word('∫', 220, 100), word('0', 221, 109, 7)], { '∫': [86, 109] })
  expect(lower).toMatchObject({ x0: 225, baseline: 102 })
})

test('a tilde above an equals sign is a congruence, also in a displayed formula', () => {
  const given = [word('∼', 220, 97.3), word('=', 220, 100)]
  const glyphs = { y0: new Float32Array(1), y1: new Float32Array(1) }
  const found = foldLimits(given, glyphs, countTextWords(given))
  expect(found.map(({ text, baseline }) => [text, baseline])).toEqual([['≅', 100]])
})
