import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { hasTurnedLabels, placeLabels, splitLabels } from './turned-texts.ts'

const frame = { angleDegrees: 270, cos: 0, sin: -1 }
/** A fragment of turned text; x runs upwards on the page. */
const turned = (text: string, x: number, y: number): LineFragment => ({
  ...fragment(text, x, y),
  frame,
})

test('hasTurnedLabels: a page with little turned text has labels', () => {
  const text = fragment('A long line of upright text on wool and felt', 50, 100)
  expect(hasTurnedLabels([text, turned('Rank', 0, 20)])).toBe(true)
  expect(hasTurnedLabels([text])).toBe(false)
  expect(hasTurnedLabels([fragment('Felt', 50, 100), turned('A turned page', 0, 20)])).toBe(false)
})

test('splitLabels: charts above each other have their own labels, with the numbers of an axis together', () => {
  const labels = ['Rank', 'Size'].map((text, at) => turned(text, 200 * at, 20))
  const ticks = [0, 1, 2].map((at) => turned(`${at}`, 400 + 30 * at, 40))
  const groups = splitLabels([...labels, ...ticks])
  expect(groups.map((own) => own.map(({ text }) => text))).toEqual([
    ['Rank'],
    ['Size'],
    ['0', '1', '2'],
  ])
})

test('placeLabels: a label stands beside the nearest text', () => {
  const upright = (text: string, y0: number) => ({
    text,
    box: { x0: 60, y0, x1: 90, y1: y0 + 10 },
    lines: [{ fragments: [fragment(text, 60, y0 + 10)] }],
  })
  const label = {
    text: 'Rank',
    box: { x0: 80, y0: 110, x1: 90, y1: 150 },
    lines: [{ fragments: [turned('Rank', 0, 20)] }],
  }
  const stamp = { ...label, text: 'Draft', box: { ...label.box, x0: 10, x1: 20 } }
  const blocks = [upright('Felt', 50), upright('0 1 2', 140), upright('Wool', 300), label, stamp]
  const texts = placeLabels(blocks, 600).map(({ text }) => text)
  expect(texts).toEqual(['Felt', 'Rank', '0 1 2', 'Wool', 'Draft'])
})
