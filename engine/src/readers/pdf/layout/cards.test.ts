import { expect, test } from 'vitest'
import { findCards } from './cards.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import { fragment } from './testing/layout.ts'

const heads = [
  fragment('Purpose', 0, 100),
  fragment('Mission', 200, 100),
  fragment('Work', 400, 100),
]
const texts = [
  fragment('Good tools', 0, 130, 16),
  fragment('Easy tools', 200, 130, 16),
  fragment('Tools that all', 400, 130, 16),
  fragment('of us can use', 400, 152, 16),
]

test.each<{ name: string; fragments: LineFragment[]; cards: string[] }>([
  {
    name: 'headings over larger text',
    fragments: [...heads, ...texts],
    cards: ['Purpose|Good tools', 'Mission|Easy tools', 'Work|Tools that all|of us can use'],
  },
  {
    name: 'text of a card may continue in another size',
    fragments: [...heads, ...texts, fragment('in a year', 400, 175), fragment('Below all', 0, 260)],
    cards: [
      'Purpose|Good tools',
      'Mission|Easy tools',
      'Work|Tools that all|of us can use|in a year',
    ],
  },
  {
    name: 'rows of one size are not cards',
    fragments: [...heads, ...heads.map(({ text, x0 }) => fragment(text, x0, 114))],
    cards: [],
  },
  {
    name: 'a row of headings over rows of a table is not cards',
    fragments: [
      ...heads,
      ...[130, 160].flatMap((y) => [
        fragment('oak', 0, y, 12),
        fragment('ash', 200, y, 12),
        fragment('elm', 400, y, 12),
      ]),
    ],
    cards: [],
  },
  {
    name: 'text that runs across is not cards',
    fragments: [...heads, fragment('Words that run over all of the three cards', 0, 130, 16)],
    cards: [],
  },
  {
    name: 'numbers are not cards',
    fragments: [...heads, ...[0, 200, 400].map((x) => fragment('12.5', x, 130, 16))],
    cards: [],
  },
])('findCards: $name', ({ fragments, cards }) => {
  const found = findCards(groupIntoRows(fragments))
  const texts = found?.columns.map((column) => column.map(({ text }) => text).join('|')) ?? []
  expect(texts).toEqual(cards)
})
