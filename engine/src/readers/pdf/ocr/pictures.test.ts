/** Tests the steps before and after recognition on small synthetic pictures. */
import { describe, expect, test } from 'vitest'
import { stretchContrast } from './contrast.ts'
import {
  blankImage,
  darkThreshold,
  type GrayImage,
  shrink,
  turnBy,
  turnByQuarters,
} from './gray-image.ts'
import { evenOut } from './illumination.ts'
import { identifyLanguage } from './language.ts'
import type { PictureWord } from './picture-word.ts'
import { eraseRulings, findPictureRulings } from './rulings.ts'
import { findSkew } from './skew.ts'
import { pictureOf } from './testing/pictures.ts'
import { dropNoise, readHocr } from './words.ts'

/** Draws a picture: `#` is black, `.` white. */
function draw(...rows: readonly string[]): GrayImage {
  const pixels = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 0 : 255))
  return { width: rows[0]?.length ?? 0, height: rows.length, pixels }
}

function show({ width, height, pixels }: GrayImage): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(pixels.subarray(y * width, (y + 1) * width), (pixel) =>
      pixel < 128 ? '#' : '.',
    ).join(''),
  )
}

test.each([
  { turns: 0, rows: ['#..', '##.'] },
  { turns: 1, rows: ['##', '#.', '..'] },
  { turns: 2, rows: ['.##', '..#'] },
  { turns: 3, rows: ['..', '.#', '##'] },
])('$turns quarter turns clockwise', ({ turns, rows }) => {
  expect(show(turnByQuarters(draw('#..', '##.'), turns))).toEqual(rows)
})

test('a small rotation moves distant pixels clockwise', () => {
  const image = blankImage(101, 101)
  for (let x = 0; x <= 100; x++) image.pixels[50 * 101 + x] = 0
  const turned = turnBy(image, 5)
  const darkest = (x: number): number =>
    Array.from({ length: 101 }, (_, y) => turned.pixels[y * 101 + x] as number).reduce(
      (best, pixel, y, all) => (pixel < (all[best] as number) ? y : best),
      0,
    )
  expect([darkest(5), darkest(50), darkest(95)]).toEqual([46, 50, 54])
})

test('shrinking averages pixels', () => {
  expect([...shrink(draw('#.##', '....', '#...', '....'), 2).pixels]).toEqual([191, 127, 191, 255])
})

test('the threshold lies between ink and paper', () => {
  const pixels = Uint8Array.from({ length: 1_000 }, (_, index) => (index % 10 === 0 ? 70 : 200))
  const threshold = darkThreshold({ width: 100, height: 10, pixels })
  expect(threshold).toBeGreaterThanOrEqual(70)
  expect(threshold).toBeLessThan(200)
})

test('pale ink on grey paper becomes black on white; a blank page stays', () => {
  const pixels = Uint8Array.from({ length: 1_000 }, (_, index) => (index % 20 === 0 ? 140 : 200))
  const stretched = stretchContrast({ width: 100, height: 10, pixels })
  expect([...new Set(stretched.pixels)]).toEqual([0, 255])
  const blank = { width: 100, height: 10, pixels: new Uint8Array(1_000).fill(200) }
  expect(stretchContrast(blank)).toBe(blank)
})

test('a page that darkens to one side becomes white everywhere; an even page stays', () => {
  const [width, height] = [2_400, 480]
  const shade = (x: number): number => 240 - (x / width) * 140
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => shade(at % width))
  for (let y = 100; y < 110; y++) {
    for (let x = 0; x < width; x += 2) {
      pixels[y * width + x] = shade(x) / 4
    }
  }
  const even = evenOut({ width, height, pixels })
  expect(Math.min(...even.pixels.subarray(200 * width, 201 * width))).toBeGreaterThan(210)
  expect(
    Math.max(...[0, 1_000, 2_200].map((x) => even.pixels[105 * width + x] as number)),
  ).toBeLessThan(90)
  const white = blankImage(200, 200)
  expect(evenOut(white)).toBe(white)
})

test('a dark band on a page stays dark', () => {
  const image = blankImage(2_400, 1_200)
  image.pixels.fill(80, 400 * 2_400, 600 * 2_400)
  expect(evenOut(image)).toBe(image)
})

test('the dark half of a cover stays dark', () => {
  const image = blankImage(2_400, 1_200)
  image.pixels.fill(20, 0, 700 * 2_400)
  expect(evenOut(image)).toBe(image)
})

test.each([-4, -1, 0, 0.5, 3])(
  'a skew of %s° is measured to a tenth of a degree',
  async (degrees) => {
    const lines = ['The quick brown fox jumps', 'over the lazy dog, and', 'back again, every day.']
    const skew = findSkew(turnBy(await pictureOf(lines), degrees))
    expect(Math.abs(skew + degrees)).toBeLessThanOrEqual(0.1)
  },
)

