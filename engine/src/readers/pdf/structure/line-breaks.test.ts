import { expect, test } from 'vitest'
import type { TextBlock } from './layout-blocks.ts'
import { deliberateBreaks } from './line-breaks.ts'
import { blockOf, bodyStyle, run, styledLine } from './testing/lines.ts'

const linesOf = (texts: readonly string[]) =>
  texts.map((text, index) => styledLine([run(text)], { y: 100 + 12 * index }))

/** The lines that begin after a break, in a column of 60 letters. */
function breaksIn(texts: readonly string[], more: Partial<TextBlock> = {}): string[] {
  const found = deliberateBreaks(blockOf(linesOf(texts), more))
  return [...found].map(({ text }) => text)
}

test('every line of an address breaks deliberately', () => {
  const address = ['The Paper Mill', '12 River Road, the North', 'Old Town']
  expect(breaksIn(address)).toEqual(address.slice(1))
  expect(breaksIn(['scp.h', 'sim_defs.h', 'sim_fio.h'])).toEqual(['sim_defs.h', 'sim_fio.h'])
})

test('a line with room for a name breaks deliberately in a longer paragraph', () => {
  const texts = [
    'A mill had one vat, or two where the river was strong enough',
    'for the wheels of both.',
    'Few mills had more.',
  ]
  expect(breaksIn(texts)).toEqual(['Few mills had more.'])
})

test.each<[string, readonly string[]]>([
  [
    'a narrow paragraph',
    ['A mill had one vat, or two', 'where the river was strong', 'The others had none'],
  ],
  [
    'a line after a word that needs another one',
    ['The sheets were sold by the', 'Ream and the quire'],
  ],
  ['capitals', ['THE MILLS OF THE VALLEY', 'AND THEIR VATMEN']],
  ['a caption', ['Figure 3: The mills of', 'North Valley']],
  ['numbers', ['12 13 14', '15 16 17', '18 19 20']],
])('%s has no deliberate breaks', (_, texts) => {
  expect(breaksIn(texts)).toEqual([])
})

test('formulas and cells have no deliberate breaks', () => {
  const texts = ['The Paper Mill', '12 River Road', 'Old Town']
  expect(breaksIn(texts, { isCell: true })).toEqual([])
  const formula = styledLine([run('The sum', { ...bodyStyle, math: true })], { y: 88 })
  expect(deliberateBreaks(blockOf([formula, ...linesOf(['Old Town'])])).size).toBe(0)
})

test('the parts of a paragraph over two columns are measured apart', () => {
  const texts = [
    'A mill had one vat, or two where the river was strong enough',
    'and few',
    'Had more',
  ]
  expect(breaksIn(texts, { firstLines: [0, 2] })).toEqual([])
})
