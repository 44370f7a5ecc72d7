import { expect, test } from 'vitest'
import { bestPath } from './decode.ts'
import { type LineLabel, lineLabels } from './labels.ts'

/** Margins of 1 for the given label, and those of `others` for the labels in it. */
function seen(label: LineLabel, others: Partial<Record<LineLabel, number>> = {}): Float64Array {
  return Float64Array.from(lineLabels, (own) => others[own] ?? (own === label ? 1 : -1))
}

function decode(scores: readonly Float64Array[]): string[] {
  return bestPath(scores).map((label) => lineLabels[label] ?? '')
}

test.each([
  {
    name: 'likely labels are kept if they form a valid sequence',
    scores: [seen('heading'), seen('heading on'), seen('paragraph'), seen('paragraph on')],
    labels: ['heading', 'heading on', 'paragraph', 'paragraph on'],
  },
  {
    name: 'a line after a paragraph cannot continue an item',
    scores: [seen('paragraph'), seen('item on', { 'paragraph on': 0.8 })],
    labels: ['paragraph', 'paragraph on'],
  },
  {
    name: 'a label changes if confident labels follow it',
    scores: [seen('paragraph', { item: 0.5 }), seen('item on'), seen('item on')],
    labels: ['item', 'item on', 'item on'],
  },
  {
    name: 'a column may begin inside a paragraph, but not inside a heading',
    scores: [seen('heading on', { 'paragraph on': 0.5 }), seen('paragraph on')],
    labels: ['paragraph on', 'paragraph on'],
  },
  { name: 'an empty sequence has no labels', scores: [], labels: [] },
])('bestPath: $name', ({ scores, labels }) => {
  expect(decode(scores)).toEqual(labels)
})
