import { expect, test } from 'vitest'
import { suggest } from './suggest.ts'
import { parseWords } from './usage.ts'

test.each([
  { word: 'konvert', hint: ' Did you mean "convert"?' },
  { word: 'covnert', hint: ' Did you mean "convert"?' },
  { word: 'conver', hint: ' Did you mean "convert"?' },
  { word: 'sevre', hint: ' Did you mean "serve"?' },
  { word: 'frobnicate', hint: '' },
  { word: 'x', hint: '' },
])('$word:$hint', ({ word, hint }) => {
  expect(suggest(word, ['convert', 'serve', 'work'])).toBe(hint)
})

test('an option that there is not is named, with the one that was meant', () => {
  const options = { recursive: { type: 'boolean' }, out: { type: 'string' } } as const
  expect(() => parseWords(['--recusive'], options, 'x')).toThrow(
    'There is no option --recusive. Did you mean "--recursive"?',
  )
  expect(() => parseWords(['-z'], options, 'x')).toThrow(/^There is no option -z\.$/)
  expect(() => parseWords(['--out'], options, 'x')).toThrow('--out')
})
