import { expect, test } from 'vitest'
import type { TextObject } from '../content/index.ts'
import { words } from './testing/layout.ts'
import { widenTextLayer } from './text-layers.ts'
import { copyWord, type Word } from './words.ts'

const layer: TextObject = {
  font: { name: '', flags: 0, weight: 0, italic: false },
  size: 10,
  angleDegrees: 0,
  renderMode: 3,
}
const print: TextObject = { ...layer, renderMode: 0 }

/** Lines of printed words, of which the layer has only a share of each width. */
function layerOf(share: number, lines = 8): Word[] {
  return Array.from({ length: lines }, (_, index) =>
    words('sheets were couched on the felt by hand', 50, 100 + 14 * index),
  )
    .flat()
    .map((word) => copyWord(word, { x1: word.x0 + share * (word.x1 - word.x0), object: 0 }))
}

const widthOf = ({ x0, x1 }: Word) => x1 - x0

test('widenTextLayer: words of a narrow layer get the widths that their distances show', () => {
  const [printed, widened] = [layerOf(1), widenTextLayer(layerOf(0.75), [layer])]
  for (const [index, word] of widened.entries()) {
    expect(widthOf(word) / widthOf(printed[index] as Word)).toBeGreaterThan(0.9)
    expect(widthOf(word) / widthOf(printed[index] as Word)).toBeLessThan(1.1)
  }
})

test.each([
  ['printed text', layerOf(0.75), print],
  ['a layer with the widths of the print', layerOf(1), layer],
  ['a layer of a few words', layerOf(0.75, 1), layer],
])('widenTextLayer: %s stays', (_, given, object) => {
  expect(widenTextLayer(given, [object])).toBe(given)
})

test('widenTextLayer: a gap between columns stays', () => {
  const figure = copyWord(words('1234', 400, 100)[0] as Word, { object: 0 })
  const [first, ...rest] = layerOf(0.75)
  const widened = widenTextLayer([first as Word, figure, ...rest], [layer])
  expect(widened[0]?.x1).toBeLessThan(100)
})
