import { expect, test } from 'vitest'
import { withProportionalCode } from './proportional-code.ts'
import type { Style } from './style.ts'
import { bodyStyle, monoStyle, run, styledLine } from './testing/lines.ts'

/** Returns the texts that become code; each line is 12 points below the one before. */
function codeOf(texts: readonly string[], style: (text: string) => Style = () => bodyStyle) {
  const lines = texts.map((text, at) => styledLine([run(text, style(text))], { y: 100 + 12 * at }))
  const found = withProportionalCode(lines)
  return found.flatMap(({ text, mono }, at) => (mono === 1 && lines[at]?.mono !== 1 ? [text] : []))
}

const prose = 'The mill of the valley has the following interface for its wheels:'
const c = ['interface Mill : House {', 'void turn(int wheels);', 'int rest;', '};']
const xml = [
  '<mill name="upper">',
  '<!-- the wheels,',
  'old and new ones of them -->',
  '<wheel/>',
  '</mill>',
]
const commented = [
  'int wheels = 2; // the wheels of the upper and the lower mill.',
  'if (turn(wheels) != 0) // the river is low in summer and in winter',
  'close(); // the sluice',
  'rest(wheels); // wait for the water',
]
const pascal = ['procedure Turn(Wheels: Integer);', 'begin', 'Speed := Wheels[1] * 2;', 'end;']

test.each([
  { name: 'statements and blocks', texts: [prose, ...c, prose], code: c },
  { name: 'tags and a comment of two lines', texts: [...xml, prose], code: xml },
  { name: 'statements of Pascal', texts: [prose, ...pascal], code: pascal },
  {
    name: 'the head of a function and a call at the end',
    texts: [prose, 'int main(int argc)', '{', 'turn(2);', 'rest();', '}', 'close()', prose],
    code: ['int main(int argc)', '{', 'turn(2);', 'rest();', '}', 'close()'],
  },
  {
    name: 'statements before comments',
    texts: [prose, ...commented, prose],
    code: commented,
  },
])('withProportionalCode: $name are code', ({ texts, code }) => {
  expect(codeOf(texts)).toEqual(code)
})

test.each([
  { name: 'items that end in semicolons', texts: ['- turn(2);', '- rest(3);', '- close(4);'] },
  {
    name: 'clauses of prose',
    texts: [
      'the wheel of the upper mill [2];',
      'the wheel of the lower mill [3];',
      'both wheels [4];',
    ],
  },
  {
    name: 'definitions',
    texts: ['dd : day of month (01-31);', 'mm : minutes;', '-1 = negative values;'],
  },
  { name: 'names of functions', texts: ['turn()', 'rest()', 'close()'] },
  { name: 'two statements', texts: [prose, 'turn(2);', 'rest(3);', prose] },
])('withProportionalCode: $name are text', ({ texts }) => {
  expect(codeOf(texts)).toEqual([])
})

test('withProportionalCode: brackets of another font are code between lines in its type', () => {
  const texts = ['if (wheels > 2) {', 'turn(2)', '}', 'or', 'close()']
  const typed = (text: string) => (text === '}' || text === 'or' ? bodyStyle : monoStyle)
  expect(codeOf(texts, typed)).toEqual(['}'])
})

test('withProportionalCode: formulas are text', () => {
  const power = run('2', bodyStyle, { script: 'super' })
  const lines = [1, 2, 3].map((at) =>
    styledLine([run(`f[${at}] = x`), power, run(';')], { y: 100 + 12 * at }),
  )
  expect(withProportionalCode(lines)).toEqual(lines)
})

test.each([
  { name: 'a statement with white around it', text: 'wheel.turn(2);', gap: 40, isCode: true },
  { name: 'a statement below text', text: 'wheel.turn(2);', gap: 12, isCode: false },
  { name: 'a clause', text: 'of all the wheels (2);', gap: 40, isCode: false },
  { name: 'a formula', text: 'f(x) = 2;', gap: 40, isCode: false },
])('withProportionalCode: $name is code: $isCode', ({ text, gap, isCode }) => {
  const lines = [prose, text, prose].map((own, at) => styledLine([run(own)], { y: 100 + gap * at }))
  expect(withProportionalCode(lines).map(({ mono }) => mono === 1)).toEqual([false, isCode, false])
})
