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

test('a sequence of letters that documents hold speaks for its reading', () => {
  const image = { width: 400, height: 40, pixels: new Uint8Array(16_000) }
  const readings = { image, box, words: [], first: reading('Total'), second: reading('Tatal') }
  const line = { ...readings, chanceOf: () => 0, gaps: [] }
  const columns = align(line)
  const features = featuresOf(gatherEvidence(line, columns), 1)
  for (const name of ['sequence_in_first', 'sequence_in_second', 'sequence_in_both'] as const) {
    expect(features[featureNames.indexOf(name)]).toBeGreaterThan(3)
  }
})
