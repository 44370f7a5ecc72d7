import { expect, test } from 'vitest'
import { allocateGlyphs } from './page-text.ts'
import { decodeSymbol, decodeSymbols, findSymbolEncoding } from './symbol-encodings.ts'

const small = { width: 0.4, height: 0.7, advance: 0.5 }

test.each([
  { name: 'a sum', font: 'CMEX10', code: 'X', sign: '∑' },
  { name: 'a root', font: 'LMMathExtension10-Regular', code: 'p', sign: '√' },
  { name: 'a bracket that the file maps', font: 'CMEX10', code: '[', sign: '[' },
  {
    name: 'a union sign whose code is that of a bracket',
    font: 'CMEX10',
    code: '[',
    size: { ...small, width: 1 },
    sign: '⋃',
  },
  {
    name: 'a brace whose code is that of a parenthesis',
    font: 'CMEX10',
    code: '(',
    size: { width: 0.5, height: 2.95, advance: 0.806 },
    sign: '{',
  },
  { name: 'an angle', font: 'CMSY10', code: 'h', sign: '⟨' },
  { name: 'a prime', font: 'CMSY7', code: '0', sign: '′' },
  { name: 'a hyphen stays a hyphen', font: 'CMSY10', code: '-', sign: '-' },
  { name: 'a letter in the symbol font', font: 'CMSY10', code: 'A', sign: 'A' },
  { name: 'a character that the file maps', font: 'CMSY10', code: '∈', sign: '∈' },
  { name: 'a vector', font: 'CMMI10', code: '~', sign: '\u20d7' },
  { name: 'a relation at a code of dvips', font: 'CMSY10', code: 'º', sign: '⪰' },
  { name: 'a letter at a code of dvips', font: 'CMMI10', code: '®', sign: 'α' },
  { name: 'a micro sign that the file maps', font: 'CMMI10', code: 'µ', sign: 'µ' },
  { name: 'a curly letter phi', font: 'CMMI10', code: 'ϕ', sign: 'φ' },
  {
    name: 'a straight letter phi',
    font: 'LMMathItalic10-Regular',
    code: 'φ',
    size: { ...small, height: 0.9 },
    sign: 'ϕ',
  },
  {
    name: "a curly letter phi in TeX's Times",
    font: 'StandardSymL-Slant_167',
    code: 'ϕ',
    sign: 'φ',
  },
  {
    name: 'a letter of Latin Modern at another code',
    font: 'LMMathItalic10-Regular',
    code: '¹',
    sign: '¹',
  },
  { name: 'a tick of Wingdings', font: 'Wingdings-Regular', code: 'ü', sign: '\uf0fc' },
  { name: 'a square that the file maps', font: 'Wingdings', code: '▪', sign: '▪' },
  { name: "an equals sign of Advent's", font: 'AdvMacMthSyN', code: '¼', sign: '=' },
  { name: "a bracket of Advent's", font: 'AdvP4C4E74', code: 'Þ', sign: ')' },
  { name: "a Greek letter of Advent's", font: 'AdvP7DA6', code: 'm', sign: 'μ' },
  { name: 'a blackboard letter', font: 'MSBM10', code: 'R', sign: 'R' },
  { name: 'a relation of the free Times', font: 'txsyc', code: ',', sign: '≠' },
  { name: 'a relation of mathabx', font: 'TeX-matha10', code: 'ď', sign: '≤' },
  { name: 'an equals sign of mathabx', font: 'TeX-matha7', code: '“', sign: '=' },
  { name: 'another relation of mathabx', font: 'TeX-mathb10', code: 'ă', sign: '≺' },
  { name: 'a sum of mathabx', font: 'TeX-mathx10', code: 'ÿ', sign: '∑' },
  { name: 'a big brace of mathabx', font: 'TeX-mathx10', code: ')', sign: '}' },
  { name: 'a blank beside signs of mathabx', font: 'TeX-matha10', code: ' ', sign: ' ' },
  {
    name: 'the empty set of MathDesign',
    font: 'MathDesign-UT-Regular-Symbol-10',
    code: ';',
    sign: '∅',
  },
  {
    name: "the bar of Latin Modern's thicker arrow",
    font: 'MLMMathSymbols10-Regular',
    code: '7',
    sign: '↦',
  },
  { name: 'a sum of kpfonts', font: 'Kp--M-Ex-Regular', code: 'X', sign: '∑' },
  { name: 'a product of newtx', font: 'txexs', code: 'Ö', sign: '∏' },
  { name: 'a part of a bracket of newtx', font: 'txexs', code: '©', sign: '⎛' },
  { name: 'a bracket of Fourier', font: 'Fourier-Math-Extension', code: '³', sign: '(' },
  {
    name: 'a relation of Fourier that has a name',
    font: 'Fourier-Math-Symbols',
    code: '>',
    sign: '>',
  },
  { name: 'a letter of the free Palatino', font: 'rpxmi', code: '\u000f', sign: 'ϵ' },
  {
    name: "a bracket of MathDesign's",
    font: 'MathDesign-UT-Regular-Extension-10',
    code: '\u0001',
    sign: ')',
  },
])('decodeSymbol: $name', ({ font, code, size = small, sign }) => {
  const encoding = findSymbolEncoding({ name: font, flags: 0, weight: 0, italic: false })
  expect(encoding).toBeDefined()
  const decoded = encoding && decodeSymbol(encoding, code.codePointAt(0) ?? 0, size)
  expect(String.fromCodePoint(decoded ?? 0)).toBe(sign)
})

