import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLigatureNames } from './ligature-names.ts'
import { expandLigatures } from './ligatures.ts'
import type { PageText } from './page-text.ts'

const encoding = (names: string) => `<</Type/Encoding/Differences[${names}]>>`
const font = (name: string, encoded: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoded} >>`
const object = (number: number, body: string) => `${number} 0 obj\n${body}\nendobj\n`

/** An object stream with two objects. */
function objectStream(first: string, second: string): Buffer {
  const pairs = `5 0 6 ${first.length + 1} `
  return Buffer.concat([
    Buffer.from(
      `4 0 obj\n<< /Type /ObjStm /N 2 /First ${pairs.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    deflateSync(`${pairs}${first} ${second}`),
    Buffer.from('\nendstream\nendobj'),
  ])
}

test.each<{ name: string; file: string | Buffer; names: [string, [number, string][]][] }>([
  {
    name: 'reads names from plain objects, without the tag of the subset',
    file: object(1, font('ABCDEF+Mill', '2 0 R')) + object(2, encoding('3/a/T_h')),
    names: [['Mill', [[4, 'Th']]]],
  },
  {
    name: 'reads names from an object stream',
    file: objectStream(encoding('24 /f_f /f_i'), font('Mill', '5 0 R')),
    names: [
      [
        'Mill',
        [
          [24, 'ff'],
          [25, 'fi'],
        ],
      ],
    ],
  },
  {
    name: "reads TeX's codes in the names of Advent's symbol fonts, and of no others",
    file:
      object(1, font('AdvMT_SY', encoding('1 /C0 /C21 /thorn'))) +
      object(2, font('AdvMT_EX', encoding('1 /C0 /C21'))) +
      object(3, font('Mill', encoding('1 /C0 /C21'))),
    names: [
      [
        'AdvMT_SY',
        [
          [1, '−'],
          [2, '≥'],
        ],
      ],
      [
        'AdvMT_EX',
        [
          [1, '('],
          [2, ']'],
        ],
      ],
    ],
  },
  {
    name: 'ignores the variant after the letters',
    file: object(1, font('Mill', encoding('31 /f_f_i.alt'))),
    names: [['Mill', [[31, 'ffi']]]],
  },
  {
    name: 'keeps the names of fonts apart',
    file:
      object(1, font('Mill', encoding('3 /f_i'))) + object(2, font('Sluice', encoding('3 /t_t'))),
    names: [
      ['Mill', [[3, 'fi']]],
      ['Sluice', [[3, 'tt']]],
    ],
  },
  {
    name: 'joins the encodings of one font',
    file: object(1, font('Mill', encoding('3 /f_i'))) + object(2, font('Mill', encoding('4 /f_l'))),
    names: [
      [
        'Mill',
        [
          [3, 'fi'],
          [4, 'fl'],
        ],
      ],
    ],
  },
  {
    name: 'ignores names that are not ligatures',
    file: object(1, font('Mill', encoding('1 /a_bc /uni_x /fi'))),
    names: [],
  },
  { name: 'ignores damaged streams', file: '4 0 obj /ObjStm >> stream\nxyz', names: [] },
])('readLigatureNames: $name', ({ file, names }) => {
  const found = readLigatureNames(Buffer.from(file))
  expect(Array.from(found, ([name, letters]) => [name, [...letters]])).toEqual(names)
})

/** A line in 10 points: each glyph with its code and x position, 5 points wide; cast: only these fields are read. */
function textOf(glyphs: readonly (readonly [code: number, at: number])[], font = 'Mill'): PageText {
  const list = (value: (glyph: readonly [number, number]) => number) =>
    Float32Array.from(glyphs, value)
  const zeros = () => new Float32Array(glyphs.length)
  return {
    objects: [{ font: { name: font }, size: 10 }],
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
  named: readonly (readonly [number, string])[]
  said: string
}>([
  {
    name: 'a ligature expands by its name',
    glyphs: [o, [24, 5]],
    named: [[24, 'ff']],
    said: 'off',
  },
  {
    name: 'a ligature expands by the encoding of TeX',
    glyphs: [o, [0x1e, 5]],
    named: [],
    said: 'offi',
  },
  {
    name: 'its name takes precedence over the encoding of TeX',
    glyphs: [o, [0x1e, 5]],
    named: [[0x1e, 'st']],
    said: 'ost',
  },
  {
    name: 'a glyph away from letters stays',
    glyphs: [o, [0x1e, 9]],
    named: [],
    said: 'o\x1e',
  },
  {
    name: 'the letters of one glyph have their bytes in the wrong order',
    glyphs: [o, [0x6600, 5], [0x6900, 5]],
    named: [],
    said: 'ofi',
  },
  {
    name: 'Chinese characters stay',
    glyphs: [o, [0x6600, 5], [0x6900, 10]],
    named: [],
    said: 'o昀椀',
  },
  { name: 'an unknown glyph stays', glyphs: [o, [3, 5]], named: [], said: 'o\x03' },
])('expandLigatures: $name', ({ glyphs, named, said }) => {
  const names = new Map([['Mill', new Map(named)]])
  const { codes, originX, count } = expandLigatures(textOf(glyphs), () => names).glyphs
  expect(String.fromCharCode(...codes.subarray(0, count))).toBe(said)
  const last = glyphs.at(-1)?.[1]
  expect([originX[1], originX[count - 1]]).toEqual([glyphs[1]?.[1], last])
})

test.each([
  { font: 'AdvMT_SY', said: 'o−' },
  { font: 'Mill', said: 'o\x02' },
])(
  'expandLigatures: code 2 of the font $font, which PDFium puts for a hyphen',
  ({ font, said }) => {
    const names = new Map([[font, new Map([[2, '−']])]])
    const { codes, count } = expandLigatures(textOf([o, [2, 5]], font), () => names).glyphs
    expect(String.fromCharCode(...codes.subarray(0, count))).toBe(said)
  },
)

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
  {
    name: 'if its code is a rare letter, the number of its glyph',
    code: 0x1a9,
    width: 6.8,
    letters: 'tt',
  },
  { name: 'if its code is a capital within a word', code: 0x14c, width: 6.4, letters: 'ft' },
  { name: 'not if its code is a small letter', code: 0x14d, width: 6.4, letters: '\u014d' },
  { name: 'only if their width matches', code: 0xfffd, width: 8, letters: '\ufffd' },
  { name: 'only if they occur on the page', code: 0x5400, width: 11, letters: '\u5400' },
])('expandLigatures: an unmapped glyph has letters $name', ({ code, width, letters }) => {
  const { codes, count } = expandLigatures(unmapped(code, width), () => new Map()).glyphs
  expect(String.fromCharCode(...codes.subarray(0, count))).toBe(`tifc${letters}k`)
})
