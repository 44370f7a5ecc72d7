import { expect, test } from 'vitest'
import { codeBlockOf, isCode } from './code.ts'
import { blockOf, bodyStyle, run, styledLine } from './testing/lines.ts'

const mono = { ...bodyStyle, mono: true }
const mark = run('˓→', { ...bodyStyle, math: true })

test.each([
  {
    name: 'at a visible blank',
    lines: [[run('cut the sheets,␣', mono)], [mark, run('dry them', mono)]],
    text: 'cut the sheets, dry them',
  },
  {
    name: 'within a word',
    lines: [[run('dry(sheets.', mono)], [mark, run('all)', mono)]],
    text: 'dry(sheets.all)',
  },
  {
    name: 'twice, and another line',
    lines: [
      [run('cut(a,␣', mono)],
      [mark, run('b,␣', mono)],
      [mark, run('c)', mono)],
      [run('dry()', mono)],
    ],
    text: 'cut(a, b, c)\ndry()',
  },
])('a line of code that TeX wrapped is whole: $name', ({ lines, text }) => {
  const block = blockOf(lines.map((runs, at) => styledLine(runs, { y: 100 + 12 * at })))
  expect(isCode(block)).toBe(true)
  expect(codeBlockOf([block], 1.2).text).toBe(text)
})

test('prose after the mark is no code', () => {
  const line = styledLine([mark, run('The mark begins the rest of a line.')])
  expect(isCode(blockOf([line]))).toBe(false)
})
