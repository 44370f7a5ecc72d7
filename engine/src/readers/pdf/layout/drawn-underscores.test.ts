import { expect, test } from 'vitest'
import { noDrawings, type Page } from '../content/index.ts'
import { withDrawnUnderscores } from './drawn-underscores.ts'

/**
 * A line of letters in 10 points from x = 0, 5 points wide each, with a blank of 4 points after the second. Cast: only
 * these fields are read.
 */
function pageOf(rules: readonly { from: number; at: number; length?: number }[]): Page {
  const starts = [0, 5, 14, 19]
  return {
    objects: [{ size: 10, angleDegrees: 0 }],
    drawings: {
      ...noDrawings,
      rulings: rules.map(({ from, at, length = 3 }) => {
        return { isHorizontal: true, at, from, to: from + length, thickness: 0.4 }
      }),
    },
    glyphs: {
      count: starts.length,
      codes: Uint32Array.from('abcd', (letter) => letter.charCodeAt(0)),
      objects: new Uint32Array(starts.length),
      originX: Float32Array.from(starts),
      originY: new Float32Array(starts.length).fill(100),
      x0: Float32Array.from(starts),
      x1: Float32Array.from(starts, (x) => x + 5),
      y0: new Float32Array(starts.length).fill(93),
      y1: new Float32Array(starts.length).fill(100),
      advances: new Float32Array(starts.length).fill(5),
    },
  } as unknown as Page
}

test.each([
  { name: 'a rule between two letters', rules: [{ from: 10.6, at: 99.8 }], text: 'ab_cd' },
  { name: 'a rule after the last letter', rules: [{ from: 24.6, at: 99.8 }], text: 'abcd_' },
  { name: 'a rule before the first letter', rules: [{ from: -3, at: 99.8 }], text: '_abcd' },
  {
    name: 'two rules between two letters',
    rules: [
      { from: 10.2, at: 99.8, length: 2 },
      { from: 12.6, at: 99.8, length: 2 },
    ],
    text: 'ab__cd',
  },
  {
    name: 'two rules before the first letter',
    rules: [
      { from: -6.6, at: 99.8 },
      { from: -3, at: 99.8 },
    ],
    text: '__abcd',
  },
  {
    name: 'a rule under a letter is not an underscore',
    rules: [{ from: 1, at: 100.2 }],
    text: 'abcd',
  },
  {
    name: 'a rule at the height of a minus is not an underscore',
    rules: [{ from: 10.6, at: 97 }],
    text: 'abcd',
  },
  {
    name: 'a rule far from letters is not an underscore',
    rules: [{ from: 40, at: 99.8 }],
    text: 'abcd',
  },
  {
    name: 'a rule as long as a blank to fill in is not an underscore',
    rules: [{ from: 24.6, at: 99.8, length: 11 }],
    text: 'abcd',
  },
])('withDrawnUnderscores: $name', ({ rules, text }) => {
  const { glyphs, drawings } = withDrawnUnderscores(pageOf(rules))
  expect(String.fromCharCode(...glyphs.codes.subarray(0, glyphs.count))).toBe(text)
  expect(drawings.rulings).toHaveLength(text.includes('_') ? 0 : 1)
})
