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
