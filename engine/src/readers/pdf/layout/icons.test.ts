import { expect, test } from 'vitest'
import type { Page, TextObject } from '../content/index.ts'
import { placingOf } from './placed-glyphs.ts'

/** A page with one glyph of this code in each font. Cast: only these fields are read. */
function pageOf(code: number, fonts: readonly string[]): Page {
  const zeros = new Float64Array(fonts.length)
  return {
    width: 600,
    height: 800,
    objects: fonts.map(
      (name) =>
        ({ font: { name }, size: 10, angleDegrees: 0, renderMode: 0 }) as unknown as TextObject,
    ),
    glyphs: {
      count: fonts.length,
      codes: Uint32Array.from(fonts, () => code),
      objects: Int32Array.from(fonts, (_, index) => index),
      ...{ originX: zeros, originY: zeros, advances: zeros },
      ...{ x0: zeros, x1: zeros, y0: zeros, y1: zeros },
    },
  } as unknown as Page
}

test('the letters of fonts of icons are hidden, but not their bullets', () => {
  const fonts = ['NotoSerif', 'FontAwesome6Free-Solid', 'MaterialIcons-Regular']
  expect(placingOf(pageOf(0x6d, fonts)).hidden).toEqual([false, true, true])
  expect(placingOf(pageOf(0x2022, fonts)).hidden).toEqual([false, false, false])
})

test('the lines and arcs of drawing fonts are hidden, whatever their codes', () => {
  const fonts = ['LCIRCLE10', 'LINE10', 'LINEW10', 'Linux Libertine']
  for (const code of [0x6d, 0x271e])
    expect(placingOf(pageOf(code, fonts)).hidden).toEqual([true, true, true, false])
})
