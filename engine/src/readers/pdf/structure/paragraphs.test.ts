import { expect, test } from 'vitest'
import type { Line } from '../layout/index.ts'
import { line } from '../layout/testing/layout.ts'
import { groupIntoParagraphs } from './paragraphs.ts'

const full = 'a line that is as long as the column is'
const lines = (texts: readonly string[], leading = 12): Line[] =>
  texts.map((text, index) => line(text.trimStart(), indentOf(text), 100 + index * leading))
const indentOf = (text: string) => (text.length - text.trimStart().length) * 5

test.each<{ name: string; lines: Line[]; sizes: number[] }>([
  {
    name: 'lines that fill the column form one paragraph',
    lines: lines([full, full, 'end.']),
    sizes: [3],
  },
  {
    name: 'a short line ends a paragraph',
    lines: lines([full, 'end.', full, 'end.']),
    sizes: [2, 2],
  },
  {
    name: 'two short lines between gaps are two paragraphs',
    lines: [...lines([full, full]), line('Funding', 0, 134), line('None.', 0, 146)],
    sizes: [2, 1, 1],
  },
  {
    name: 'two short lines without a sentence, such as a heading, are one paragraph',
    lines: [...lines([full, full]), line('Article II', 0, 134), line('Mills', 0, 146)],
    sizes: [2, 2],
  },
  {
    name: 'two short lines of a caption are one paragraph',
    lines: [...lines([full, full]), line('Figure 1: Old', 0, 134), line('Mills', 0, 146)],
    sizes: [2, 2],
  },
  {
    name: 'an indented line begins a paragraph, also after a full line',
    lines: lines([`  ${full.slice(2)}`, full, full, `  ${full.slice(2)}`, full, full]),
    sizes: [3, 3],
  },
  {
    name: 'hanging lines continue a paragraph',
    lines: lines([full, `  ${full.slice(2)}`, '  end.', full, `  ${full.slice(2)}`, '  end.']),
    sizes: [3, 3],
  },
  {
    name: 'a gap ends a paragraph',
    lines: [...lines([full, full]), line(full, 0, 134), line(full, 0, 146)],
    sizes: [2, 2],
  },
  {
    name: 'another font size ends a paragraph',
    lines: [line('A heading', 0, 100, 14), ...[114, 126].map((y) => line(full, 0, y))],
    sizes: [1, 2],
  },
  {
    name: 'lines with the double spacing of a word processor form one paragraph',
    lines: lines([full, full, full, full, 'end.'], 23.5),
    sizes: [5],
  },
  {
    name: 'items that are as far apart are paragraphs',
    lines: lines(['Printer name:', 'Created at:', 'Owned by:', 'Paper:'], 23.5),
    sizes: [1, 1, 1, 1],
  },
  {
    name: 'lines with double spacing form one paragraph',
    lines: lines([full, full, full, 'end.'], 20),
    sizes: [4],
  },
  {
    name: 'a gap ends a paragraph of one full line, also where most lines are items with such gaps',
    lines: [
      ...lines(['• one', '• two', '• three', '• four', '• five'], 18),
      ...[190, 208, 220, 232, 244].map((y) => line(full, 0, y)),
    ],
    sizes: [1, 1, 1, 1, 1, 1, 4],
  },
  {
    name: 'a bullet begins a paragraph',
    lines: lines([`• ${full.slice(2)}`, `  ${full.slice(2)}`, `• ${full.slice(2)}`]),
    sizes: [2, 1],
  },
  {
    name: 'the lines of a title form one paragraph',
    lines: [line('A Long Title', 30, 100, 18), line('in Two Lines of Text', 0, 120, 18)],
    sizes: [2],
  },
])('groupIntoParagraphs: $name', ({ lines: given, sizes }) => {
  const groups = groupIntoParagraphs(given, false, 10)
  expect(groups.map((group) => group.length)).toEqual(sizes)
})
