import katex from 'katex'
import { expect, test } from 'vitest'
import { findStyledCharacter } from './alphabets.ts'
import { isBigOperator, symbolEntries } from './symbols.ts'
import { katexError, katexText } from './testing/math.ts'

/** Characters whose command shows another character of the same appearance or meaning. */
const alike: Readonly<Record<string, string>> = {
  µ: 'μ',
  ϒ: 'Υ',
  '∆': 'Δ',
  ħ: 'ℏ',
  '~': '∼',
  '‖': '∥',
  '-': '−',
  '–': '−',
  '‐': '−',
  '‑': '−',
  '*': '∗',
  '·': '⋅',
  '•': '∙',
  '∶': ':',
  '≇': '≆',
  '⩴': '∷=',
  '∌': '∋\u0338',
  '∊': '∈',
  '∍': '∋',
  '⊄': '⊂\u0338',
  '⊅': '⊃\u0338',
  '⟂': '⊥',
  '⊧': '⊨',
  '↝': '⇝',
  '〈': '⟨',
  '〉': '⟩',
}

test.each([...symbolEntries])('KaTeX shows %s for its command', (character, { latex }) => {
  expect(katexText(`{${latex}}`, katex.renderToString)).toBe(alike[character] ?? character)
})

test('every mathematical alphanumeric character maps to its plain character', () => {
  const wrong: string[] = []
  for (let code = 0x1d400; code <= 0x1d7ff; code += 1) {
    const styled = String.fromCodePoint(code)
    const plain = styled.normalize('NFKC')
    const found = findStyledCharacter(styled)?.character.normalize('NFKC')
    if (plain !== styled && found !== plain) wrong.push(styled)
  }
  expect(wrong).toEqual([])
})

test.each([
  { character: '𝐀', plain: 'A', variant: 'bold' },
  { character: '𝑥', plain: 'x', variant: 'italic' },
  { character: 'ℎ', plain: 'h', variant: 'italic' },
  { character: '𝒜', plain: 'A', variant: 'script' },
  { character: 'ℬ', plain: 'B', variant: 'script' },
  { character: '𝔄', plain: 'A', variant: 'fraktur' },
  { character: 'ℭ', plain: 'C', variant: 'fraktur' },
  { character: 'ℝ', plain: 'R', variant: 'double-struck' },
  { character: '𝟙', plain: '1', variant: 'double-struck' },
  { character: '𝛂', plain: 'α', variant: 'bold' },
  { character: '𝞪', plain: 'α', variant: 'sans-serif-bold-italic' },
  { character: '𝟿', plain: '9', variant: 'monospace' },
  { character: 'ⅆ', plain: 'd', variant: 'normal' },
])('$character is $plain in $variant', ({ character, plain, variant }) => {
  expect(findStyledCharacter(character)).toEqual({ character: plain, variant })
})

test.each([...'⨊⨋⨌⨍⨎⨏⨐⨑⨒⨓⨔⨕⨖⨗⨘⨙⨚⨛⨜∱∲∳⨃⨅⨇⨈⨉'])(
  '%s without a command can be set as a big operator',
  (character) => {
    expect(isBigOperator(character)).toBe(true)
    expect(katexError(`\\mathop{${character}}\\limits_a^b`, katex.renderToString)).toBeUndefined()
  },
)
