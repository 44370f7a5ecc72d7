import { expect, test } from 'vitest'
import { correctSizes } from './drawn-sizes.ts'
import { allocateGlyphs, type Glyphs } from './page-text.ts'

/** A letter of a text object, with the height of its ink. */
type Letter = readonly [text: string, object: number, height: number]

/** Letters in a row, each with 5 points of ink after half a point of white. */
function glyphsOf(letters: readonly Letter[]): Glyphs {
  const glyphs = { ...allocateGlyphs(letters.length), count: letters.length }
  for (const [index, [text, object, height]] of letters.entries()) {
    glyphs.codes[index] = text.charCodeAt(0)
    glyphs.objects[index] = object
    glyphs.originX[index] = index * 6
    glyphs.x0[index] = index * 6 + 0.5
    glyphs.x1[index] = index * 6 + 5.5
    glyphs.y0[index] = 100
    glyphs.y1[index] = 100 + height
    glyphs.advances[index] = 0.12
  }
  return glyphs
}

const toPage = { a: 1, b: 0, c: 0, d: -1, e: 0, f: 800 }
const placed = (size: number, font: number) => ({ placing: { alongX: 1, alongY: 0, size }, font })

test('correctSizes: sizes of a pixel become those that the letters show', () => {
  const glyphs = glyphsOf([
    ...[...'FELT'].map((text): Letter => [text, 0, 6.83]),
    ...[...'azure'].map((text): Letter => [text, 1, 8.84]),
    ['·', 2, 1],
  ])
  const objects = [placed(0.24, 1), placed(0.24, 2), placed(0.24, 3)]
  const sizes = correctSizes(glyphs, objects, toPage, ({ font }) => font) ?? []
  expect(sizes[0]).toBeCloseTo(10)
  expect(sizes[1]).toBeCloseTo(20)
  // A font of symbols has the size of a font of letters.
  expect(sizes).toContain(sizes[2])
  expect(glyphs.advances[0]).toBeCloseTo(5.5)
})

test('correctSizes: other fonts of the page keep their sizes and advances', () => {
  const glyphs = glyphsOf([
    ['F', 0, 6.83],
    ['F', 1, 6.83],
  ])
  const objects = [placed(0.24, 1), placed(10, 2)]
  expect(correctSizes(glyphs, objects, toPage, ({ font }) => font)?.[1]).toBe(10)
  expect(glyphs.advances[1]).toBeCloseTo(0.12)
})

test('correctSizes: signs that are larger than their font change nothing', () => {
  const glyphs = glyphsOf([
    ['Z', 0, 23],
    ['∑', 0, 60],
  ])
  expect(correctSizes(glyphs, [placed(10, 1)], toPage, ({ font }) => font)).toBeUndefined()
})

test('correctSizes: turned letters are measured along their direction', () => {
  const glyphs = { ...allocateGlyphs(1), count: 1 }
  glyphs.codes[0] = 0x46
  glyphs.originX[0] = 100
  glyphs.originY[0] = 300
  glyphs.x0[0] = 100 - 6.83
  glyphs.x1[0] = 100
  glyphs.y0[0] = 300 - 5.5
  glyphs.y1[0] = 300 - 0.5
  const upwards = { placing: { alongX: 0, alongY: 1, size: 0.24 } }
  expect(correctSizes(glyphs, [upwards], toPage, () => 1)?.[0]).toBeCloseTo(10)
  expect(glyphs.advances[0]).toBeCloseTo(5.5)
})
