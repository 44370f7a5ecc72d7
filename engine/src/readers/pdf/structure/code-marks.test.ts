import { expect, test } from 'vitest'
import { withMarksOfCode } from './code-marks.ts'
import { bodyStyle, monoStyle, run } from './testing/lines.ts'

const code = (text: string) => run(text, monoStyle)
const mark = (text: string) => run(text, { ...bodyStyle, font: 'Symbol' })

test.each([
  {
    name: 'quotes in a line of code',
    runs: [code('> turn('), mark("'"), code('mill'), mark("'"), code(')')],
    mono: "> turn('mill')",
  },
  {
    name: 'an operator with blanks in a line of code',
    runs: [code('water'), mark(' \u2217'), code(' height')],
    mono: 'water \u2217 height',
  },
  {
    name: 'a mark before the first letter',
    runs: [mark('\u2217'), code('wheel = 1')],
    mono: '\u2217wheel = 1',
  },
  {
    name: 'brackets between code in a line of text',
    runs: [run('Set '), code('mill'), mark('{'), code('wheel'), mark('}'), run(' now.')],
    mono: 'mill{wheel',
  },
  {
    name: 'not the bullet of an item',
    runs: [mark('\u2217'), code(' turn'), mark(' >'), code(' mill')],
    mono: ' turn mill',
  },
  {
    name: 'not quotes around a name',
    runs: [mark('"'), code('wheel'), mark('"')],
    mono: 'wheel',
  },
  {
    name: 'not the comma between names',
    runs: [code('wheel'), run(','), code(' mill'), mark(" '")],
    mono: 'wheel mill',
  },
])('withMarksOfCode: $name', ({ runs, mono }) => {
  const found = withMarksOfCode(runs).filter(({ style }) => style.mono)
  expect(found.map(({ text }) => text).join('')).toBe(mono)
})
