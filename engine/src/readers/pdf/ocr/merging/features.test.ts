import { expect, test } from 'vitest'
import { align } from './align.ts'
import { featureNames, featuresOf, gatherEvidence } from './features.ts'

const box = { x0: 0, y0: 0, x1: 400, y1: 40 }

function reading(text: string) {
  return [...text].map((letter, at) => {
    const x0 = 10 + 20 * at
    return { text: letter, x0, x1: x0, confidence: 0.9, wordConfidence: 0.9, isAfterBlank: false }
  })
}

test('a letter among digits has its kind and theirs as features', () => {
  const image = { width: 400, height: 40, pixels: new Uint8Array(16_000) }
  const readings = { image, box, words: [], first: reading('12O45'), second: reading('12045') }
  const line = { ...readings, chanceOf: () => 0, gaps: [] }
  const features = featuresOf(gatherEvidence(line, align(line)), 2)
  const expected = {
    ...{ first_is_upper: 1, second_is_digit: 1, digits_around: 1, digits_before: 2 },
    ...{ digits_after: 2, agreement: 0.8, length_ratio: 1, is_start: 0, is_end: 0, length: 5 },
  }
  for (const [name, value] of Object.entries(expected)) {
    expect(features[featureNames.indexOf(name as keyof typeof expected)], name).toBe(value)
  }
})
