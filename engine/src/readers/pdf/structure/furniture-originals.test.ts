import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { findFurniture } from './furniture.ts'

function furnitureOn(pages: readonly LineFragment[][]): Set<string> {
  const described = pages.map((fragments, index) => ({
    number: index + 1,
    width: 400,
    height: 600,
    fragments,
  }))
  return new Set(Array.from(findFurniture(described).keys(), ({ text }) => text))
}

const title = 'Report for the year'
const cover = (name: string) => [fragment(`Dear ${name}`, 50, 300)]
const letter = (name: string, size = 10) => [
  fragment(title, 50, 40),
  fragment(name, 300, 40),
  ...[200, 220, 240].map((y) => fragment('Sheets of felt', 50, y, size)),
]
const sheets = ['Ann', 'Ben'].flatMap((name) => [cover(name), letter(name)])

test.each([
  { name: 'copies among other pages show no running heads', pages: sheets, found: false },
  {
    name: 'a page that is no copy shows the running heads of copies',
    pages: [...sheets, [fragment(title, 50, 40), fragment('End', 50, 300)]],
    found: true,
  },
  {
    name: 'samples of a text in several types are no copies',
    pages: [cover('Ann'), letter('Ann', 9), letter('Ben', 10), letter('Eve', 11)],
    found: true,
  },
])('findFurniture: $name', ({ pages, found }) => {
  expect(furnitureOn(pages).has(title)).toBe(found)
})
