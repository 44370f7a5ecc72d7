import { expect, test } from 'vitest'
import { fragmentOf } from './fragments.ts'
import { groupIntoRows, lineOf } from './lines.ts'
import { words } from './testing/layout.ts'

test.each([
  { name: 'Latin text in a right-to-left column', visual: '.MILL', leftwards: true, text: 'MILL.' },
  { name: 'a number in a right-to-left column', visual: '3.5', leftwards: true, text: '3.5' },
  { name: 'a name of a file', visual: '.profile', leftwards: false, text: '.profile' },
  { name: 'a Hebrew line in another column', visual: '.םולש', leftwards: false, text: 'שלום.' },
])('lineOf: $name', ({ visual, leftwards, text }) => {
  expect(lineOf([fragmentOf({ words: words(visual, 100, 100) })], leftwards).text).toBe(text)
})

test.each([
  {
    name: 'a raised mark a tab before its note',
    mark: '2',
    baseline: 96,
    text: 'So they say.',
    rows: 1,
  },
  {
    name: 'a mark below the line is apart',
    mark: '2',
    baseline: 104,
    text: 'So they say.',
    rows: 2,
  },
  { name: 'a raised word is apart', mark: 'NB', baseline: 96, text: 'So they say.', rows: 2 },
  {
    name: 'a raised number before a label is apart',
    mark: '2',
    baseline: 96,
    text: 'Mills',
    rows: 2,
  },
])('groupIntoRows: $name', ({ mark, baseline, text, rows }) => {
  const fragments = [
    fragmentOf({ words: words(mark, 60, baseline, 6) }),
    fragmentOf({ words: words(text, 80, 100) }),
  ]
  expect(groupIntoRows(fragments)).toHaveLength(rows)
})
