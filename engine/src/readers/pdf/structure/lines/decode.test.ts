import { expect, test } from 'vitest'
import { bestPath, type LineLabel, lineLabels } from './decode.ts'

/** Margins of 1 for the given label, and those of `others` for the labels in it. */
function seen(label: LineLabel, others: Partial<Record<LineLabel, number>> = {}): Float64Array {
  return Float64Array.from(lineLabels, (own) => others[own] ?? (own === label ? 1 : -1))
}

function decode(scores: readonly Float64Array[]): string[] {
  return bestPath(scores).map((label) => lineLabels[label] ?? '')
}

test.each([
  {
    name: 'what is seen, where nothing contradicts',
    scores: [seen('heading'), seen('heading on'), seen('paragraph'), seen('paragraph on')],
    labels: ['heading', 'heading on', 'paragraph', 'paragraph on'],
  },
  {
    name: 'an item does not go on after a paragraph',
    scores: [seen('paragraph'), seen('item on', { 'paragraph on': 0.8 })],
    labels: ['paragraph', 'paragraph on'],
  },
  {
    name: 'the line before is seen otherwise where its next ones are sure',
    scores: [seen('paragraph', { item: 0.5 }), seen('item on'), seen('item on')],
    labels: ['item', 'item on', 'item on'],
  },
  {
    name: 'no heading goes on at the top of a column, a paragraph may',
    scores: [seen('heading on', { 'paragraph on': 0.5 }), seen('paragraph on')],
    labels: ['paragraph on', 'paragraph on'],
  },
  { name: 'nothing of nothing', scores: [], labels: [] },
])('bestPath: $name', ({ scores, labels }) => {
  expect(decode(scores)).toEqual(labels)
})
