/** Tests formulas built to exhaust time, memory or stack. */

import katex from 'katex'
import { expect, test } from 'vitest'
import { cpuNow } from '../../testing/time.ts'
import type { XmlElement } from '../ooxml/index.ts'
import { mathmlToLatex, ommlToLatex } from './index.ts'
import { element, fault } from './testing/math.ts'

const DEEP = 10_000
const WIDE = 100_000
/** Linear work takes half a second, quadratic work minutes. */
const MAX_MS = 10_000

/** Nests an element many times. */
function nest(leaf: XmlElement, wrap: (inner: XmlElement) => XmlElement): XmlElement {
  let nested = leaf
  for (let depth = 0; depth < DEEP; depth += 1) nested = wrap(nested)
  return nested
}

function many<Item>(item: Item): Item[] {
  return Array.from({ length: WIDE }, () => item)
}

const run = element('m:r', [element('m:t', 'x')])
const mi = element('mi', 'x')
const e = (inner: XmlElement) => element('m:e', [inner])
const open = element('mo', '(')
const close = element('mo', ')')
const shapes = 'box updiagonalstrike horizontalstrike left right top bottom longdiv actuarial'

test.each([
  { name: 'fractions', formula: nest(run, (x) => element('m:f', [element('m:num', [x])])) },
  { name: 'boxes', formula: nest(run, (x) => element('m:borderBox', [e(x)])) },
  {
    name: 'scripts',
    formula: nest(run, (x) => element('m:sSup', [e(x), element('m:sup', [run])])),
  },
  { name: 'brackets', formula: nest(run, (x) => element('m:d', [e(x)])) },
  { name: 'matrices', formula: nest(run, (x) => element('m:m', [element('m:mr', [e(x)])])) },
  { name: 'insertions', formula: nest(run, (x) => element('w:ins', [x])) },
])('OMML with 10,000 nested $name', ({ formula }) => {
  const latex = ommlToLatex(formula)
  expect(latex).toContain('x')
  expect(fault(latex, katex.renderToString)).toBeUndefined()
})

test.each([
  { name: 'runs', children: many(run) },
  { name: 'empty scripts', children: many(element('m:sSup', [e(element('m:r'))])) },
  { name: 'unknown elements', children: many(element('m:constructor')) },
  { name: 'text elements', children: [element('m:r', many(element('m:t', 'x')))] },
  { name: 'letters', children: [element('m:r', [element('m:t', 'x'.repeat(WIDE))])] },
  {
    name: 'letters after a caret',
    children: [element('m:r', [element('m:t', `^${'x'.repeat(3 * WIDE)}`)])],
  },
  { name: 'blanks', children: [element('m:r', [element('m:t', ' '.repeat(WIDE))])] },
  { name: 'words', children: [element('m:r', [element('m:t', 'many words '.repeat(WIDE / 10))])] },
  { name: 'marks', children: [element('m:r', [element('m:t', `x${'\u0302'.repeat(WIDE)}`)])] },
  { name: 'primes', children: [element('m:r', [element('m:t', '′ '.repeat(WIDE))])] },
  { name: 'parts', children: [element('m:d', many(e(run)))] },
  { name: 'cells', children: [element('m:m', [element('m:mr', many(e(run)))])] },
  { name: 'lines', children: [element('m:eqArr', many(e(run)))] },
  { name: 'breaks', children: many(element('m:r', [element('w:br')])) },
])('OMML with 100,000 $name takes little time', ({ children }) => {
  const started = cpuNow()
  const latex = ommlToLatex(element('m:oMath', children))
  expect(cpuNow() - started).toBeLessThan(MAX_MS)
  expect(latex.length).toBeLessThan(20 * WIDE)
})

test.each([
  { name: 'fractions', formula: nest(mi, (x) => element('mfrac', [x, mi])) },
  { name: 'roots', formula: nest(mi, (x) => element('mroot', [mi, x])) },
  { name: 'rows', formula: nest(mi, (x) => element('mrow', [x])) },
  { name: 'brackets', formula: nest(mi, (x) => element('mrow', [open, x, close])) },
  { name: 'frames', formula: nest(mi, (x) => element('menclose', [x], { notation: shapes })) },
  { name: 'scripts', formula: nest(mi, (x) => element('msup', [x, mi])) },
  { name: 'accents', formula: nest(mi, (x) => element('mover', [x, element('mo', '^')])) },
  { name: 'tables', formula: nest(mi, (x) => element('mtable', [element('mtr', [x])])) },
  { name: 'texts', formula: element('mtext', [nest(mi, (x) => element('b', [x]))]) },
])('MathML with 10,000 nested $name', ({ formula }) => {
  const latex = mathmlToLatex(element('math', [formula]))
  expect(latex).toContain('x')
  expect(fault(latex, katex.renderToString)).toBeUndefined()
})

test.each([
  { name: 'letters', children: many(mi) },
  { name: 'brackets that nothing closes', children: many(open) },
  { name: 'brackets that nothing opens', children: many(close) },
  { name: 'brackets in brackets', children: [...many(open), mi, ...many(close)] },
  { name: 'bars', children: many(element('mo', '|')) },
  { name: 'scripts', children: [element('mmultiscripts', many(mi))] },
  { name: 'cells', children: [element('mtable', [element('mtr', many(element('mtd', [mi])))])] },
  {
    name: 'spanning cells',
    children: [
      element('mtable', [
        element('mtr', many(element('mtd', [mi], { columnspan: '1e9' })).slice(0, 10_000)),
      ]),
    ],
  },
  { name: 'rows', children: [element('mtable', many(element('mtr', [element('mtd', [mi])])))] },
  {
    name: 'digits of a length',
    children: [element('mspace', [], { width: `${'1'.repeat(WIDE)}x` })],
  },
  {
    name: 'digits of a thickness',
    children: [element('mfrac', [mi, mi], { linethickness: '0'.repeat(WIDE) })],
  },
])('MathML with 100,000 $name takes little time', ({ children }) => {
  const started = cpuNow()
  const latex = mathmlToLatex(element('math', children))
  expect(cpuNow() - started).toBeLessThan(MAX_MS)
  expect(latex.length).toBeLessThan(100 * WIDE)
})
