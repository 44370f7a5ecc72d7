import { expect, test } from 'vitest'
import type { Style } from './style.ts'
import { bodyStyle, boldStyle, italicStyle, monoStyle } from './testing/lines.ts'
import { partsOf } from './word-parts.ts'

const styleOf: Record<string, Style> = { p: bodyStyle, b: boldStyle, i: italicStyle, m: monoStyle }
const signs = new Map(Object.entries(styleOf).map(([sign, style]) => [style, sign]))

test.each<[name: string, text: string, styles: string, parts: string]>([
  ['punctuation of another style', '(mill)', 'pbbbbp', '(:p mill:b ):p'],
  ['punctuation of the same style', '(mill)', 'bbbbbb', '(mill):b'],
  ['names beside a sign', 'wheel=mill', 'bbbbbpiiii', 'wheel:b =:p mill:i'],
  ['the end of a file’s name', ' mill.c', 'iiiipp', ' mill:i .c:p'],
  ['not a bold initial', 'Mill', 'bppp', 'Mill:p'],
  ['not a small letter of another cut', 'mill', 'bbbp', 'mill:b'],
  ['a script without blanks', '水車小屋', 'bbpp', '水車:b 小屋:p'],
  [
    'code on both sides of a script without blanks',
    'man，注意，mill',
    'mmmppppmmmm',
    'man:m ，注意，:p mill:m',
  ],
  ['typewriter quotes around a word of the text', '"mill"', 'mppppm', '":m mill:p ":m'],
  ['code with punctuation of a symbol font', '(mill{2})', 'pmmmmpmpp', '(:p mill{2}:m ):p'],
])('partsOf: %s', (_, text, styles, parts) => {
  const run = { text, style: bodyStyle, x0: 0, x1: 10 * styles.length }
  const found = partsOf(
    run,
    [...styles].map((sign) => styleOf[sign] ?? bodyStyle),
  )
  const shown = found?.map((part) => `${part.text}:${signs.get(part.style)}`).join(' ')
  expect(shown).toBe(parts)
  expect([found?.[0]?.x0, found?.at(-1)?.x1]).toEqual([0, run.x1])
})

test('partsOf: a script of several styles is one part', () => {
  const run = { text: 'i=1', style: bodyStyle, x0: 0, x1: 9, script: 'sub' } as const
  expect(partsOf(run, [italicStyle, bodyStyle, bodyStyle])?.length).toBe(1)
})

test('partsOf: a word without letters has no parts', () => {
  expect(partsOf({ text: '++', style: bodyStyle, x0: 0, x1: 9 }, [boldStyle, bodyStyle])).toBe(
    undefined,
  )
})
