import { expect, test } from 'vitest'
import type { Font, Page, TextObject } from '../content/index.ts'
import { findUnmappedBullets } from './unmapped-bullets.ts'

const CODE = 3

/**
 * A page of glyphs, each with its code, place, and font: 0 of the text, 1 of the symbols, 2 of a typewriter, 3 and 4
 * without names. Cast: only these fields are read.
 */
function pageOf(
  glyphs: readonly (readonly [code: number, x: number, y: number, font: 0 | 1 | 2 | 3 | 4])[],
  typewriter = 'CourierNew',
  symbolSize = 10,
): Page {
  const objects = ['Text', 'Symbols', typewriter, '', ''].map(
    (name, at): TextObject =>
      ({ font: { name } as Font, size: at === 1 ? symbolSize : 10 }) as TextObject,
  )
  const own = (value: (glyph: (typeof glyphs)[number]) => number) =>
    Float64Array.from(glyphs, value)
  return {
    objects,
    glyphs: {
      count: glyphs.length,
      codes: Uint32Array.from(glyphs, ([code]) => code),
      objects: Int32Array.from(glyphs, ([, , , font]) => font),
      originX: own(([, x]) => x),
      originY: own(([, , y]) => y),
      x0: own(([, x]) => x),
      x1: own(([, x]) => x + 5),
    },
  } as unknown as Page
}

const line = (y: number, font: 0 | 1 = 1, x = 20) =>
  [
    [CODE, 10, y, font],
    [0x41, x, y, 0],
    [0x42, x + 5, y, 0],
  ] as const

test.each<{ name: string; glyphs: Parameters<typeof pageOf>[0]; bullets: number[] }>([
  {
    name: 'unmapped glyphs before two lines are bullets',
    glyphs: [...line(100), ...line(120)],
    bullets: [0, 3],
  },
  { name: 'an unmapped glyph before one line is not a bullet', glyphs: line(100), bullets: [] },
  {
    name: 'glyphs in the font of the text are not bullets',
    glyphs: [...line(100, 0), ...line(120, 0)],
    bullets: [],
  },
  {
    name: 'glyphs close to the text are letters',
    glyphs: [...line(100, 1, 15), ...line(120, 1, 15)],
    bullets: [],
  },
  {
    name: 'glyphs that also occur within lines are not bullets',
    glyphs: [...line(100), [CODE, 32, 100, 1], ...line(120), [CODE, 32, 120, 1]],
    bullets: [],
  },
  {
    name: 'the letter o of Courier before other text is a bullet',
    glyphs: [
      [0x6f, 10, 100, 2],
      [0x41, 20, 100, 0],
      [0x6f, 25, 100, 0],
    ],
    bullets: [0],
  },
  {
    name: 'glyphs of unnamed fonts in separate text objects are bullets',
    glyphs: [
      [CODE, 10, 100, 3],
      [0x41, 20, 100, 4],
      [CODE, 10, 120, 3],
      [0x41, 20, 120, 4],
    ],
    bullets: [0, 2],
  },
  {
    name: 'the letter o of Courier in code is not a bullet',
    glyphs: [
      [0x6f, 10, 100, 2],
      [0x6b, 20, 100, 2],
    ],
    bullets: [],
  },
])('findUnmappedBullets: $name', ({ glyphs, bullets }) => {
  expect([...findUnmappedBullets(pageOf(glyphs))]).toEqual(bullets)
})

test.each(['LiberationMono', 'Cousine-Regular'])(
  'findUnmappedBullets: the letter o of %s, which replaces Courier, is a bullet',
  (font) => {
    const page = pageOf([[0x6f, 10, 100, 2], ...line(100).slice(1)], font)
    expect([...findUnmappedBullets(page)]).toEqual([0])
  },
)

const SIGN = 0xf0d6

test.each([
  { name: 'before a line is a bullet', more: [], bullets: [0] },
  { name: 'also within a line is no bullet', more: [[SIGN, 32, 100, 2]] as const, bullets: [] },
])('findUnmappedBullets: a sign of OpenSymbol $name', ({ more, bullets }) => {
  const page = pageOf([[SIGN, 10, 100, 2], ...line(100).slice(1), ...more], 'OpenSymbol')
  expect([...findUnmappedBullets(page)]).toEqual(bullets)
})

test('findUnmappedBullets: a small bullet is raised', () => {
  const raised = (y: number) => [[CODE, 10, y - 3, 1], ...line(y).slice(1)] as const
  const page = pageOf([...raised(100), ...raised(120)], undefined, 5)
  expect([...findUnmappedBullets(page)]).toEqual([0, 3])
})
