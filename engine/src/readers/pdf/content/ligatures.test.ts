import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type LigatureNames, readLigatureNames } from './ligature-names.ts'
import { expandLigatures } from './ligatures.ts'
import type { PageText } from './page-text.ts'

const encoding = (names: string) => `<< /Type /Encoding /Differences [ ${names} ] >>`
const stream = Buffer.concat([
  Buffer.from('4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
  deflateSync(`5 0 ${encoding('24 /f_f /f_i')}`),
  Buffer.from('\nendstream'),
])

test.each([
  {
    name: 'reads names from a plain object',
    file: Buffer.from(encoding('3 /a /T_h')),
    names: [[4, 'Th']],
  },
  {
    name: 'reads names from an object stream',
    file: stream,
    names: [
      [24, 'ff'],
      [25, 'fi'],
    ],
  },
  {
    name: 'ignores the variant after the letters',
    file: Buffer.from(encoding('31 /f_f_i.alt')),
    names: [[31, 'ffi']],
  },
  {
    name: 'leaves out a name if two fonts disagree',
    file: Buffer.from(encoding('3 /f_i') + encoding('3 /f_l')),
    names: [[3, '']],
  },
  {
    name: 'ignores names that are not ligatures',
    file: Buffer.from(encoding('1 /a_bc /uni_x /fi')),
    names: [],
  },
  { name: 'ignores damaged streams', file: Buffer.from('/ObjStm >> stream\nxyz'), names: [] },
])('readLigatureNames: $name', ({ file, names }) => {
  expect([...readLigatureNames(file)]).toEqual(names)
})

/** A line in 10 points: each glyph with its code and x position, 5 points wide; cast: only these fields are read. */
function textOf(glyphs: readonly (readonly [code: number, at: number])[]): PageText {
  const list = (value: (glyph: readonly [number, number]) => number) =>
    Float32Array.from(glyphs, value)
  const zeros = () => new Float32Array(glyphs.length)
  return {
    objects: [{ font: {}, size: 10 }],
    glyphs: {
      count: glyphs.length,
      codes: Uint32Array.from(glyphs, ([code]) => code),
      objects: new Uint32Array(glyphs.length),
      originX: list(([, at]) => at),
      x0: list(([, at]) => at),
      x1: list(([, at]) => at + 5),
      advances: list(() => 5),
      ...{ originY: zeros(), y0: zeros(), y1: zeros() },
    },
  } as unknown as PageText
}

const o: readonly [number, number] = [0x6f, 0]

test.each<{
  name: string
  glyphs: Parameters<typeof textOf>[0]
  named: LigatureNames
  said: string
}>([
  {
    name: 'a ligature expands by its name',
    glyphs: [o, [24, 5]],
    named: new Map([[24, 'ff']]),
    said: 'off',
  },
  {
    name: 'a ligature expands by the encoding of TeX',
    glyphs: [o, [0x1e, 5]],
    named: new Map(),
    said: 'offi',
  },
  {
    name: 'its name takes precedence over the encoding of TeX',
    glyphs: [o, [0x1e, 5]],
    named: new Map([[0x1e, 'st']]),
    said: 'ost',
  },
  {
    name: 'a glyph away from letters stays',
    glyphs: [o, [0x1e, 9]],
    named: new Map(),
    said: 'o\x1e',
  },
  { name: 'an unknown glyph stays', glyphs: [o, [3, 5]], named: new Map(), said: 'o\x03' },
])('expandLigatures: $name', ({ glyphs, named, said }) => {
  const { codes, originX, count } = expandLigatures(textOf(glyphs), () => named).glyphs
  expect(String.fromCharCode(...codes.subarray(0, count))).toBe(said)
  expect([...originX.subarray(1, count)]).toEqual([...said.slice(1)].map(() => glyphs[1]?.[1]))
})

test('expandLigatures: a ligature in turned text expands', () => {
  const { glyphs, ...text } = textOf([o, [0x1e, 5]])
  const { originX, originY } = glyphs
  const turned = { ...text, glyphs: { ...glyphs, originX: originY, originY: originX } }
  expect(expandLigatures(turned, () => new Map()).glyphs.count).toBe(4)
})

/** The letters `t`, `i` and `f` with a blank after each, then `c`, an unmapped glyph of a width and `k`, in 10 points. */
function unmapped(code: number, width: number): PageText {
  const widths = [3.4, 2.3, 3, 4, width, 4]
  const text = textOf([
    [0x74, 0],
    [0x69, 20],
    [0x66, 40],
    [0x63, 60],
    [code, 64],
    [0x6b, 64 + width],
  ])
  text.glyphs.advances.set(widths)
  return text
}

test.each([
  { name: 'that match its width best', code: 0xfffd, width: 5.65, letters: 'ti' },
  { name: 'that begin with its code', code: 0x6600, width: 6.2, letters: 'ft' },
  { name: 'only if their width matches', code: 0xfffd, width: 8, letters: '\ufffd' },
  { name: 'only if they occur on the page', code: 0x5400, width: 11, letters: '\u5400' },
])('expandLigatures: an unmapped glyph has letters $name', ({ code, width, letters }) => {
  const { codes, count } = expandLigatures(unmapped(code, width), () => new Map()).glyphs
  expect(String.fromCharCode(...codes.subarray(0, count))).toBe(`tifc${letters}k`)
})
