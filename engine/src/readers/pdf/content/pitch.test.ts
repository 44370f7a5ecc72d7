import { expect, test } from 'vitest'
import { allocateGlyphs } from './page-text.ts'
import { correctFixedPitch } from './pitch.ts'
import type { Font } from './text-objects.ts'

const font: Font = { name: '', flags: 4, weight: 400, italic: false }
const text = 'Fix the willow baskets of the mill, Matilda'

/** The flags of the font of a line whose letters have these widths in ems. */
function flagsOf(emsOf: (letter: string) => number, line = text, flags = 4): number | undefined {
  const glyphs = { ...allocateGlyphs(line.length), count: line.length }
  let x = 36
  for (const [index, letter] of [...line].entries()) {
    glyphs.codes[index] = letter.codePointAt(0) ?? 0
    glyphs.originX[index] = x
    x += 10 * emsOf(letter)
  }
  const object = { font: { ...font, flags }, size: 10, angleDegrees: 0, renderMode: 0 }
  return correctFixedPitch({ glyphs, objects: [object] }, new Map()).objects[0]?.font.flags
}

test.each([
  { name: 'letters of equal width are monospaced', emsOf: () => 0.525, flags: 5 },
  {
    name: 'letters of different widths are proportional',
    emsOf: (own: string) => (own === 'l' ? 0.28 : 0.53),
    flags: 4,
  },
  { name: 'letters half an em wide are monospaced', emsOf: () => 0.5, flags: 5 },
])('$name', ({ emsOf, flags }) => {
  expect(flagsOf(emsOf)).toBe(flags)
})

test('digits of equal width are not evidence of a monospaced font', () => {
  expect(flagsOf(() => 0.55, '0123456789 0123456789 0123456789')).toBe(4)
})

test('a font that declares a fixed pitch is proportional if its letters differ in width', () => {
  const ownWidth = (own: string) => ('iltj'.includes(own) ? 0.28 : own === 'm' ? 0.9 : 0.53)
  expect(flagsOf(ownWidth, 'the contents of mnesia', 5)).toBe(4)
  expect(flagsOf(() => 0.525, 'mnesia', 5)).toBe(5)
})

test('Latin letters of a Chinese font are not monospaced, even if the font declares it', () => {
  for (const flags of [4, 5])
    expect(flagsOf((own) => (own === '\u4e2d' ? 1 : 0.5), `${text} \u4e2d`, flags)).toBe(4)
})

test('the ligatures of a proportional font are not monospaced', () => {
  const glyphs = { ...allocateGlyphs(2), count: 2 }
  glyphs.codes.set([0x66, 0x69])
  glyphs.objects.set([0, 1])
  const objects = [4, 5].map((flags) => ({
    font: { ...font, name: 'Times-Roman', flags },
    size: 10,
    angleDegrees: 0,
    renderMode: 0,
  }))
  const corrected = correctFixedPitch({ glyphs, objects }, new Map())
  expect(corrected.objects.map((own) => own.font.flags)).toEqual([4, 4])
})
