import { expect, test } from 'vitest'
import { isBreak } from './breaks.ts'
import { run, styledLine } from './testing/lines.ts'

test.each([
  { before: '2.2 Wool', line: '2.2.1 Shearing', is: true },
  { before: 'A.1 Who shears the sheep?', line: 'A.2 Who washes them?', is: true },
  { before: 'A.1 Who shears the sheep, and where', line: 'are they washed?', is: false },
])('isBreak: "$line" after "$before": $is', ({ before, line, is }) => {
  const [a, b] = [before, line].map((text) => styledLine([run(text)]))
  if (!a || !b) throw new Error('Two lines are needed.')
  expect(isBreak(a, b, { bodySize: 10, useTags: false })).toBe(is)
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
