import { expect, test } from 'vitest'
import { compare, estimate } from './bootstrap.ts'
import type { loadScorer, ScoredDocument } from './scores.ts'

const scorer: Awaited<ReturnType<typeof loadScorer>> = {
  corpora: { 'jose-jats': { headline: ['text'] } },
  summarise: (_, documents) => {
    const own = documents.flatMap(({ scores }) => scores['text'] ?? [])
    return { text: own.length === 0 ? null : own.reduce((sum, one) => sum + one, 0) / own.length }
  },
}

function runOf(texts: readonly number[]): Record<string, ScoredDocument[]> {
  return { 'jose-jats': texts.map((text, index) => ({ name: `${index}`, scores: { text } })) }
}

test('the interval contains the mean, and is the same each time', () => {
  const run = runOf([0.2, 0.9, 0.8, 0.7, 0.6, 0.95])
  const [found] = estimate(run, scorer)
  expect(found?.mean).toBeCloseTo(0.6917, 4)
  expect(found?.low).toBeLessThan(0.6)
  expect(found?.high).toBeGreaterThan(0.75)
  expect(estimate(run, scorer)).toEqual([found])
})

test('a change of one of many documents is insignificant, a change of all is significant', () => {
  const before = runOf([0.2, 0.9, 0.8, 0.7, 0.6, 0.95])
  const [one] = compare(before, runOf([0.3, 0.9, 0.8, 0.7, 0.6, 0.95]), scorer)
  expect(one?.low).toBe(0)
  const [all] = compare(before, runOf([0.3, 0.95, 0.9, 0.8, 0.7, 0.99]), scorer)
  expect(all?.low).toBeGreaterThan(0)
  expect(all?.before).toBeCloseTo(0.6917, 4)
})
