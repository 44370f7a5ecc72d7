import { expect, test } from 'vitest'
import { findCards } from './cards.ts'
import { groupIntoRows } from './lines.ts'
import type { Piece } from './pieces.ts'
import { piece } from './testing/layout.ts'

const heads = [piece('Purpose', 0, 100), piece('Mission', 200, 100), piece('Work', 400, 100)]
const texts = [
  piece('Good tools', 0, 130, 16),
  piece('Easy tools', 200, 130, 16),
  piece('Tools that all', 400, 130, 16),
  piece('of us can use', 400, 152, 16),
]

test.each<{ name: string; pieces: Piece[]; cards: string[] }>([
  {
    name: 'headings over larger text',
    pieces: [...heads, ...texts],
    cards: ['Purpose|Good tools', 'Mission|Easy tools', 'Work|Tools that all|of us can use'],
  },
  {
    name: 'text under one of them goes on in another size',
    pieces: [...heads, ...texts, piece('in a year', 400, 175), piece('Below all', 0, 260)],
    cards: [
      'Purpose|Good tools',
      'Mission|Easy tools',
      'Work|Tools that all|of us can use|in a year',
    ],
  },
  {
    name: 'none: rows of one size',
    pieces: [...heads, ...heads.map(({ text, x0 }) => piece(text, x0, 114))],
    cards: [],
  },
  {
    name: 'none: a row of headings over rows of a table',
    pieces: [
      ...heads,
      ...[130, 160].flatMap((y) => [
        piece('oak', 0, y, 12),
        piece('ash', 200, y, 12),
        piece('elm', 400, y, 12),
      ]),
    ],
    cards: [],
  },
  {
    name: 'none: text that runs across',
    pieces: [...heads, piece('Words that run over all of the three cards', 0, 130, 16)],
    cards: [],
  },
  {
    name: 'none: numbers',
    pieces: [...heads, ...[0, 200, 400].map((x) => piece('12.5', x, 130, 16))],
    cards: [],
  },
])('findCards: $name', ({ pieces, cards }) => {
  const found = findCards(groupIntoRows(pieces))
  const texts = found?.columns.map((column) => column.map(({ text }) => text).join('|')) ?? []
  expect(texts).toEqual(cards)
})
