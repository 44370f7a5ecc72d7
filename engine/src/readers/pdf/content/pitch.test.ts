import { expect, test } from 'vitest'
import { allocateGlyphs } from './page-text.ts'
import { correctFixedPitch } from './pitch.ts'
import type { Font } from './text-objects.ts'

const font: Font = { name: '', flags: 4, weight: 400, italic: false }
const text = 'Fix the willow baskets of the mill, Matilda'

interface Line {
  readonly text: string
  /** Width of a letter, in ems. */
  readonly emsOf: (letter: string) => number
  readonly flags: number
}

/** Returns the corrected flags of fonts without a name, one for each line. */
function flagsOfLines(lines: readonly Line[]): (number | undefined)[] {
  const count = lines.reduce((sum, own) => sum + own.text.length, 0)
  const glyphs = { ...allocateGlyphs(count), count }
  let index = 0
  for (const [at, line] of lines.entries()) {
    let x = 36
    for (const letter of line.text) {
      glyphs.codes[index] = letter.codePointAt(0) ?? 0
      glyphs.originX[index] = x
      glyphs.originY[index] = 50 + 12 * at
      glyphs.objects[index] = at
      x += 10 * line.emsOf(letter)
      index++
    }
  }
  const objects = lines.map(({ flags }) => {
    return { font: { ...font, flags }, size: 10, angleDegrees: 0, renderMode: 0 }
  })
  return correctFixedPitch({ glyphs, objects }, new Map()).objects.map((own) => own.font.flags)
}

/** The flags of the font of a line whose letters have these widths in ems. */
function flagsOf(emsOf: (letter: string) => number, line = text, flags = 4): number | undefined {
  return flagsOfLines([{ text: line, emsOf, flags }])[0]
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

test('fonts without a name that look alike are measured apart, and those of fixed pitch together', () => {
  const variable = (own: string) => ('ilt'.includes(own) ? 0.28 : 0.53)
  const lines = [
    { text, emsOf: variable, flags: 4 },
    { text, emsOf: () => 0.525, flags: 4 },
    { text: 'mill', emsOf: () => 0.525, flags: 4 },
    { text: 'mill', emsOf: variable, flags: 4 },
    { text: 'm', emsOf: () => 0.525, flags: 4 },
  ]
  expect(flagsOfLines(lines)).toEqual([4, 5, 5, 4, 5])
})

test('digits of equal width are not evidence of a monospaced font', () => {
  const widthOf = (own: string) => (own === ',' ? 0.28 : 0.55)
  expect(flagsOf(widthOf, '0123456789 0123456789 0123456789 3,5')).toBe(4)
})

test('digits and full stops of equal width are monospaced', () => {
  expect(flagsOf(() => 0.525, "gbget 'a.dat' 1.10e+01 2.10e+01 3")).toBe(5)
})

test('a font that declares a fixed pitch is proportional if its letters differ in width', () => {
  const ownWidth = (own: string) => ('iltj'.includes(own) ? 0.28 : own === 'm' ? 0.9 : 0.53)
  expect(flagsOf(ownWidth, 'the contents of mnesia', 5)).toBe(4)
  expect(flagsOf(() => 0.525, 'mnesia', 5)).toBe(5)
})

test('letters in text objects of their own have the widths of the font', () => {
  const letters = [...'Open Fund']
  const glyphs = { ...allocateGlyphs(letters.length), count: letters.length }
  for (const [at, letter] of letters.entries()) {
    glyphs.codes[at] = letter.charCodeAt(0)
    glyphs.advances[at] = 2 + 3 * at
    glyphs.objects[at] = at
  }
  const own = { ...font, name: 'Sans', flags: 5 }
  const objects = letters.map(() => ({ font: own, size: 10, angleDegrees: 0, renderMode: 0 }))
  const { objects: corrected } = correctFixedPitch({ glyphs, objects }, new Map())
  expect(corrected.every((object) => object.font.flags === 4)).toBe(true)
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
