/** Tests properties derived from words and ink: sizes, weight, bullets, blocks. */
import { expect, test } from 'vitest'
import type { Glyphs, Page } from '../content/index.ts'
import { noDrawings } from '../content/index.ts'
import { findBold } from './boldness.ts'
import { addBullets } from './bullets.ts'
import { blankImage, type GrayImage } from './gray-image.ts'
import { findLeftover } from './leftover.ts'
import { evenGround } from './local-ground.ts'
import { isDrawn, needsOcr } from './needs-ocr.ts'
import { cropPicture, findPictures } from './page-pictures.ts'
import type { PictureWord } from './picture-word.ts'
import { toTextBlocks } from './read-page-pictures.ts'
import { strokeWidth } from './strokes.ts'
import { groupByLine } from './text-lines.ts'
import { findTypeSizes } from './type-sizes.ts'
import { dropLoneGuesses, dropNoise } from './words.ts'

const LETTER = 20
const LINE = 40

/** Makes a word with its baseline at `y` and letters `above` pixels high. */
function word(text: string, x: number, y: number, above = 30, more = {}): PictureWord {
  const box = { x0: x, y0: y - above, x1: x + text.length * LETTER, y1: y }
  return { text, ...box, baseline: y, lineHeight: LINE, confidence: 0.9, ...more }
}

function fill(image: GrayImage, x0: number, y0: number, x1: number, y1: number, shade = 0): void {
  for (let y = y0; y < y1; y++) image.pixels.fill(shade, y * image.width + x0, y * image.width + x1)
}

test.each([
  { name: 'words side by side', words: [word('a', 0, 50), word('b', 40, 52)], lines: ['a b'] },
  { name: 'cells', words: [word('a', 0, 50), word('b', 200, 50)], lines: ['a', 'b'] },
  { name: 'the next line', words: [word('a', 0, 50), word('b', 30, 90)], lines: ['a', 'b'] },
])('groupByLine: $name', ({ words, lines }) => {
  expect(groupByLine(words).map((line) => line.map(({ text }) => text).join(' '))).toEqual(lines)
})

test('lines of one font size get one size, whichever letters they contain', () => {
  const body = Array.from({ length: 6 }, (_, row) => [
    word('held', 0, 60 * row, 30),
    word('Case', 100, 60 * row, 29),
    word('mann', 200, 60 * row, 21),
  ])
  const alone = [[word('CASE', 0, 400, 29)], [word('more', 0, 500, 21)], [word('held', 0, 600, 45)]]
  const sizes = findTypeSizes([...body, ...alone]).map(Math.round)
  expect(sizes).toEqual([...body.map(() => 41), 41, 41, 61])
})

test('strokes are measured in shades of grey, so that a blur changes little', () => {
  const sharp = blankImage(40, 40)
  fill(sharp, 10, 5, 16, 35)
  const blurred = blankImage(40, 40)
  for (const [from, shade] of [
    [8, 204],
    [9, 153],
    [10, 102],
    [11, 51],
  ] as const) {
    fill(blurred, from, 5, 24 - from + 2, 35, shade)
  }
  fill(blurred, 12, 5, 14, 35, 0)
  const box = { x0: 0, y0: 0, x1: 40, y1: 40 }
  expect(strokeWidth(sharp, box)).toBeCloseTo(5, 0)
  expect(Math.abs(strokeWidth(blurred, box) - strokeWidth(sharp, box))).toBeLessThan(1)
  expect(strokeWidth(blankImage(40, 40), box)).toBe(0)
  // Boxes of merged words lie between pixels.
  expect(strokeWidth(sharp, { x0: 0.5, y0: 0.25, x1: 39.5, y1: 39.5 })).toBeCloseTo(5, 0)
})

test.each([
  { name: 'a bold line', strokes: [7, 7.4, 6.8], bold: [true, true, true] },
  { name: 'a regular line', strokes: [5, 5.4, 5.2], bold: [false, false, false] },
  { name: 'bold words of a line', strokes: [7, 7.1, 5], bold: [true, true, false] },
  { name: 'small differences', strokes: [5, 5.6, 5], bold: [false, false, false] },
])('findBold: $name', ({ strokes, bold }) => {
  const usual = { words: [word('ordinary', 0, 0, 30, { strokeWidth: 5 })], size: 40 }
  const words = strokes.map((strokeWidth, at) => word('words', at * 120, 90, 30, { strokeWidth }))
  const found = findBold([...Array.from({ length: 9 }, () => usual), { words, size: 40 }])
  expect(found.at(-1)).toEqual(bold)
})

test('print without measured strokes is regular', () => {
  expect(findBold([{ words: [word('words', 0, 0)], size: 40 }])).toEqual([[false]])
})

test('ink under no word is returned as boxes', () => {
  const image = blankImage(400, 200)
  fill(image, 40, 40, 100, 70)
  fill(image, 200, 100, 220, 130)
  expect(findLeftover(image, [word('abc', 40, 70)], { dpi: 300 })).toEqual([
    { x0: 200, y0: 100, x1: 220, y1: 132 },
  ])
})

