import { expect, test } from 'vitest'
import tables from './tables.json' with { type: 'json' }
import { round, scoreOf } from './trees.ts'

/** One tree: below 2 of the first feature −1, else below 0.5 of the second 0, else 1. */
const model = {
  features: ['one', 'other'],
  bias: 0,
  roots: [0],
  feature: [0, -1, 1, -1, -1],
  value: [2, -1, 0.5, 0, 1],
  child: [1, 0, 3, 0, 0],
}

test.each([
  { name: 'left at the root', features: [1, 9], sum: -1 },
  { name: 'right at a value that is the threshold', features: [2, 0], sum: 0 },
  { name: 'right twice', features: [3, 0.5], sum: 1 },
])('scoreOf goes $name', ({ features, sum }) => {
  expect(scoreOf(model, features)).toBeCloseTo(1 / (1 + Math.exp(-sum)), 12)
})

test('features are rounded, and what is not a number counts as 0', () => {
  expect([1 / 3, Number.NaN, Number.POSITIVE_INFINITY].map(round)).toEqual([0.3333, 0, 0])
})

test('every node of the model for tables leads to a leaf', () => {
  const { feature, child, features, roots } = tables
  expect(roots.every((root) => root < feature.length)).toBe(true)
  for (const [node, asked] of feature.entries()) {
    expect(asked).toBeLessThan(features.length)
    if (asked >= 0) expect(child[node]).toBeGreaterThan(node)
  }
})
