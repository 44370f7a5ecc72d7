import { expect, test } from 'vitest'
import { fragment } from '../layout/testing/layout.ts'
import { codeBlockOf, isCode } from './code.ts'
import { withNumberedCode } from './numbered-code.ts'
import type { StyledLine } from './styled-line.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine } from './testing/lines.ts'

/** A line of a listing: its number ends at 10, its code begins at 14, or at an indent of some letters. */
function numbered(
  number: number,
  text: string,
  { style = monoStyle, indent = 0, column = 0 } = {},
) {
  const own = `${number}`
  const x = column + 10 - 3 * own.length
  const codeX = column + 14 + 5 * indent
  const y = 100 + 12 * number
  const runs = [run(own, bodyStyle, { x0: x, x1: column + 10 })]
  if (text !== '') runs.push(run(` ${text}`, style, { x0: codeX, x1: codeX + 5 * text.length }))
  const line = styledLine(runs, { x, y })
  const fragments = [
    { ...fragment(own, x, y), x1: column + 10 },
    ...(text === '' ? [] : [{ ...fragment('x', codeX, y), text, x1: codeX + 5 * text.length }]),
  ]
  return { ...line, fragments }
}

const listing = [
  numbered(9, 'for (sheet of sheets) {'),
  numbered(10, 'press(sheet)', { indent: 2 }),
  numbered(11, ''),
  numbered(12, '}'),
]

test('the numbers of a listing do not change its indents', () => {
  const text = ' 9 for (sheet of sheets) {\n10   press(sheet)\n11\n12 }'
  expect(codeBlockOf([blockOf(listing)], 1.2).text).toBe(text)
})

test('indents count from the left side of the column', () => {
  const left = [styledLine([run('wheel.open()', monoStyle)])]
  const right = [styledLine([run('wheel.close()', monoStyle)], { x: 320 })]
  const blocks = [blockOf(left), blockOf(right, { column: 1, columnStart: 320, columnEnd: 600 })]
  expect(codeBlockOf(blocks, 1.2).text).toBe('wheel.open()\nwheel.close()')
})

const areCode = (lines: StyledLine[]) =>
  withNumberedCode(lines).map((line) => isCode(blockOf([line])))
const remark = numbered(8, 'The wheel turns.', { style: bodyStyle })

test('a line whose number belongs to a listing is code', () => {
  expect(areCode([remark, ...listing.slice(0, 2)])).toEqual([true, true, true])
})

test.each([
  { name: 'another number', lines: [{ ...remark, text: '7 The wheel turns.' }, ...listing] },
  {
    name: 'more text than code',
    lines: [6, 7, 8]
      .map((at) => numbered(at, 'Text', { style: bodyStyle }))
      .concat(listing.slice(0, 2)),
  },
  { name: 'one line of code', lines: [remark, numbered(9, 'wheel()')] },
])('a line is no code with $name', ({ lines }) => {
  expect(areCode(lines)[0]).toBe(false)
})
