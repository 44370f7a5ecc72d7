import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { findFurniture } from './furniture.ts'

test.each([
  {
    name: 'text follows it, and texts within the pages have its style',
    gap: 12,
    isFurniture: false,
  },
  { name: 'white is below it', gap: 40, isFurniture: true },
  { name: 'no other text has its style', gap: 12, others: 10, isFurniture: true },
])(
  'findFurniture: a text at the top of each page, where $name',
  ({ gap, others = 14, isFurniture }) => {
    const pages = ['ls', 'cp', 'mv', 'rm'].map((name, index) => ({
      number: index + 1,
      width: 600,
      height: 800,
      fragments: [
        fragment('NAME', 50, 80, 14),
        fragment(`${name} - handles files`, 50, 80 + gap),
        fragment(`SYNTAX of ${name}`, 50, 400 + index, others),
        fragment(`${name} has many options and files, which follow`, 50, 420 + index),
      ],
    }))
    const found = findFurniture(pages)
    expect(found.has(pages[1]?.fragments[0] as LineFragment)).toBe(isFurniture)
  },
)

test('findFurniture: a text at the top of some pages that is as often within pages is text', () => {
  const titles = ['Wool', 'Felt', 'Cloth', 'Paper', 'Glue', 'Wire']
  const pages = titles.map((title, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    fragments: [
      fragment('The mills', 50, 40),
      fragment(index < 2 ? 'It says:' : `About ${title}`, 50, 80),
      fragment(`${title} of the valley`, 50, 200),
      fragment('It says:', 50, 400 + index),
      fragment(`${title} of the hills`, 50, 500),
    ],
  }))
  const found = findFurniture(pages)
  expect([...found.keys()].map(({ text }) => text)).toEqual(titles.map(() => 'The mills'))
})

test.each([
  {
    name: 'that other pages begin with',
    heads: ['Wool', 'Wool', 'Wool', 'Felt'],
    isFurniture: true,
  },
  { name: 'that no page shares', heads: ['One', 'Two', 'Three', 'Four'], isFurniture: false },
])('findFurniture: text far below the upper edge $name', ({ heads, isFurniture }) => {
  const pages = heads.map((head, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    fragments: [
      fragment(head, 50, 160),
      fragment(`The text of page ${'x'.repeat(index + 1)} goes on right below`, 50, 175),
    ],
  }))
  const found = findFurniture(pages)
  expect(pages.map(({ fragments: [head] }) => found.has(head as LineFragment))).toEqual(
    heads.map(() => isFurniture),
  )
})
