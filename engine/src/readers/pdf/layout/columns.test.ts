import { expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoLines } from './lines.ts'
import { fragment } from './testing/layout.ts'

/** Lines of prose of similar width, named so that assertions can show their order. */
function prose(name: string, x0: number, baselines: readonly number[]): LineFragment[] {
  return baselines.map((baseline, index) =>
    fragment(`${name}${index} is a line of some prose text`, x0, baseline),
  )
}

const rows = (from: number, count: number, leading = 12) =>
  Array.from({ length: count }, (_, index) => from + index * leading)

/** First words of all lines in reading order. */
function order(fragments: readonly LineFragment[]): string {
  return findColumns(fragments)
    .flatMap(({ fragments: column, leftwards }) => groupIntoLines(column, leftwards))
    .map(({ text }) => text.split(' ')[0])
    .join(' ')
}

test.each<{ name: string; fragments: LineFragment[]; order: string }>([
  {
    name: 'columns whose lines share baselines',
    fragments: [...prose('a', 0, rows(100, 4)), ...prose('b', 200, rows(100, 4))],
    order: 'a0 a1 a2 a3 b0 b1 b2 b3',
  },
  {
    name: 'columns whose lines have different baselines',
    fragments: [...prose('a', 0, rows(100, 4)), ...prose('b', 200, rows(105, 3))],
    order: 'a0 a1 a2 a3 b0 b1 b2',
  },
  {
    name: 'three columns under a title, a note below',
    fragments: [
      fragment(
        'title over all of the three columns of the whole page, from side to side',
        0,
        60,
        14,
      ),
      ...prose('a', 0, rows(100, 4)),
      ...prose('b', 200, rows(100, 4)),
      ...prose('c', 400, rows(100, 4)),
      fragment(
        'note that also goes over the columns, all of them, from the first to the last',
        0,
        200,
      ),
    ],
    order: 'title a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 note',
  },
  {
    name: 'rows of a table are not columns',
    fragments: rows(100, 4).flatMap((y, index) => [
      fragment(`r${index}`, 0, y),
      fragment('12.5', 100, y),
      fragment('7', 160, y),
    ]),
    order: 'r0 r1 r2 r3',
  },
  {
    name: 'separate rows with cells of several lines are not columns',
    fragments: [
      fragment('Stage', 0, 100),
      ...['first the pulp', 'is beaten well'].map((text, line) =>
        fragment(text, 100, 100 + line * 11),
      ),
      fragment('Next', 0, 130),
      ...['then the mould', 'is dipped into it'].map((text, line) =>
        fragment(text, 100, 130 + line * 11),
      ),
    ],
    order: 'Stage first is Next then is',
  },
  {
    name: 'a table across the page above two columns',
    fragments: [
      ...rows(100, 5).flatMap((y, index) => [fragment(`r${index}`, 0, y), fragment('1', 260, y)]),
      ...prose('a', 0, rows(200, 5)),
      ...prose('b', 200, rows(200, 5)),
    ],
    order: 'r0 r1 r2 r3 r4 a0 a1 a2 a3 a4 b0 b1 b2 b3 b4',
  },
  {
    name: 'charts under the headings of columns, with some labels on one baseline',
    fragments: [
      ...prose('a', 0, rows(100, 2)),
      ...prose('b', 200, rows(100, 2)),
      ...[140, 152, 166, 184].map((y, index) => fragment(`left${index} label`, 20, y, 8)),
      ...[140, 158, 175, 190].map((y, index) => fragment(`right${index} label`, 230, y, 8)),
    ],
    order: 'a0 a1 left0 left1 left2 left3 b0 b1 right0 right1 right2 right3',
  },
  {
    name: 'values beside the labels of a chart are not columns',
    fragments: rows(100, 4, 20).flatMap((y, index) => [
      fragment(`0.4${index}48`, 100, y - 6),
      fragment(`label${index}`, 0, y),
    ]),
    order: '0.4048 label0 0.4148 label1 0.4248 label2 0.4348 label3',
  },
  {
    name: 'the rest of a line after a wide gap is not a column',
    fragments: [
      fragment('text over the whole width of the page, and of all the lines around it', 0, 88),
      fragment('Reference with a long address', 0, 100),
      fragment('http://example.org/address', 200, 100),
      fragment(
        'below goes the text on over the whole width of the page, from side to side',
        0,
        112,
      ),
    ],
    order: 'text Reference below',
  },
  {
    name: 'the last line of text above the columns comes before them',
    fragments: [
      fragment('caption over both of the columns of the page, which goes on in a', 0, 60),
      fragment('second', 0, 72),
      ...prose('a', 0, rows(100, 4)),
      ...prose('b', 200, rows(100, 4)),
    ],
    order: 'caption second a0 a1 a2 a3 b0 b1 b2 b3',
  },
  {
    name: 'numbers of a list stay with their items',
    fragments: rows(100, 4, 30).flatMap((y, index) => [
      fragment(`${index + 1}.`, 0, y),
      fragment('an item of some length that', 30, y),
      fragment('goes on in a second line', 30, y + 12),
    ]),
    order: '1. goes 2. goes 3. goes 4. goes',
  },
  {
    name: 'a running header in two parts is not split between the columns',
    fragments: [
      fragment('head', 0, 40),
      fragment('77', 300, 40),
      ...prose('a', 0, rows(100, 4)),
      ...prose('b', 200, rows(100, 4)),
    ],
    order: 'head a0 a1 a2 a3 b0 b1 b2 b3',
  },
])('findColumns: $name', ({ fragments, order: expected }) => {
  expect(order(fragments)).toBe(expected)
})

test('columns end at a picture that spans them, and continue beside one that does not', () => {
  const fragments = [
    fragment('caption beside the picture', 200, 100),
    fragment('in two lines', 200, 112),
    ...prose('a', 0, rows(140, 4)),
    ...prose('b', 200, rows(140, 4)),
  ]
  const orderUnder = (x1: number) =>
    findColumns(fragments, [{ x0: 0, y0: 60, x1, y1: 125 }])
      .flatMap((column) => column.fragments.map(({ text }) => text.split(' ')[0]))
      .join(' ')
  expect(orderUnder(196)).toBe('caption in a0 a1 a2 a3 b0 b1 b2 b3')
  expect(orderUnder(150)).toBe('a0 a1 a2 a3 caption in b0 b1 b2 b3')
})

test.each([
  {
    name: 'lines that continue a text below an inset come before the inset',
    below: ['last line of the text goes on under the inset, from side to side'],
    order: 'a0 a1 a2 a3 a4 last b0 b1 b2',
  },
  {
    name: 'text below a gap comes after the columns',
    below: ['', 'note over both of the columns, from the one side to the other'],
    order: 'a0 a1 a2 a3 a4 b0 b1 b2 note',
  },
])('findColumns: $name', ({ below, order: expected }) => {
  const fragments = [
    ...prose('a', 0, rows(100, 5)),
    ...prose('b', 200, rows(105, 3)),
    ...below.flatMap((text, index) => (text === '' ? [] : [fragment(text, 0, 160 + index * 12)])),
  ]
  expect(order(fragments)).toBe(expected)
})

test('columns of a right-to-left script begin at the right', () => {
  const hebrew = (x0: number, name: string) =>
    rows(100, 4).map((y) => fragment(`${name} השירק רחאל הרוש איה תאז`, x0, y))
  const found = findColumns([...hebrew(0, 'ב'), ...hebrew(200, 'א')])
  expect(found.map(({ fragments }) => fragments[0]?.x0)).toEqual([200, 0])
})
