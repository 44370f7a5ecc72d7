import { expect, test } from 'vitest'
import { hasLeader, withoutLeaders } from './entries.ts'

test.each([
  { text: 'The mills of the valley..................17', isEntry: true },
  { text: 'Preface . . . . . . . . . . . . . . . . . ix', isEntry: true },
  { text: 'The year 1817', isEntry: false },
  { text: 'and so on... 17', isEntry: false },
  { text: 'Name: ....................', isEntry: false },
])('hasLeader: $text', ({ text, isEntry }) => {
  expect(hasLeader(text)).toBe(isEntry)
})

test.each([
  { text: 'The mills ........ 17', title: 'The mills 17' },
  { text: 'Ice . . . . . . . 9', title: 'Ice 9' },
])('withoutLeaders: $text', ({ text, title }) => {
  expect(withoutLeaders(text)).toBe(title)
})
