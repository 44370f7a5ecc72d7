import { expect, test } from 'vitest'
import { allocateGlyphs } from './page-text.ts'
import type { TextObject } from './text-objects.ts'
import { correctUnmappedSigns } from './unmapped-signs.ts'

/** Returns what becomes of an exclamation mark with ink of this size, after a letter; cast: only these fields are read. */
function signWith(width: number, height: number, letter = 7): string {
  const glyphs = { ...allocateGlyphs(2), count: 2 }
  glyphs.codes.set([0x41, 0x21])
  glyphs.x1.set([5, width])
  glyphs.y1.set([letter, height])
  correctUnmappedSigns(glyphs, [{ size: 10, angleDegrees: 0 } as TextObject])
  return String.fromCharCode(glyphs.codes[1] as number)
}

test.each([
  { name: 'no ink is a blank', width: 2.8, height: 0, sign: ' ' },
  { name: 'a bar is a minus sign', width: 5, height: 0.7, sign: '−' },
  { name: 'a square stays', width: 2.6, height: 2.6, sign: '!' },
  { name: 'a tall sign is an exclamation mark', width: 1.1, height: 6.8, sign: '!' },
  { name: 'a broad letter of phonetics stays', width: 4.6, height: 4.8, sign: '!' },
])('correctUnmappedSigns: $name', ({ width, height, sign }) => {
  expect(signWith(width, height)).toBe(sign)
})

test('in a font without boxes, an exclamation mark stays', () => {
  expect(signWith(6, 0, 0)).toBe('!')
})
