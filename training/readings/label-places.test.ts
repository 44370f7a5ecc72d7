import { expect, test } from 'vitest'
import { labelPlaces } from './label-places.ts'

const box = { x0: 0, y0: 0, x1: 400, y1: 40 }

function reading(text: string) {
  return [...text].map((letter, at) => {
    const x0 = 10 + 20 * at
    return { text: letter, x0, x1: x0, confidence: 0.9, wordConfidence: 0.9, isAfterBlank: false }
  })
}

function labelsOf(first: string, second: string, truth: string): number[] {
  const image = { width: 400, height: 40, pixels: new Uint8Array(16_000) }
  const readings = { image, box, words: [], first: reading(first), second: reading(second) }
  const { letters } = labelPlaces({ ...readings, chanceOf: () => 0, gaps: [] }, truth)
  return letters.map(({ label }) => label)
}

test('the correct letter of each difference is labelled', () => {
  expect(labelsOf('T0tal', 'Tota1', 'Sum and Total of all')).toEqual([0, 1])
})

test('a reading of one letter is not aligned with a line just because the line contains the letter', () => {
  expect(labelsOf('J', '19/01/17', 'Jalan Subang 19/01/17 10:48')).toEqual(Array(8).fill(0))
})
