import { expect, test } from 'vitest'
import type { Block, List } from '../../../model/index.ts'
import type { TextBlock } from './layout-blocks.ts'
import { addItem, closeLists, openLists } from './list-blocks.ts'
import { entriesOf, findItems, withNeighbours } from './lists.ts'
import { beginsWithBullet, findMarker } from './markers.ts'
import { monoStyle, textBlock } from './testing/lines.ts'

const at = (text: string) => {
  const indent = text.length - text.trimStart().length
  return textBlock(text.trim(), undefined, { x: indent * 10 })
}

/** Markers, nested lists in brackets. */
function outlineOf({ items }: List): unknown[] {
  return items.map(({ marker, blocks }) => {
    const own =
      marker.type === 'number' ? marker.value : marker.type === 'label' ? marker.text : '-'
    const nested = blocks.flatMap((block: Block) =>
      block.type === 'list' ? [outlineOf(block)] : [],
    )
    return nested.length === 0 ? own : [own, ...nested]
  })
}

test.each<{ name: string; texts: string[]; lists: unknown[] }>([
  { name: 'bullets', texts: ['• one', '• two'], lists: [['-', '-']] },
  { name: 'check boxes', texts: ['☐ one', '☒ two'], lists: [['-', '-']] },
  { name: 'several check boxes on a line', texts: ['☐ yes ☐ no', '☒ yes ☐ no'], lists: [] },
  { name: 'boxes as bullets', texts: ['⊠ one', '⊠ two'], lists: [['-', '-']] },
  { name: 'numbers', texts: ['1. one', '2. two', '3. three'], lists: [[1, 2, 3]] },
  {
    name: 'clauses of a law',
    texts: ['6.3. The mill', '  6.3.a. is old', '  6.3.b. grinds corn', '  6(c)(ii) is leased'],
    lists: [[['6.3.', ['6.3.a.', '6.3.b.', '6(c)(ii)']]]],
  },
  {
    name: 'dots of formulas',
    texts: ['⋅ one', '⋅ two', 'text'],
    lists: [['-', '-']],
  },
  { name: 'hyphens of Unicode', texts: ['‐ one', '‐ two', 'text'], lists: [['-', '-']] },
  { name: 'a single number is not a list', texts: ['1. one', 'text'], lists: [] },
  { name: 'a single dash is not a list', texts: ['- one', 'text'], lists: [] },
  {
    name: 'numbers that are not consecutive are not a list',
    texts: ['3. three', '9. nine'],
    lists: [],
  },
  {
    name: 'bullets nested by their indent',
    texts: ['1. one', '  • inner', '  • inner', '2. two'],
    lists: [[[1, ['-', '-']], 2]],
  },
  {
    name: 'numbers that restart begin another list',
    texts: ['1. one', '2. two', '1. one', '2. two'],
    lists: [
      [1, 2],
      [1, 2],
    ],
  },
  { name: 'numbers in brackets', texts: ['(1) one', '(2) two'], lists: [['(1)', '(2)']] },
  { name: 'initials of names are not a list', texts: ['Q. P. Janssen', 'B. Koerkamp'], lists: [] },
  { name: 'letters', texts: ['(a) one', '(b) two'], lists: [['(a)', '(b)']] },
])('findItems, addItem: $name', ({ texts, lists }) => {
  const blocks = texts.map(at)
  const items = findItems(blocks)
  const open = openLists()
  for (const own of blocks.flatMap((block) => items.get(block) ?? [])) addItem(open, own)
  const builder = {
    paragraphOf: () => ({ type: 'paragraph', inlines: [] }) as const,
    blocksOf: () => [],
  }
  expect(closeLists(open, builder).lists.map(outlineOf)).toEqual(lists)
})

test.each<{ text: string; kind: string | undefined }>([
  { text: '• a', kind: 'bullet •' },
  { text: '– a', kind: 'dash –' },
  { text: '− a', kind: 'dash −' },
  { text: '-grind the corn', kind: 'dash -' },
  { text: '-verbose', kind: undefined },
  { text: '-host mill -n 30', kind: undefined },
  { text: '◮ a', kind: 'bullet ◮' },
  { text: '✶ a', kind: 'bullet ✶' },
  { text: '◮a', kind: undefined },
  { text: '· · · a', kind: undefined },
  { text: '❶ a', kind: undefined },
  { text: '12) a', kind: 'number )' },
  { text: '1.紙の', kind: 'number .' },
  { text: '1.5 a', kind: 'decimal' },
  { text: 'iv. a', kind: 'a.' },
  { text: '2020 was a year', kind: undefined },
  { text: 'G. H. Miller and others', kind: undefined },
  { text: 'G. Miller, A. Weaver and others', kind: undefined },
  { text: 'plain', kind: undefined },
])('findMarker: $text', ({ text, kind }) => {
  expect(findMarker(text)?.kind).toBe(kind)
})

test('entriesOf: a line labelled as item is not an item without a marker', () => {
  const blocks = ['- the wheel', 't translates'].map((text) => textBlock(text))
  expect([...entriesOf(blocks, false).keys()]).toEqual(blocks.slice(0, 1))
})

test('entriesOf: code in a tagged item is not an item', () => {
  const tag = { type: 'LBody', within: ['LI', 'L'], order: 0 }
  const tagged = (own: TextBlock): TextBlock => ({
    ...own,
    lines: own.lines.map((line) => ({ ...line, tag })),
  })
  const item = tagged(textBlock('Print a line:'))
  const code = tagged(textBlock('print()', monoStyle))
  expect([...entriesOf([item, code], true).keys()]).toEqual([item])
})

test.each(['• a', '•a', '◦ a', '●\u00a0a', '・ a', '❖ a'])('beginsWithBullet: %s', (text) => {
  expect(beginsWithBullet(text)).toBe(true)
})

test.each(['•', '∗ a', '- a', '☒ a', '□ a', 'a • b'])('beginsWithBullet: not %s', (text) => {
  expect(beginsWithBullet(text)).toBe(false)
})

test('withNeighbours: numbers beside those of items are items', () => {
  const texts = ['1. one', '2. two', 'text', '3. three', '  4. deeper', '4) four', '7. seven']
  const blocks = texts.map(at)
  const known = entriesOf(blocks.slice(1, 2), false)
  const found = [...withNeighbours(known, blocks).keys()].map((block) => blocks.indexOf(block))
  expect(found.sort()).toEqual([0, 1, 3])
  expect(withNeighbours(new Map(), blocks).size).toBe(0)
})

test('withNeighbours: letters and clauses beside items are items; numbers of formulas and sections are not', () => {
  const sections = ['9.1 One', '9.2 Two', '9.2 It turns.', '9.3 It ends.']
  const texts = ['a) one', 'b) two', 'text', 'c) three', '(36) x', '(37) y', ...sections]
  const italic = textBlock('d) Four', { ...monoStyle, mono: false, italic: true })
  const blocks = [...texts.map(at), italic]
  const known = entriesOf(
    [1, 4, 6, 8].flatMap((index) => blocks[index] ?? []),
    false,
  )
  const found = [...withNeighbours(known, blocks).keys()].map((block) => blocks.indexOf(block))
  expect(found.sort()).toEqual([0, 1, 3, 4, 6, 8, 9])
})
