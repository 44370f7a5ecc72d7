import { expect, test } from 'vitest'
import { isBreak } from './breaks.ts'
import { bodyStyle, italicStyle, monoStyle, run, styledLine } from './testing/lines.ts'

test.each([
  { before: '2.2 Wool', line: '2.2.1 Shearing', is: true },
  { before: 'A.1 Who shears the sheep?', line: 'A.2 Who washes them?', is: true },
  { before: 'A.1 Who shears the sheep, and where', line: 'are they washed?', is: false },
])('isBreak: "$line" after "$before": $is', ({ before, line, is }) => {
  const [a, b] = [before, line].map((text) => styledLine([run(text)]))
  if (!a || !b) throw new Error('Two lines are needed.')
  expect(isBreak(a, b, { bodySize: 10, useTags: false })).toBe(is)
})

const text = styledLine([run('The wheel turns')])
const colored = run('turn.the.wheel()', { ...monoStyle, color: 0xff0000 })

test.each([
  {
    name: 'other color and font',
    line: styledLine([run('turns', { ...italicStyle, color: 0xff })]),
    is: true,
  },
  { name: 'mostly code', line: styledLine([colored, run(' often')]), is: false },
  { name: 'text around code', line: text, before: styledLine([colored, run(' or')]), is: false },
])('isBreak before a line of $name: $is', ({ line, before = text, is }) => {
  expect(isBreak(before, line, { bodySize: 10, useTags: false })).toBe(is)
})

test('a link in another type goes on in the next line', () => {
  const link = { link: 'https://mill.org/wheels' }
  const linked = { ...monoStyle, color: 0xff }
  const lines = [
    styledLine([run('2'), run('https://mill.org/', linked, link)]),
    styledLine([run('wheels', linked, link)]),
  ] as const
  const [first, second] = [{ ...lines[0], style: bodyStyle }, lines[1]]
  expect(isBreak(first, second, { bodySize: 10, useTags: false })).toBe(false)
})

test.each([
  { text: '☐ Sign each form', is: true },
  { text: 'and sign each form', is: false },
])('isBreak: a line of another tagged paragraph, "$text", begins a block: $is', ({ text, is }) => {
  const [a, b] = ['Answer all questions', text].map((own) => ({
    ...styledLine([run(own)]),
    tag: { type: 'P', within: ['LBody', 'LI', 'L'], order: 0 },
  }))
  if (!a || !b) throw new Error('Two lines are needed.')
  expect(isBreak(a, b, { bodySize: 10, useTags: true })).toBe(is)
})
