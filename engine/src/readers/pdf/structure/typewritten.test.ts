import { expect, test } from 'vitest'
import { monoStyle, textBlock } from './testing/lines.ts'
import { withoutTypewriter } from './typewritten.ts'

const letter = textBlock('Dear readers, this letter is typed, and goes on for a line.', monoStyle)
const code = textBlock('for (i = 0; i < n; i++) { sum += a[i]; print(sum); }', monoStyle)
const output = textBlock('Hello world', monoStyle)
const prose = textBlock('The loop adds all numbers, and prints each of the sums as it goes on.')

test('withoutTypewriter: running text loses the type of code', () => {
  const { layoutBlocks = [] } = withoutTypewriter({ layoutBlocks: [[letter, code]] }) ?? {}
  const shares = layoutBlocks.flat().map((block) => block.type === 'text' && block.lines[0]?.mono)
  expect(shares).toEqual([0, 1])
})

test('withoutTypewriter: output between code keeps it, however much text in other type there is', () => {
  expect(withoutTypewriter({ layoutBlocks: [[prose, prose, code, output]] })).toBeUndefined()
})