test('text fonts have no encoding for symbols', () => {
  const font = { name: 'CMR10', flags: 0, weight: 0, italic: false }
  expect(findSymbolEncoding(font)).toBeUndefined()
})

test.each([
  { name: 'a bar and an arrow', codes: '7→', decoded: '\u200b↦' },
  { name: 'an arrow', codes: '→', decoded: '→' },
  { name: 'a slash on a sign', codes: '/∈', decoded: '\u0338∈' },
  { name: 'a sign below a slash', codes: '∈/', decoded: '∈\u0338' },
  { name: 'a slash beside a sign', codes: '/∈', step: 8, decoded: '/∈' },
])('decodeSymbols: $name', ({ codes, step = 1, decoded }) => {
  const glyphs = { ...allocateGlyphs(codes.length), count: codes.length }
  glyphs.codes.set([...codes].map((code) => code.charCodeAt(0)))
  glyphs.x0.set([...codes].map((_, at) => 100 + at * step))
  glyphs.x1.set([...codes].map((_, at) => 106 + at * step))
  const font = { name: 'CMSY10', flags: 0, weight: 0, italic: false }
  decodeSymbols(glyphs, [{ font, size: 10, angleDegrees: 0, renderMode: 0 }])
  expect(String.fromCharCode(...glyphs.codes)).toBe(decoded)
})

test.each([
  { name: 'a sum below its baseline', code: 'X', top: 100, bottom: 114, decoded: '∑' },
  { name: 'a letter above it', code: 'X', top: 93, bottom: 100, decoded: 'X' },
  { name: 'a letter with a descender', code: 'g', top: 95.6, bottom: 102.2, decoded: 'g' },
  { name: 'an angle bracket', code: 'h', top: 92.6, bottom: 102.4, decoded: '⟨' },
  { name: 'a letter without a descender', code: 'h', top: 93, bottom: 100, decoded: 'h' },
  {
    name: 'a sign of a mirrored font',
    code: 'X',
    letter: 110,
    top: 100,
    bottom: 114,
    decoded: 'X',
  },
])(
  'decodeSymbols in a font without a name: $name',
  ({ code, letter = 93, top, bottom, decoded }) => {
    const glyphs = { ...allocateGlyphs(2), count: 2 }
    glyphs.codes.set([code.charCodeAt(0), 'n'.charCodeAt(0)])
    glyphs.originY.fill(100)
    glyphs.y0.set([top, letter])
    glyphs.y1.set([bottom, letter + 7])
    const font = { name: '', flags: 0, weight: 0, italic: false }
    decodeSymbols(glyphs, [{ font, size: 10, angleDegrees: 0, renderMode: 0 }])
    expect(String.fromCharCode(...glyphs.codes)).toBe(`${decoded}n`)
  },
)
