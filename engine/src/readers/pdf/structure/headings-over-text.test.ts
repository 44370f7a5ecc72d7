import { expect, test } from 'vitest'
import { putHeadingsOverText } from './headings-over-text.ts'
import { textOf } from './layout-blocks.ts'
import { blockOf, run, styledLine } from './testing/lines.ts'

interface Place {
  readonly text: string
  readonly x?: number
  readonly y: number
}

/** Returns the texts of a page in their new order. Texts in capitals are headings. */
function orderOf(places: readonly Place[]): string[] {
  const blocks = places.map(({ text, x = 0, y }) => blockOf([styledLine([run(text)], { x, y })]))
  const isHeading = (block: (typeof blocks)[number]) => /^[A-Z ]+$/.test(textOf(block))
  return putHeadingsOverText(blocks, (block) => block.type === 'text' && isHeading(block)).map(
    (block) => (block.type === 'text' ? textOf(block) : ''),
  )
}

const address = { text: 'Old Town', y: 100 }
const box = { text: 'Balance 12', x: 200, y: 110 }

test('headings at the end of a column follow the box beside it, above the text over the page', () => {
  const headings = [
    { text: 'MILLS', y: 150 },
    { text: 'WHEELS', y: 170 },
  ]
  const text = { text: 'A table of the wheels', y: 190 }
  const texts = ['Old Town', 'Balance 12', 'MILLS', 'WHEELS', 'A table of the wheels']
  expect(orderOf([address, ...headings, box, text])).toEqual(texts)
})

test.each([
  {
    name: 'the column goes on below it',
    places: [{ text: 'MILLS', y: 150 }, { text: 'They turn', y: 170 }, box],
  },
  {
    name: 'the next column goes on beside it',
    places: [{ text: 'MILLS', y: 105 }, box, { text: 'Text', y: 190 }],
  },
  { name: 'nothing is below it', places: [{ text: 'MILLS', y: 150 }, box] },
  {
    name: 'the text below is in the next column',
    places: [{ text: 'MILLS', y: 150 }, box, { text: 'Text', x: 200, y: 190 }],
  },
])('a heading stays if $name', ({ places }) => {
  expect(orderOf([address, ...places])).toEqual([address, ...places].map(({ text }) => text))
})
