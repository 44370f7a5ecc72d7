import { expect, test } from 'vitest'
import { word, words } from '../layout/testing/layout.ts'
import { textsOn } from './cell-text.ts'
import { pageOf } from './testing/pages.ts'

test.each([
  { name: 'a broken word', lines: ['the wa-', 'ter flows'], text: 'the water flows' },
  { name: 'a compound of the page', lines: ['the mill-', 'wheel'], text: 'the mill-wheel' },
  { name: 'an abbreviation', lines: ['values of IL-', '15'], text: 'values of IL-15' },
  {
    name: 'an address',
    lines: ['see https://mills.', 'example.org/'],
    text: 'see https://mills.example.org/',
  },
  {
    name: 'soft hyphens that are visible',
    lines: ['09\u00ad01 wa\u00ad', 'ter \u00ad'],
    text: '09-01 water -',
  },
])('joins the lines of a cell with $name', ({ lines: [first = '', second = ''], text }) => {
  const cell = [...words(first, 100, 100), ...words(second, 100, 112)]
  const page = pageOf([...cell, ...words('a mill-wheel turns', 300, 200)])
  expect(textsOn(page)(cell)).toBe(text)
})

test('a word of a right-to-left script is put into reading order', () => {
  const cell = [word('םולש', 100, 100)]
  expect(textsOn(pageOf(cell))(cell)).toBe('שלום')
})
