import { expect, test } from 'vitest'
import type { Page, PageLink } from '../content/index.ts'
import { findWords } from './words.ts'

interface Letter {
  readonly text: string
  /** Text position; `advance` is the width that the file declares. */
  readonly at: number
  readonly advance: number
  /** Ends of the ink; it begins at the text position by default. */
  readonly inkStart?: number
  readonly inkEnd: number
  /** Text object, 0 by default. */
  readonly object?: number
  /** Height of the text position; the ink hangs from it, down to `inkBottom`. */
  readonly origin?: number
  readonly inkBottom?: number
}

/** A page of one line in 10 points. */
function pageOf(letters: readonly Letter[], links: readonly PageLink[] = []): Page {
  const list = (value: (letter: Letter) => number) => Float32Array.from(letters, value)
  const font = { name: 'Text', flags: 0, weight: 400, italicAngle: 0 }
  // Sound: the words of a page depend on these fields only.
  return {
    width: 600,
    height: 800,
    links,
    objects: [0, 1].map(() => ({ font, size: 10, angleDegrees: 0, renderMode: 0 })),
    glyphs: {
      count: letters.length,
      codes: Uint32Array.from(letters, ({ text }) => text.codePointAt(0) ?? 0),
      originX: list(({ at }) => at),
      originY: list(({ origin = 100 }) => origin),
      advances: list(({ advance }) => advance),
      x0: list(({ at, inkStart = at }) => inkStart),
      x1: list(({ inkEnd }) => inkEnd),
      y0: list(({ origin = 93 }) => origin),
      y1: list(({ inkBottom = 100 }) => inkBottom),
      objects: Uint32Array.from(letters, ({ object = 0 }) => object),
    },
  } as unknown as Page
}

const letter = (text: string, at: number, advance = 5, inkEnd = at + advance): Letter => ({
  text,
  at,
  advance,
  inkEnd,
})

/** A mark of the second text object, three points higher. */
const raised = (text: string, inkStart: number): Letter => ({
  ...letter(text, inkStart, 0, inkStart + 2),
  object: 1,
  origin: 97,
})

