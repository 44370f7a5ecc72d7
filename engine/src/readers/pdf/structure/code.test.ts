import { expect, test } from 'vitest'
import { isCode, isEdgeOfCode } from './code.ts'
import { bodyStyle, monoStyle, run, styledLine, unitOf } from './testing.ts'

const mono = (text: string) => styledLine([run(text, monoStyle)])
const prose = styledLine([run('See the page of the mill', bodyStyle)])

test.each([
  { text: 'make all', code: true },
  { text: 'ada@example.org', code: false },
  { text: '17 https://example.org/mill', code: false },
  { text: 'curl https://example.org/mill', code: true },
])('isCode: $text is $code', ({ text, code }) => {
  expect(isCode(unitOf([mono(text)]))).toBe(code)
  expect(isEdgeOfCode(prose, mono(text))).toBe(code)
})

test('an address among lines of code is code', () => {
  const lines = [mono('git clone'), mono('https://example.org/mill')]
  expect(isCode(unitOf(lines))).toBe(true)
})
