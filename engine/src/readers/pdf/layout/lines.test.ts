import { expect, test } from 'vitest'
import { fragmentOf } from './fragments.ts'
import { lineOf } from './lines.ts'
import { words } from './testing/layout.ts'

test.each([
  { name: 'Latin text in a right-to-left column', visual: '.MILL', leftwards: true, text: 'MILL.' },
  { name: 'a number in a right-to-left column', visual: '3.5', leftwards: true, text: '3.5' },
  { name: 'a name of a file', visual: '.profile', leftwards: false, text: '.profile' },
  { name: 'a Hebrew line in another column', visual: '.םולש', leftwards: false, text: 'שלום.' },
])('lineOf: $name', ({ visual, leftwards, text }) => {
  expect(lineOf([fragmentOf({ words: words(visual, 100, 100) })], leftwards).text).toBe(text)
})
