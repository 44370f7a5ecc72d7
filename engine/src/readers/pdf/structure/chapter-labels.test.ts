import { expect, test } from 'vitest'
import { joinChapterLabels } from './chapter-labels.ts'
import { type LayoutBlock, textOf } from './layout-blocks.ts'
import { bodyStyle, boldStyle, headingOptions, textBlock } from './testing/lines.ts'

interface Line {
  readonly text: string
  readonly size: number
  /** True by default. */
  readonly heading?: boolean
}

/** Joins blocks of one line each; returns the texts of the headings. */
function headingsOf(lines: readonly Line[]): string[] {
  const blocks: LayoutBlock[] = []
  const headings = new Set<ReturnType<typeof textBlock>>()
  for (const [index, { text, size, heading = true }] of lines.entries()) {
    const block = textBlock(text, heading ? boldStyle : bodyStyle, { y: 100 + 40 * index, size })
    blocks.push(block)
    if (heading) headings.add(block)
  }
  const joined = joinChapterLabels([blocks], headings, headingOptions.body)
  return joined
    .flat()
    .flatMap((block) => (block.type === 'text' && headings.has(block) ? [textOf(block)] : []))
}

const size = 20

test.each<{ name: string; lines: Line[]; headings: string[] }>([
  {
    name: 'a label and the title below it are one heading',
    lines: [
      { text: 'Kapitel 1', size: 16 },
      { text: 'Lumpen', size },
    ],
    headings: ['Kapitel 1 Lumpen'],
  },
  {
    name: 'a label in plain type is joined, and so is a title in plain type',
    lines: [
      { text: 'Chapter II', size: 16, heading: false },
      { text: 'Rags', size },
      { text: 'Appendix A', size: 16 },
      { text: 'Mills', size, heading: false },
    ],
    headings: ['Chapter II Rags', 'Appendix A Mills'],
  },
  {
    name: 'a label over two lines is joined',
    lines: [
      { text: 'CHAPTER', size: 12, heading: false },
      { text: 'ONE', size: 30 },
      { text: 'RAGS', size },
    ],
    headings: ['CHAPTER ONE RAGS'],
  },
  {
    name: 'a large number is joined, a page number is not',
    lines: [
      { text: '1', size: 40, heading: false },
      { text: 'Rags', size },
      { text: '7', size: 10, heading: false },
      { text: 'Vats', size },
    ],
    headings: ['1 Rags', 'Vats'],
  },
  {
    name: 'a part over smaller chapters, a numbered section and an entry of contents stay apart',
    lines: [
      { text: 'Part I', size: 24 },
      { text: 'Rags', size },
      { text: 'Part 2', size: 12 },
      { text: '2.1 Vats', size: 12 },
      { text: 'References 28', size: 10, heading: false },
      { text: 'Moulds', size },
    ],
    headings: ['Part I', 'Rags', 'Part 2', '2.1 Vats', 'Moulds'],
  },
])('$name', ({ lines, headings }) => {
  expect(headingsOf(lines)).toEqual(headings)
})

test('a number beside the last line of a title stands before all its lines', () => {
  const first = textBlock('Vats and', boldStyle, { x: 200, y: 100, size })
  const last = textBlock('Felts', boldStyle, { x: 250, y: 122, size })
  const join = (number: ReturnType<typeof textBlock>) => {
    const headings = new Set([first, number, last])
    return joinChapterLabels([[first, number, last]], headings, headingOptions.body)
      .flat()
      .map((block) => (block.type === 'text' ? textOf(block) : ''))
  }
  expect(join(textBlock('2', boldStyle, { x: 50, y: 110, size: 40 }))).toEqual(['2 Vats and Felts'])
  // A number below the first line belongs to the last one alone.
  const below = textBlock('2', boldStyle, { x: 50, y: 122, size: 22 })
  expect(join(below)).toEqual(['Vats and', '2 Felts'])
})
