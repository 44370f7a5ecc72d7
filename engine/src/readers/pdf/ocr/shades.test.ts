/** Tests areas that are neither paper nor ink: shaded rows, pale print, and single letters on a shade. */
import { expect, test } from 'vitest'
import { blankImage, type GrayImage, grays } from './gray-image.ts'
import type { PictureWord } from './picture-word.ts'
import { findDarkAreas, findPhotos, findShadedAreas, invertAreas, shadesOf } from './shades.ts'
import { dropGrain } from './words.ts'

const DPI = 300
const GREY = 217

function fill(image: GrayImage, x0: number, y0: number, x1: number, y1: number, shade = 0): void {
  for (let y = y0; y < y1; y++) image.pixels.fill(shade, y * image.width + x0, y * image.width + x1)
}

/** Draws a row of upright strokes as high as letters. */
function letters(image: GrayImage, x: number, y: number, count: number, shade = 0): void {
  for (let at = 0; at < count; at++) fill(image, x + 20 * at, y, x + 20 * at + 8, y + 32, shade)
}

const areas = [
  {
    name: 'a band is one area',
    draw: (image: GrayImage) => fill(image, 100, 100, 700, 160, GREY),
    boxes: 1,
  },
  {
    name: 'a band with print, divided by an erased ruling, is one area',
    draw: (image: GrayImage) => {
      fill(image, 100, 100, 700, 160, GREY)
      letters(image, 200, 112, 15)
      fill(image, 180, 100, 184, 160, grays.white)
    },
    boxes: 1,
  },
  {
    name: 'two bands with a white one between are two areas',
    draw: (image: GrayImage) => {
      fill(image, 100, 100, 700, 160, GREY)
      fill(image, 100, 220, 700, 280, GREY)
    },
    boxes: 2,
  },
  {
    name: 'a black band is not a shaded area',
    draw: (image: GrayImage) => fill(image, 100, 100, 700, 160),
    boxes: 0,
  },
  {
    name: 'text is not a shaded area',
    draw: (image: GrayImage) => letters(image, 100, 100, 30),
    boxes: 0,
  },
  {
    name: 'a photo is not a shaded area',
    draw: (image: GrayImage) => {
      for (let x = 100; x < 700; x++) fill(image, x, 100, x + 1, 280, 40 + (x % 200))
    },
    boxes: 0,
  },
]

test.each(areas)('shaded areas: $name', ({ draw, boxes }) => {
  const image = blankImage(800, 400)
  // This ink makes the picture have dark and light shades.
  letters(image, 60, 340, 20)
  draw(image)
  const found = findShadedAreas(shadesOf(image, DPI), image, DPI)
  expect(found).toHaveLength(boxes)
  if (boxes === 1) expect(found).toEqual([{ x0: 100, y0: 100, x1: 700, y1: 160 }])
})

test('letters on a dark band become dark on white, and the band is returned', () => {
  const image = blankImage(800, 400)
  letters(image, 60, 340, 20)
  fill(image, 100, 100, 700, 180, 60)
  letters(image, 200, 120, 15, 250)
  const shades = shadesOf(image, DPI)
  const dark = findDarkAreas(shades, image, DPI)
  expect(dark).toEqual([{ x0: 100, y0: 100, x1: 700, y1: 180, shade: 60 }])
  const { pixels } = invertAreas(image, dark, shades)
  const at = (x: number, y: number): number => pixels[y * 800 + x] as number
  expect([at(150, 140), at(100, 100), at(98, 98)]).toEqual([grays.white, grays.white, grays.white])
  expect(at(204, 140)).toBeLessThan(10)
})

test('words in a photo are kept if they are long and have a high confidence', () => {
  const image = blankImage(800, 600)
  for (let x = 100; x < 700; x++) fill(image, x, 100, x + 1, 500, 40 + (x % 200))
  const photos = findPhotos(shadesOf(image, DPI), DPI)
  expect(photos).toHaveLength(1)
  const words = [
    wordAt('grain', 200, 200, 0.6),
    wordAt('x', 300, 200),
    wordAt('Bakery', 300, 300),
    wordAt('x', 20, 560),
  ]
  expect(dropGrain(words, photos).map(({ text }) => text)).toEqual(['Bakery', 'x'])
})

function wordAt(text: string, x: number, y: number, confidence = 0.9): PictureWord {
  const box = { x0: x, y0: y, x1: x + 20 * text.length, y1: y + 32 }
  return { text, ...box, baseline: y + 32, lineHeight: 40, confidence }
}