describe('ruled lines', () => {
  const table = (): GrayImage => {
    const image = blankImage(300, 200)
    const fill = (x0: number, y0: number, x1: number, y1: number): void => {
      for (let y = y0; y <= y1; y++) image.pixels.fill(0, y * 300 + x0, y * 300 + x1 + 1)
    }
    fill(20, 50, 280, 51)
    fill(150, 50, 151, 180)
    fill(60, 40, 64, 60)
    fill(200, 100, 230, 130)
    return image
  }

  test('are found with their thickness, letters and areas are not', () => {
    expect(findPictureRulings(table(), { dpi: 150 })).toEqual([
      { direction: 'horizontal', x0: 20, x1: 280, y0: 50, y1: 51 },
      { direction: 'vertical', x0: 150, x1: 151, y0: 50, y1: 180 },
    ])
  })

  test('are erased; letters that cross them stay', () => {
    const image = table()
    const { pixels } = eraseRulings(image, findPictureRulings(image, { dpi: 150 }))
    expect(pixels[50 * 300 + 100]).toBe(255)
    expect(pixels[120 * 300 + 150]).toBe(255)
    expect(pixels[50 * 300 + 62]).toBe(0)
    expect(pixels[110 * 300 + 210]).toBe(0)
  })
})

const word = (
  text: string,
  x0: number,
  confidence: number,
  more: Partial<PictureWord> = {},
): PictureWord => ({
  text,
  x0,
  x1: x0 + 40,
  y0: 10,
  y1: 30,
  baseline: 28,
  lineHeight: 24,
  confidence,
  ...more,
})

test('hOCR gives words with their line’s baseline and height', () => {
  const cinfo = (characters: readonly string[]) =>
    characters
      .map(
        (character, at) => `
       <span class='ocrx_cinfo' title='x_bboxes ${20 * at} 50 ${20 * at + 10} 90; x_conf 97.5'>${character}</span>`,
      )
      .join('')
  const hocr = `<div class='ocr_page'><p class='ocr_par'>
    <span class='ocr_line' id='line_1_1' title="bbox 100 50 300 90; baseline 0.01 -8; x_size 38; x_descenders 7; x_ascenders 6">
      <span class='ocrx_word' id='word_1_1' title='bbox 100 50 200 90; x_wconf 96'>${cinfo(['R', '&amp;', 'D'])}</span>
      <span class='ocrx_word' id='word_1_2' title='bbox 220 52 300 88; x_wconf 41'><strong>${cinfo(['&lt;', 'x', '&gt;'])}</strong></span>
      <span class='ocrx_word' id='word_1_3' title='bbox 301 52 302 88; x_wconf 5'>${cinfo([' '])}</span>
    </span></p></div>`
  const words = readHocr(hocr)
  expect(words[0]?.characters?.[1]).toEqual({ text: '&', x0: 20, x1: 30, confidence: 0.975 })
  expect(words.map(({ characters: _, ...word }) => word)).toEqual([
    {
      text: 'R&D',
      x0: 100,
      y0: 50,
      x1: 200,
      y1: 90,
      baseline: 82.5,
      lineHeight: 38,
      confidence: 0.96,
    },
    {
      text: '<x>',
      x0: 220,
      y0: 52,
      x1: 300,
      y1: 88,
      baseline: 83.6,
      lineHeight: 38,
      confidence: 0.41,
    },
  ])
})

test('edges, specks and guesses are not words; punctuation with high confidence is kept', () => {
  const words = [
    word('word', 0, 0.9),
    word('guess', 50, 0.1),
    word('|', 100, 0.4),
    word('—', 150, 0.9),
    word('.', 200, 0.9, { x1: 201, y0: 27, y1: 28 }),
  ]
  expect(dropNoise(words).map(({ text }) => text)).toEqual(['word', '—'])
})

test.each([
  { text: 'The house that the people of the town have built is not for them', language: 'eng' },
  { text: 'Das Haus, das die Leute der Stadt gebaut haben, ist nicht für sie', language: 'deu' },
  {
    text: 'La maison que les gens de la ville ont bâtie n’est pas pour eux et leurs',
    language: 'fra',
  },
  {
    text: 'La casa que los vecinos del pueblo han hecho no es para ellos, pero son',
    language: 'spa',
  },
  {
    text: 'A casa que os moradores da vila fizeram não é para eles, mas para uma',
    language: 'por',
  },
  {
    text: 'La casa che gli abitanti della città hanno fatto non è per loro, anche',
    language: 'ita',
  },
  { text: 'Het huis dat de mensen van de stad hebben gebouwd is niet voor hen', language: 'nld' },
  { text: 'Invoice 2024-17 Total 300.00', language: undefined },
])('the language of “$text”', ({ text, language }) => {
  expect(identifyLanguage(text.split(' '))).toBe(language)
})
