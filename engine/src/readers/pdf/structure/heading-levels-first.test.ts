/** The levels of headings before the first one of the highest level, and of headings with and without numbers. */
import { expect, test } from 'vitest'
import { findLevels } from './heading-levels.ts'
import { findHeadings } from './headings.ts'
import { boldStyle, headingOptions, paragraphBlock, textBlock, under } from './testing/lines.ts'

/** The levels of headings above paragraphs. @param sizeAt The size of the heading at each place. */
function levelsOf(texts: readonly string[], sizeAt: (at: number) => number): number[] {
  const headings = texts.map((text, at) => textBlock(text, boldStyle, { size: sizeAt(at) }))
  const blocks = under([
    ...Array.from({ length: 3 }, () => paragraphBlock()),
    ...headings.flatMap((heading) => [heading, paragraphBlock()]),
  ])
  const found = findHeadings(blocks, headingOptions)
  const page = { bodySize: 10, pageWidth: 600, pageHeight: 800, pageCount: 3 }
  return [...findLevels(found, { ...page, running: [], blocks }).values()]
}

test.each([
  { name: 'have it', texts: ['Legal Notice', 'Makers', 'Sheets'], levels: [1, 1, 1] },
  { name: 'keep their depth', texts: ['Legal Notice', '1.1 Makers', 'Sheets'], levels: [1, 2, 1] },
])('findLevels: headings before the first of the highest level $name', ({ texts, levels }) => {
  const sizes = [12, 12, 16]
  expect(levelsOf(texts, (at) => sizes[at] ?? 12)).toEqual(levels)
})

test.each([
  { name: 'may be before the first one of a deeper kind', size: 12, levels: [1, 1, 2, 2, 1, 2] },
  {
    name: 'with a style between theirs is a level of its own',
    size: 14,
    levels: [1, 2, 3, 3, 1, 3],
  },
])('findLevels: a heading without a number $name', ({ size, levels }) => {
  const texts = ['I. Makers', 'Names', 'A. Sheets', 'B. White', 'II. Felts', 'A. Wool']
  const sizes = size === 12 ? [] : [16, size, 12, 12, 16, 12]
  expect(levelsOf(texts, (at) => sizes[at] ?? size)).toEqual(levels)
})

test.each([
  {
    name: 'the only one tells no level',
    texts: ['Makers', 'Felts', '2 Sheets'],
    levels: [1, 2, 2],
  },
  { name: 'several tell it', texts: ['Makers', '1 Felts', '2 Sheets'], levels: [1, 1, 1] },
])('findLevels: of headings with bare numbers, $name', ({ texts, levels }) => {
  expect(levelsOf(texts, (at) => (at === 0 ? 16 : 12))).toEqual(levels)
})
