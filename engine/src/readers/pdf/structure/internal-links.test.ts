import { expect, test } from 'vitest'
import { resolveLinks } from './internal-links.ts'
import { blockOf, bodyStyle, run, styledLine, textBlock } from './testing/lines.ts'

const headings = [
  textBlock('1 Wool', undefined, { y: 100, page: 2 }),
  textBlock('1.1 Felt', undefined, { y: 140, page: 2 }),
  textBlock('Chapter 2 Cloth', undefined, { y: 300, page: 2 }),
]

/** Returns the addresses that the lines of a link to a height of page 2 get. */
function addressesOf(lines: readonly string[], y: number | undefined): (string | undefined)[] {
  const link = y === undefined ? { page: 2 } : { page: 2, y }
  const block = blockOf(lines.map((text) => styledLine([run(text, bodyStyle, { link })])))
  const levels = new Map(headings.map((own) => [own, 1]))
  const vocabulary = () => new Set<string>()
  resolveLinks([block, ...headings], { levels, contents: new Map(), vocabulary })
  return block.lines.map(({ runs }) => {
    const found = runs[0]?.link
    return typeof found === 'string' ? found : undefined
  })
}

test.each([
  ['the heading with exactly its text, far from its place', '1.1 Felt', 600, '#11-felt'],
  ['an entry of a contents list, below the section before it', '1.1 Felt 12', 102, '#11-felt'],
  ['an entry with leader dots', 'Felt . . . . . 12', 102, '#11-felt'],
  ['an entry with the number of an older edition', '3.1 Felt', 102, '#11-felt'],
  ['a chapter without its label', 'Cloth', 600, '#chapter-2-cloth'],
  ['the heading below its place', 'see below', 130, '#11-felt'],
  ['no heading far from its place', 'see below', 600, undefined],
  ['the chapter with its number', '2', 290, '#chapter-2-cloth'],
  ['the heading right above its place', 'see above', 152, '#11-felt'],
  ['no heading with another number', '1.2 Hats', 152, undefined],
  ['the heading below its place, although one is right above', 'see there', 111, '#11-felt'],
  ['the heading with its number, without a place', '1.1', undefined, '#11-felt'],
  ['the heading with which it begins, without a place', '1 Wool 11', undefined, '#1-wool'],
])('resolveLinks: a link leads to %s', (_, text, y, expected) => {
  expect(addressesOf([text], y)).toEqual([expected])
})

test('resolveLinks: a link over two lines leads to the heading with all of its text', () => {
  expect(addressesOf(['Chapter 2', 'Cloth'], 130)).toEqual(['#chapter-2-cloth', '#chapter-2-cloth'])
})

test('resolveLinks: punctuation and a page number beside the text of a link are text', () => {
  expect(addressesOf(['1.1 Felt', '.', ' [12]'], 130)).toEqual(['#11-felt', undefined, undefined])
})
