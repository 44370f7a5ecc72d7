import { expect, test } from 'vitest'
import { hasLeader } from '../layout/index.ts'
import { withoutLeaders } from './leaders.ts'
import { run } from './testing/lines.ts'

test.each([
  { text: 'The mills of the valley..................17', isEntry: true },
  { text: 'Preface . . . . . . . . . . . . . . . . . ix', isEntry: true },
  { text: 'The year 1817', isEntry: false },
  { text: 'and so on... 17', isEntry: false },
  { text: 'Name: ....................', isEntry: false },
])('isLedEntry: $text', ({ text, isEntry }) => {
  expect(hasLeader(text)).toBe(isEntry)
})

test('dots between a title and its page are left out', () => {
  const texts = withoutLeaders([run('The mills ........ 17'), run('Ice . . . . . . . 9')])
  expect(texts.map(({ text }) => text)).toEqual(['The mills 17', 'Ice 9'])
})