/** Letters of one glyph: PDFium gives them the same box. */
const parts = (text: string, at: number, advance = 5): Letter[] =>
  [...text].map((part) => letter(part, at, advance))

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
    name: 'ink that begins left of its place, as of a slanted f, leaves the gap',
    letters: [
      ...[letter('t', 0), letter('o', 5), { ...letter('f', 12), inkStart: 10.8 }, letter('i', 17)],
      ...[letter(' ', 22, 3, 22), letter('i', 25), letter('t', 30)],
    ],
    words: ['to', 'fi', 'it'],
  },
  {
    name: 'a gap without ink separates words beside drawn blanks, too',
    letters: [
      ...[letter('f', 0), letter('o', 5), letter('r', 10), letter('d', 20)],
      ...[letter(' ', 25, 3, 25), letter('i', 28), letter('t', 33)],
    ],
    words: ['for', 'd', 'it'],
  },
  {
    name: 'a gap narrower than a blank separates words after a stop, beside drawn blanks',
    letters: [
      ...[letter('o', 0), letter('f', 5), letter(',', 10), letter('i', 16.6), letter('t', 21.6)],
      ...[letter('i', 28.2), letter('s', 33.2), letter(' ', 38.2, 3, 38.2), letter('a', 41.2)],
    ],
    words: ['of,', 'itis', 'a'],
  },
  {
    name: 'the hyphens of an option are one word',
    letters: [letter('-', 0, 3), letter('-', 5, 3), letter('a', 8), letter('b', 13)],
    words: ['--ab'],
  },
  {
    name: 'a mark of another object is in the word of the letter below it',
    letters: [letter('ต', 0), raised('้', 2), letter('น', 5)],
    words: ['ต้น'],
  },
  {
    name: 'a mark may come before its letter in the file',
    letters: [letter('ก', 0), raised('้', 6), letter('ข', 5), letter('น', 10)],
    words: ['กข้น'],
  },
  {
    name: 'an accent is put on the nearer one of the letters before and after it',
    letters: [
      letter('d', 0, 5),
      { ...letter('ˆ', 2.2, 3), origin: 97 },
      { ...letter('i', 5, 2.5), origin: 102 },
    ],
    words: ['d\u0302', 'i'],
  },
  {
    name: 'a mark far below a line belongs to the next one',
    letters: [
      letter('a', 0),
      { ...raised('\u0304', 1), origin: 109 },
      { ...letter('b', 0), origin: 112 },
    ],
    words: ['a', 'b\u0304'],
  },
  {
    name: 'a mark without a letter below it stays at the letter before it',
    letters: [letter('ก', 0), raised('้', 60), letter('ข', 5)],
    words: ['ก้ข'],
  },
  {
    name: 'a vowel sign comes before a tone mark',
    letters: [letter('ช', 0), raised('่', 2), raised('ื', 1), letter('อ', 5)],
    words: ['ชื่อ'],
  },
  {
    name: 'a vowel sign with a width of its own belongs to the word',
    letters: [letter('न', 0), letter('ा', 5, 4), letter('म', 9)],
    words: ['नाम'],
  },
  {
    name: 'a narrow gap separates no Chinese letters, a wide one does',
    letters: [letter('学', 0, 10), letter('校', 13, 10), letter('人', 27, 10)],
    words: ['学校', '人'],
  },
  {
    name: 'a nonspacing vowel sign with a width of its own belongs to the word',
    letters: [letter('ത', 0), letter('ു', 5, 4), letter('ക', 9)],
    words: ['തുക'],
  },
  {
    name: 'the stroke of a relation is shown before it',
    letters: [letter('k', 0), { ...letter('\u0338', 5, 0, 9), inkStart: 6 }, letter('=', 5)],
    words: ['k=\u0338'],
  },
  {
    name: 'a blank of another place does not separate letters',
    letters: [letter('ก', 0), { ...letter(' ', 40, 3, 40), object: 1 }, letter('ข', 5)],
    words: ['กข'],
  },
  {
    name: 'a blank whose width is taken back separates a number from its text, and no kerned letters',
    letters: [
      ...[letter('e', 0), letter('v', 5), letter(' ', 10, 0.2), letter('e', 10.2), letter('r', 15)],
      ...[letter('1', 40), letter('.', 45), letter(' ', 50, 0.2), letter('M', 50.2)],
    ],
    words: ['ever', '1.', 'M'],
  },
  {
    name: 'a mark is put on a letter beyond U+FFFF as a whole',
    letters: [
      ...[letter('a', 0), raised('\u0302', 6), letter('\ud835', 5), letter('\udc56', 5)],
      letter('b', 10),
    ],
    words: ['a\ud835\udc56\u0302b'],
  },
  {
    name: 'a mark on a dotless letter',
    letters: [letter('Z', 0), raised('\u0301', 6), letter('ı', 5), letter('d', 10)],
    words: ['Zi\u0301d'],
  },
  {
    name: 'parts of a right-to-left ligature come from left to right',
    letters: [letter('ا', 10), ...parts('أل', 5)],
    words: ['ألا'],
  },
  {
    name: 'parts of a right-to-left ligature with a single code come in their order',
    letters: [letter('ط', 10), ...parts('لا', 5)],
    words: ['الط'],
  },
  {
    name: 'the mark of a right-to-left glyph comes before its letter',
    letters: [letter('خ', 10), ...parts('\u064bص', 5), letter('ا', 0)],
    words: ['ا\u064bصخ'],
  },
  {
    name: 'a non-joiner in a Persian word stays, another one does not',
    letters: [
      ...[letter('ی', 10), letter('\u200c', 10, 0), letter('ش', 5), letter('f', 40)],
      ...[letter('\u200c', 45, 0), letter('i', 45)],
    ],
    words: ['ش\u200cی', 'fi'],
  },
  {
    name: 'narrow right-to-left letters',
    letters: [letter('ا', 10, 2), letter('ل', 8, 2), letter('ح', 3)],
    words: ['حلا'],
  },
  {
    name: 'a number in right-to-left text',
    letters: [letter('ב', 30), letter('1', 18), letter('0', 23), letter('א', 8), letter('ג', 3)],
    words: ['גא', '10', 'ב'],
  },
])('findWords: $name', ({ letters, words }) => {
  const { words: found } = findWords(pageOf(letters))
  expect(found.toSorted((a, b) => a.x0 - b.x0).map(({ text }) => text)).toEqual(words)
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

/** Letters of a width of 5 points; a mill is of the second object, `gap` points after the first one. */
const numbered = (number: string, gap: number) => [
  ...lettersOf(number),
  ...lettersOf('mill').map((own) => ({
    ...letter(own.text, own.at + 5 * number.length + gap),
    object: 1,
  })),
  letter(' ', 5 * number.length + 25, 2),
  letter('x', 5 * number.length + 30),
]

test.each([
  { number: '10.', gap: 0.3, words: '10. mill x' },
  { number: '3.1.2', gap: 0.3, words: '3.1.2 mill x' },
  { number: '10.', gap: 0.1, words: '10.mill x' },
  { number: '10', gap: 0.3, words: '10mill x' },
])('findWords: a text $gap points after the number $number: $words', ({ number, gap, words }) => {
  const found = findWords(pageOf(numbered(number, gap))).words
  expect(found.map(({ text }) => text).join(' ')).toBe(words)
  expect(found.some(({ isMoved }) => isMoved && found.length === 3)).toBe(false)
})

test('a radical that hangs from its origin is on the line of its radicand', () => {
  const radical = { ...letter('√', 0, 8), origin: 92, inkBottom: 102 }
  const { words } = findWords(pageOf([radical, letter('2', 8)]))
  expect(words.map(({ text }) => text)).toEqual(['√2'])
})

test('findWords: thousands of marks and letters in turn take linear time', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => [
    letter('ก', at / 100, 0.01),
    raised('้', 500),
  ])
  expect(findWords(pageOf(many.flat())).words.length).toBeGreaterThan(0)
})

