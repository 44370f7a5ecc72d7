import { expect, test } from 'vitest'
import type { Page } from '../content/index.ts'
import { findWords } from './words.ts'

interface Letter {
  readonly text: string
  /** Text position; `advance` is the width that the file declares. */
  readonly at: number
  readonly advance: number
  /** Right end of the ink. */
  readonly inkEnd: number
  /** Height of the text position; the ink hangs from it, down to `inkBottom`. */
  readonly origin?: number
  readonly inkBottom?: number
}

/** A page of one line in 10 points. */
function pageOf(letters: readonly Letter[]): Page {
  const list = (value: (letter: Letter) => number) => Float32Array.from(letters, value)
  const font = { name: 'Text', flags: 0, weight: 400, italicAngle: 0 }
  // Sound: the words of a page depend on these fields only.
  return {
    width: 600,
    height: 800,
    objects: [{ font, size: 10, angleDegrees: 0, renderMode: 0 }],
    glyphs: {
      count: letters.length,
      codes: Uint32Array.from(letters, ({ text }) => text.codePointAt(0) ?? 0),
      originX: list(({ at }) => at),
      originY: list(({ origin = 100 }) => origin),
      advances: list(({ advance }) => advance),
      x0: list(({ at }) => at),
      x1: list(({ inkEnd }) => inkEnd),
      y0: list(({ origin = 93 }) => origin),
      y1: list(({ inkBottom = 100 }) => inkBottom),
      objects: new Uint32Array(letters.length),
    },
  } as unknown as Page
}

const letter = (text: string, at: number, advance = 5, inkEnd = at + advance): Letter => ({
  text,
  at,
  advance,
  inkEnd,
})

test.each([
  {
    name: 'a gap separates words if no blank is drawn',
    letters: [letter('o', 0), letter('f', 5), letter('i', 13), letter('t', 18)],
    words: ['of', 'it'],
  },
  {
    name: "ink that reaches the next letter shows that the font's width is wrong",
    letters: [
      ...[letter('f', 0), letter('o', 5), letter('r', 10, 3, 14.6), letter('d', 15.2)],
      ...[letter(' ', 20, 3, 20), letter('i', 23), letter('t', 28)],
    ],
    words: ['ford', 'it'],
  },
  {
    name: 'a gap without ink separates words beside drawn blanks, too',
    letters: [
      ...[letter('f', 0), letter('o', 5), letter('r', 10), letter('d', 20)],
      ...[letter(' ', 25, 3, 25), letter('i', 28), letter('t', 33)],
    ],
    words: ['for', 'd', 'it'],
  },
])('findWords: $name', ({ letters, words }) => {
  expect(findWords(pageOf(letters)).words.map(({ text }) => text)).toEqual(words)
})

test('a word is moved to if the page draws blanks, and none before it or in a line of even gaps', () => {
  const letters = [letter('a', 0), letter(' ', 5), letter('b', 8), letter('c', 20)]
  const movedTo = (page: Page) => findWords(page).words.map(({ isMoved }) => isMoved)
  expect(movedTo(pageOf(letters))).toEqual([true, false, true])
  expect(movedTo(pageOf([letter('a', 0), letter('b', 8)]))).toEqual([false, false])
  const line = (...places: number[]) => places.map((at) => ({ ...letter('d', at), origin: 120 }))
  const even = [...letters, ...line(0, 9, 18, 27)]
  expect(movedTo(pageOf(even)).slice(3)).toEqual([false, false, false, false])
  const uneven = [...letters, ...line(0, 9, 18, 28)]
  expect(movedTo(pageOf(uneven)).slice(3)).toEqual([true, true, true, true])
})

test('a radical that hangs from its origin is on the line of its radicand', () => {
  const radical = { ...letter('√', 0, 8), origin: 92, inkBottom: 102 }
  const { words } = findWords(pageOf([radical, letter('2', 8)]))
  expect(words.map(({ text }) => text)).toEqual(['√2'])
})
