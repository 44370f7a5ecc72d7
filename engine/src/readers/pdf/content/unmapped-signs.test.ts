import { expect, test } from 'vitest'
import { allocateGlyphs } from './page-text.ts'
import type { TextObject } from './text-objects.ts'
import { correctUnmappedSigns } from './unmapped-signs.ts'

/** An object of upright text in a font of the file. */
function textObject(given: Partial<TextObject> = {}): TextObject {
  const font = { name: 'Menlo', flags: 0, weight: 0, italic: false }
  return { font, size: 10, angleDegrees: 0, renderMode: 0, ...given }
}

/** Returns what becomes of an exclamation mark with ink of this size, after a letter. */
function signWith(width: number, height: number, letter = 7): string {
  const glyphs = { ...allocateGlyphs(2), count: 2 }
  glyphs.codes.set([0x41, 0x21])
  glyphs.x1.set([5, width])
  glyphs.y1.set([letter, height])
  correctUnmappedSigns(glyphs, [textObject()], () => true)
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

/** Returns what becomes of a text of which some characters have no ink. */
function textWith(said: string, empty: string, given?: Partial<TextObject>, isEmbedded = true) {
  const glyphs = { ...allocateGlyphs(said.length), count: said.length }
  glyphs.codes.set(Array.from(said, (sign) => sign.charCodeAt(0)))
  glyphs.y1.set(Array.from(said, (sign) => (empty.includes(sign) ? 0 : 7)))
  correctUnmappedSigns(glyphs, [textObject(given)], () => isEmbedded)
  return String.fromCharCode(...glyphs.codes)
}

test.each([
  { name: 'a sign', said: 'San#Jose', empty: '#', text: 'San Jose' },
  { name: 'a figure', said: 'from5django', empty: '5', text: 'from django' },
  { name: 'two characters for one glyph', said: 'one恠覴two', empty: '恠覴', text: 'one  two' },
])('correctUnmappedSigns: $name without ink is a blank', ({ said, empty, text }) => {
  expect(textWith(said, empty)).toBe(text)
})

test('correctUnmappedSigns: a character that the font does not draw stays', () => {
  const font = { name: '', flags: 0, weight: 0, italic: false }
  expect(textWith('San#Jose', '#', {}, false)).toBe('San#Jose')
  expect(textWith('San#Jose', '#', { font })).toBe('San#Jose')
  expect(textWith('San#Jose', '#', { renderMode: 3 })).toBe('San#Jose')
  expect(textWith('San#Jose', 'San#Jose')).toBe('San#Jose')
  expect(textWith('text72', 'x72')).toBe('text72')
  expect(textWith('a\u200bb', '\u200b')).toBe('a\u200bb')
})

test('correctUnmappedSigns: a character that has ink elsewhere stays', () => {
  const glyphs = { ...allocateGlyphs(3), count: 3 }
  glyphs.codes.set([0x61, 0x23, 0x23])
  glyphs.y1.set([7, 0, 7])
  correctUnmappedSigns(glyphs, [textObject()], () => true)
  expect(String.fromCharCode(...glyphs.codes)).toBe('a##')
})