test('tight moves separate words beside a single drawn blank', () => {
  let at = 0
  const words = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl'].flatMap((word) => {
    const letters = [...word].map((own, index) => letter(own, at + 5 * index))
    at += 10 + 1.5
    return letters
  })
  const blank = letter(' ', at - 1.5, 2.5)
  const last = [letter('m', at + 1), letter('n', at + 6)]
  const found = findWords(pageOf([...words, blank, ...last])).words.map(({ text }) => text)
  expect(found).toEqual(['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn'])
})

/** Links on the line, to an address or to a place. */
const address = (x0: number, x1: number, target = 'https://recto.example') => ({
  ...line,
  x0,
  x1,
  target,
})
const place = (x0: number, x1: number) => ({ ...line, x0, x1, target: { page: 2 } })
const line = { y0: 90, y1: 102 }
/** Letters of a width of 5 points, without gaps. */
const lettersOf = (text: string) => [...text].map((one, at) => letter(one, 5 * at))

test.each<[name: string, text: string, links: PageLink[], words: string]>([
  ['ends before a mark', '(mill).', [address(5, 25)], '( mill ).'],
  ['ends within a name, at an inaccurate edge', 'mills', [address(0, 20)], 'mills'],
  ['leads to a place, as a reference does', '[12].', [place(5, 15)], '[12].'],
  ['ends in a script without blanks', '見水車小屋', [place(5, 15)], '見 水車 小屋'],
  ['has two rectangles beside a dot', 'mill.mud', [address(0, 20), address(25, 40)], 'mill.mud'],
  [
    'has two rectangles beside a bracket',
    'mill(mud',
    [address(0, 20), address(25, 40)],
    'mill ( mud',
  ],
])('findWords: a link that %s', (_, text, links, words) => {
  const found = findWords(pageOf(lettersOf(text), links)).words
  expect(found.map((word) => word.text).join(' ')).toBe(words)
  expect(found.slice(1).some(({ spaced }) => spaced)).toBe(false)
})

test.each([
  { name: 'spread letters of fixed pitch', font: 'CMTT10', words: ['mill(a', 'b'] },
  { name: 'spread letters of another font', font: 'CMR10', words: ['mill', '(a', 'b'] },
])('findWords: $name', ({ font, words }) => {
  const letters = [
    ...[letter('m', 0), letter('i', 5.8), letter('l', 11.6), letter('l', 17.4)],
    ...[letter('(', 24.7), letter('a', 30.5), letter('b', 41)],
  ]
  const page = pageOf(letters)
  const objects = page.objects.map((own) => ({ ...own, font: { ...own.font, name: font } }))
  expect(findWords({ ...page, objects }).words.map(({ text }) => text)).toEqual(words)
})

test('a word that begins on the page is whole, and a word beyond the edge is left out', () => {
  const inside = [letter('m', 588), letter('i', 593)]
  const beyond = [letter('l', 598), letter('l', 603), letter('y', 612), letter('a', 617)]
  const { words } = findWords(pageOf([...inside, ...beyond]))
  expect(words.map(({ text, x1 }) => [text, x1])).toEqual([['mill', 600]])
})
