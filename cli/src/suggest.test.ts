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
])('suggests for $word:$hint', ({ word, hint }) => {
  expect(suggest(word, ['convert', 'serve', 'work'])).toBe(hint)
})

test('an unknown option is reported with the most similar one', () => {
  const options = { recursive: { type: 'boolean' }, out: { type: 'string' } } as const
  expect(() => parseWords(['--recusive'], options, 'x')).toThrow(
    'There is no option --recusive. Did you mean "--recursive"?',
  )
  expect(() => parseWords(['-z'], options, 'x')).toThrow(/^There is no option -z\.$/)
  expect(() => parseWords(['--out'], options, 'x')).toThrow('--out')
})
