import { expect, test } from 'vitest'
import { word } from '../layout/testing/layout.ts'
import { findDropCaps } from './drop-caps.ts'

const lines = [
  word('his', 24, 100),
  word('report', 45, 100),
  word('begins', 24, 112),
  word('here', 0, 124),
]

test.each<{ name: string; words: ReturnType<typeof word>[]; begins: string[] }>([
  { name: 'two lines high', words: [word('T', 0, 112, 28), ...lines], begins: ['This'] },
  {
    name: 'that rises above the lines',
    words: [word('T', 0, 112, 36), ...lines],
    begins: ['This'],
  },
  { name: 'of the same size as the text', words: [word('T', 0, 112), ...lines], begins: [] },
  { name: 'that is part of a word', words: [word('The', 0, 112, 28), ...lines], begins: [] },
  {
    name: 'beside only one line',
    words: [word('T', 0, 112, 28), word('his', 24, 100)],
    begins: [],
  },
  {
    name: 'below a paragraph',
    words: [word('before', 24, 88), word('T', 0, 112, 28), ...lines],
    begins: ['This'],
  },
  { name: 'below the first line', words: [word('T', 0, 140, 28), ...lines], begins: [] },
])('findDropCaps: a capital $name', ({ words, begins }) => {
  const { taken, replaced } = findDropCaps(words, 10)
  const first = [...replaced.values()].filter(({ text }) => text.startsWith('T'))
  expect(first.map(({ text }) => text)).toEqual(begins)
  expect(taken.size).toBe(begins.length)
})

test('findDropCaps: lines beside the capital begin where it does', () => {
  const { replaced } = findDropCaps([word('T', 0, 112, 28), ...lines], 10)
  expect([...replaced].map(([{ text }, { x0 }]) => [text, x0])).toEqual([
    ['his', 0],
    ['begins', 0],
  ])
})
