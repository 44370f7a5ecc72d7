import { expect, test } from 'vitest'
import { withBoldSymbols } from './bold-symbols.ts'
import type { Run } from './styled-line.ts'
import { blockOf, bodyStyle, boldStyle, run, styledLine } from './testing/lines.ts'

const raised = { script: 'super' } as const
const lowered = { script: 'sub' } as const
const formula = run(' F', bodyStyle, { latex: '\\mathbf{F} = m\\mathbf{a}' })
const formulas = [formula, run(' and'), formula]

/** Shows the runs of the last line: formulas between `$`, bold text between `*`. */
function shown(...lines: readonly Run[][]): string {
  const block = blockOf(lines.map((runs) => styledLine(runs)))
  const [[found] = []] = withBoldSymbols([[block]])
  const runs = found?.type === 'text' ? (found.lines.at(-1)?.runs ?? []) : []
  return runs
    .map(({ text, latex, style }) =>
      latex === undefined ? (style.bold ? `*${text}*` : text) : `$${latex}$`,
    )
    .join('')
}

test.each([
  {
    name: 'a letter that formulas have',
    runs: [run('The force'), run(' F', boldStyle), run(' acts')],
    result: 'The force$\\mathbf{F}$ acts',
  },
  {
    name: 'a letter that no formula has',
    runs: [run('The axis'), run(' B', boldStyle), run(' turns')],
    result: 'The axis* B* turns',
  },
  {
    name: 'a product with an index and a power of two fonts',
    runs: [
      run('where'),
      run(' F', boldStyle),
      run('2', bodyStyle, lowered),
      run('a', boldStyle),
      run('−', bodyStyle, raised),
      run('1', boldStyle, raised),
      run(' holds'),
    ],
    result: 'where$\\mathbf{F}_2\\mathbf{a}^{-1}$ holds',
  },
  {
    name: 'a letter before a raised number, which may be that of a note',
    runs: [run('where'), run(' F', boldStyle), run('2', bodyStyle, raised), run(' holds')],
    result: 'where$\\mathbf{F}$2 holds',
  },
  {
    name: 'a letter a blank before something lowered',
    runs: [run('where'), run(' F', boldStyle), run(' 2', bodyStyle, lowered), run(' holds')],
    result: 'where$\\mathbf{F}$ 2 holds',
  },
  {
    name: 'a letter below an accent',
    runs: [run('where'), run(' a', boldStyle), run('\u0303 is not')],
    result: 'where* a*\u0303 is not',
  },
  {
    name: 'labels',
    runs: [run('a', boldStyle), run(') the first, and ('), run('a', boldStyle), run(') above it')],
    result: '*a*) the first, and (*a*) above it',
  },
  { name: 'a line that is one letter', runs: [run('F', boldStyle)], result: '*F*' },
])('withBoldSymbols: $name', ({ runs, result }) => {
  expect(shown(formulas, runs)).toBe(result)
})

test('withBoldSymbols: a bold letter of one formula is not enough', () => {
  const runs = [run('The force'), run(' F', boldStyle), run(' acts')]
  expect(shown([formula], runs)).toBe('The force* F* acts')
})