test.each([
  { name: 'a dot in the middle of the line', dot: [20, 82, 30, 92], read: '• text' },
  { name: 'a dot on the baseline', dot: [20, 90, 30, 100], read: 'text' },
  { name: 'a bar', dot: [20, 60, 24, 100], read: 'text' },
  { name: 'a square as large as a letter', dot: [5, 70, 35, 100], read: 'text' },
] as const)('addBullets: $name before a line', ({ dot: [x0, y0, x1, y1], read }) => {
  const image = blankImage(400, 200)
  fill(image, x0, y0, x1, y1)
  const words = [word('text', 60, 100)]
  const bullets = addBullets(image, words, findLeftover(image, words, { dpi: 300 }))
  expect(bullets.map(({ text }) => text).join(' ')).toBe(read)
})

test('a bullet that was recognised as a letter becomes a bullet', () => {
  const image = blankImage(400, 200)
  fill(image, 20, 82, 30, 92)
  const mistaken = { ...word('e', 20, 92, 10), x1: 30, baseline: 100 }
  expect(addBullets(image, [mistaken, word('text', 60, 100)], []).map(({ text }) => text)).toEqual([
    '•',
    'text',
  ])
})

test('rows near each other form a block of text', () => {
  const words = [word('b', 50, 40), word('a', 0, 42), word('c', 0, 90), word('d', 0, 300)]
  expect(toTextBlocks(words).map(({ text }) => text)).toEqual(['a b c', 'd'])
})

test('signs at the ends of rows are no text', () => {
  const row = (y: number, ...texts: string[]) => texts.map((text, at) => word(text, 50 * at, y))
  const words = [...row(40, '=', 'a', '=', '3', '|'), ...row(90, '}', '+'), ...row(300, '5', '%')]
  expect(toTextBlocks(words).map(({ text }) => text)).toEqual(['a = 3', '5 %'])
})

test('letters on backgrounds of several shades become dark on white', () => {
  const image = blankImage(200, 100)
  fill(image, 0, 0, 100, 100, 30)
  fill(image, 40, 40, 46, 60, 255)
  fill(image, 140, 40, 146, 60, 120)
  const { pixels, width } = evenGround(image, { dpi: 300 })
  const at = (x: number, y: number) => pixels[y * width + x] as number
  expect([at(20, 20), at(180, 20)]).toEqual([255, 255])
  expect(at(43, 50)).toBeLessThan(30)
  expect(at(143, 50)).toBeLessThan(140)
})

const noGlyphs: Glyphs = {
  count: 0,
  codes: new Uint32Array(),
  originX: new Float32Array(),
  originY: new Float32Array(),
  advances: new Float32Array(),
  x0: new Float32Array(),
  y0: new Float32Array(),
  x1: new Float32Array(),
  y1: new Float32Array(),
  objects: new Uint32Array(),
}

function pageOf(drawings: Partial<Page['drawings']>): Page {
  const size = { width: 600, height: 800, hasObjects: true }
  const text = { glyphs: noGlyphs, objects: [], links: [] }
  return { number: 1, ...size, ...text, drawings: { ...noDrawings, ...drawings } }
}

test.each([
  { name: 'a chart', images: [[100, 100, 400, 300]], found: 1 },
  { name: 'a letterhead', images: [[100, 10, 500, 75]], found: 0 },
  { name: 'a logo at the foot', images: [[100, 730, 500, 790]], found: 0 },
  { name: 'an icon', images: [[100, 100, 130, 130]], found: 0 },
  {
    name: 'strips of one picture',
    images: [
      [100, 100, 400, 120],
      [100, 120, 400, 140],
    ],
    found: 1,
  },
])('findPictures: $name', ({ images, found }) => {
  const boxes = images.map(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => ({ x0, y0, x1, y1 }))
  expect(findPictures(pageOf({ images: boxes }))).toHaveLength(found)
})

test('a picture without an even background or without letters is not read', () => {
  const page = pageOf({})
  const box = { x0: 0, y0: 0, x1: 100, y1: 100 }
  const photo = blankImage(200, 200)
  for (let at = 0; at < photo.pixels.length; at++) photo.pixels[at] = (at * 7) % 256
  expect(cropPicture(page, { ...photo, dpi: 144 }, box)).toBeUndefined()
  const chart = blankImage(200, 200)
  expect(cropPicture(page, { ...chart, dpi: 144 }, box)).toBeUndefined()
  for (const x of [20, 60, 100, 140]) fill(chart, x, 40, x + 12, 60)
  expect(cropPicture(page, { ...chart, dpi: 144 }, box)).toMatchObject({ left: 0, top: 0 })
})

test('a page of drawn outlines is recognised, a page with a drawn logo is not', () => {
  const shapes = Array.from({ length: 50 }, () => ({ x0: 0, y0: 0, x1: 5, y1: 5 }))
  expect([needsOcr(pageOf({ shapes })), isDrawn(pageOf({ shapes }))]).toEqual([true, true])
  expect(needsOcr(pageOf({ shapes: shapes.slice(0, 9) }))).toBe(false)
})

test('single letters on a line with low confidence are dropped; digits are kept', () => {
  const lone = ['il', 'r', '17'].map((text, at) => word(text, 0, 100 * at, 30, { confidence: 0.6 }))
  expect(dropLoneGuesses(lone).map(({ text }) => text)).toEqual(['17'])
})

test('a word with low confidence is kept among confident words, and dropped alone', () => {
  const guess = word('Used”', 200, 50, 30, { confidence: 0.1 })
  const sure = [word('Samples', 0, 50), word('actual', 320, 50)]
  expect(dropNoise([sure[0], guess, sure[1]].filter((each) => each !== undefined))).toHaveLength(3)
  expect(dropNoise([guess])).toEqual([])
})
