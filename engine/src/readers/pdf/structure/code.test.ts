import { expect, test } from 'vitest'
import {
  codeBlockOf,
  codeLeadingOf,
  findFloatingCode,
  goesOnInCode,
  isCode,
  isCodeItem,
  isWhollyCode,
} from './code.ts'
import { isEdgeOfCode } from './code-lines.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine } from './testing/lines.ts'

const mono = (text: string) => styledLine([run(text, monoStyle)])
const prose = styledLine([run('See the page of the mill', bodyStyle)])

test.each([
  { text: 'make all', code: true },
  { text: 'ada@example.org', code: false },
  { text: '17 https://example.org/mill', code: false },
  { text: '17https://example.org/mill', code: false },
  { text: 'curl https://example.org/mill', code: true },
])('isCode: $text is $code', ({ text, code }) => {
  expect(isCode(blockOf([mono(text)]))).toBe(code)
  expect(isEdgeOfCode(prose, mono(text))).toBe(code)
})

test('an address among lines of code is code', () => {
  const lines = [mono('git clone'), mono('https://example.org/mill')]
  expect(isCode(blockOf(lines))).toBe(true)
})

test('a line number does not make text code', () => {
  const line = (number: string, text: string) =>
    styledLine([run(number, bodyStyle), run(` ${text}`, monoStyle)])
  expect(isCode(blockOf([line('378', '\\fi')]))).toBe(true)
  expect(isCode(blockOf([line('see', 'recto convert')]))).toBe(false)
})

test.each([
  { text: '}', style: monoStyle, goesOn: true },
  { text: 'and', style: bodyStyle, goesOn: false },
  { text: '42', style: bodyStyle, goesOn: true },
  { text: '43', style: bodyStyle, goesOn: false },
])('goesOnInCode after line 41: $text is $goesOn', ({ text, style, goesOn }) => {
  const before = blockOf([styledLine([run('41', bodyStyle), run(' while (true) {', monoStyle)])])
  expect(goesOnInCode(before, blockOf([styledLine([run(text, style)])]))).toBe(goesOn)
})

test('the last line of a paragraph is not code if its full stop is not code', () => {
  const name = styledLine([run('titlepic', monoStyle), run('.', bodyStyle)])
  expect(isCode(blockOf([name]))).toBe(false)
  expect(isEdgeOfCode(prose, name)).toBe(false)
})

test('a name in code continues in the next line', () => {
  const line = styledLine([run('set to', bodyStyle), run(' /home/guest/', monoStyle)])
  expect(isEdgeOfCode(line, mono('examples.'))).toBe(false)
})

test.each([
  { sign: ',', isEdge: false },
  { sign: ':', isEdge: true },
])('code below a line that ends in code and `$sign` is apart: $isEdge', ({ sign, isEdge }) => {
  const runs = [run('set', bodyStyle), run(' LANG=C', monoStyle), run(sign, bodyStyle)]
  expect(isEdgeOfCode(styledLine(runs), mono('LC_TIME=C'))).toBe(isEdge)
})

test('text after a heading on the same line keeps its own inlines', () => {
  const line = { ...mono('2.1. Class: mill.Wheel'), text: 'mill.Wheel' }
  expect(codeBlockOf([blockOf([line])], 1.2).text).toBe('mill.Wheel')
})

test('code with a wide leading has empty lines only at wider gaps', () => {
  const blocks = [100, 122, 144, 166, 210].map((y) =>
    blockOf([styledLine([run('call()', monoStyle)], { y })]),
  )
  const leading = codeLeadingOf(blocks)
  expect(leading).toBeCloseTo(2.2)
  expect(codeBlockOf(blocks, leading).text).toBe('call()\ncall()\ncall()\ncall()\n\ncall()')
})

test('empty lines are kept in code with more of them than lines that follow directly', () => {
  const ys = [100, 112, 136, 148, 172, 196]
  const blocks = [blockOf(ys.map((y) => styledLine([run('call()', monoStyle)], { y })))]
  expect(codeBlockOf(blocks, codeLeadingOf(blocks)).text).toBe(
    'call()\ncall()\n\ncall()\ncall()\n\ncall()\n\ncall()',
  )
})

test.each([
  { name: 'the dash of code', runs: [run('- name: felt', monoStyle)], isWhole: true },
  {
    name: 'the dash of an item before code',
    runs: [run('- ', bodyStyle), run('felt', monoStyle)],
    isWhole: false,
  },
  { name: 'a drawn bullet before code', runs: [run('• felt --wet', monoStyle)], isWhole: false },
])('isWhollyCode: $name', ({ runs, isWhole }) => {
  expect(isWhollyCode(blockOf([styledLine(runs)]))).toBe(isWhole)
})

test('code at the top of a column with a caption below floats, and does not continue other code', () => {
  const top = { column: 1, spaceBefore: Number.POSITIVE_INFINITY }
  const code = blockOf([mono('make all')], top)
  const caption = blockOf([styledLine([run('Figure 1: The mill.')])], { column: 1 })
  expect(findFloatingCode([blockOf([mono('make')]), code, caption])).toEqual(new Set([code]))
  expect(findFloatingCode([code, blockOf([prose], { column: 1 }), caption]).size).toBe(0)
})

const item = (...texts: readonly string[]) =>
  texts.map((text, at) => run(text, at === 0 ? bodyStyle : monoStyle))

test.each([
  { name: 'a name behind a bullet', lines: [styledLine(item('•', ' press.toml'))], isFound: true },
  { name: 'a name whose bullet is in its type', lines: [mono('- press.toml')], isFound: true },
  { name: 'text', lines: [styledLine([run('• the press', bodyStyle)])], isFound: false },
  { name: 'an address', lines: [mono('https://example.org/mill')], isFound: false },
  {
    name: 'a sentence',
    lines: [styledLine(item('•', ' turn the wheel of the mill'))],
    isFound: false,
  },
  { name: 'two lines', lines: [mono('press'), mono('vat')], isFound: false },
])('isCodeItem: $name is $isFound', ({ lines, isFound }) => {
  expect(isCodeItem(blockOf(lines))).toBe(isFound)
})
