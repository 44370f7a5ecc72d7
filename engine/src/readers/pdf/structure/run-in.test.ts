import { expect, test } from 'vitest'
import { textOf } from './layout-blocks.ts'
import { splitRunIn, splitRunIns } from './run-in.ts'
import {
  blockOf,
  bodyStyle,
  boldStyle,
  italicStyle,
  monoStyle,
  run,
  styledLine,
} from './testing/lines.ts'

/** A paragraph whose bold first words end at 60 points; the text after them begins at `x`. Sizes are 10 points. */
function paragraph(lead: string, x: number) {
  const runs = [
    run(lead, boldStyle, { x0: 0, x1: 60 }),
    run(' The mill turns.', bodyStyle, { x0: x, x1: 200 }),
  ]
  return blockOf([styledLine(runs), styledLine([run('It is old.')], { y: 112 })])
}

test.each([
  { name: 'bold words before a wide gap are a heading', lead: 'Wheels', x: 70, heading: 'Wheels' },
  {
    name: 'bold words before a blank are not a heading',
    lead: 'Wheels',
    x: 63,
    heading: undefined,
  },
  {
    name: 'bold words before text at the right end of the line are not a heading',
    lead: 'Wheels',
    x: 150,
    heading: undefined,
  },
  {
    name: 'a bold term in small letters is not a heading',
    lead: 'wheels',
    x: 70,
    heading: undefined,
  },
  { name: 'a bold date is not a heading', lead: 'March 9, 2012', x: 70, heading: undefined },
  {
    name: 'a bold number with a full stop is a heading',
    lead: '2.1. Wheels.',
    x: 63,
    heading: '2.1. Wheels.',
  },
  {
    name: 'a bold number and title before a wide gap are a heading',
    lead: '2.1.1 Wheels',
    x: 70,
    heading: '2.1.1 Wheels',
  },
])('splitRunIn: $name', ({ lead, x, heading }) => {
  const parts = splitRunIn(paragraph(lead, x), bodyStyle)
  expect(parts?.[0] && textOf(parts[0])).toBe(heading)
})

test.each([
  { name: 'a section', number: '2.1. ', parts: ['2.1. Wheels.', 'The mill turns.'] },
  { name: 'an item', number: '2. ', parts: undefined },
])('splitRunIn: a bold title after the plain number of $name', ({ number, parts }) => {
  const runs = [run(number), run('Wheels.', boldStyle), run(' The mill turns.')]
  expect(splitRunIn(blockOf([styledLine(runs)]), bodyStyle)?.map(textOf)).toEqual(parts)
})

test.each([
  { name: 'italic', style: italicStyle, heading: '1) Wheels:' },
  { name: 'bold', style: boldStyle, heading: undefined },
])('splitRunIn: a label and a title in $name before a colon', ({ style, heading }) => {
  const runs = [run('1) Wheels:', style), run(' The mill turns.')]
  const [head] = splitRunIn(blockOf([styledLine(runs)]), bodyStyle) ?? []
  expect(head && textOf(head)).toBe(heading)
})

test('splitRunIn: a name in code at the end is part of the heading', () => {
  const runs = [run('2.1. Class:', boldStyle), run(' mill.Wheel', monoStyle)]
  expect(splitRunIn(blockOf([styledLine(runs)]), bodyStyle)).toBeUndefined()
})

test('splitRunIn: a name in code after the heading begins the text', () => {
  const runs = [run('2.1. Wheels.', boldStyle), run(' class_', monoStyle), run(' has three ways')]
  const parts = splitRunIn(blockOf([styledLine(runs)]), bodyStyle)
  expect(parts?.map(textOf)).toEqual(['2.1. Wheels.', 'class_ has three ways'])
})

/** A paragraph on a page whose bold lead ends `gap` points before its text. */
function ledParagraph(lead: string, page: number, gap = 10) {
  const block = paragraph(lead, 60 + gap)
  return { ...block, page }
}

test.each([
  { name: 'on several pages are headings', pages: [1, 1, 2], heads: 3 },
  { name: 'on one page are labels', pages: [1, 1, 1], heads: 0 },
  { name: 'fewer than three are labels', pages: [1, 2], heads: 0 },
])('splitRunIns: bold leads with a full stop and an em of white $name', ({ pages, heads }) => {
  const blocks = pages.map((page) => [ledParagraph('Wheels.', page)])
  expect(splitRunIns(blocks, bodyStyle).runIns.size).toBe(heads)
})

test.each([
  { name: 'a word gap', lead: 'Wheels.', gap: 4 },
  { name: 'a tab', lead: 'Wheels:', gap: 13 },
  { name: 'the number of an item', lead: '2.', gap: 10 },
  { name: 'the label of a caption', lead: 'Figure 2:', gap: 10 },
  { name: 'key words', lead: 'Keywords:', gap: 10 },
])('splitRunIns: $name after or in bold leads makes no headings', ({ lead, gap }) => {
  const blocks = [1, 2, 3].map((page) => [ledParagraph(lead, page, gap)])
  expect(splitRunIns(blocks, bodyStyle).runIns.size).toBe(0)
})

test('splitRunIn: a bold lead goes on after a variable', () => {
  const runs = [
    run('Independent', boldStyle, { x0: 0, x1: 60 }),
    run(' K', { ...italicStyle, math: true }, { x0: 64, x1: 70 }),
    run('-Samples.', boldStyle, { x0: 70, x1: 100 }),
    run(' The mill turns.', bodyStyle, { x0: 110, x1: 200 }),
  ]
  const [head] = splitRunIn(blockOf([styledLine(runs)]), bodyStyle) ?? []
  expect(head && textOf(head)).toBe('Independent K-Samples.')
})
