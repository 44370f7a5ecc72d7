import { expect, test } from 'vitest'
import type { Block } from '../../../model/index.ts'
import { buildPages } from './blocks.ts'
import type { TextBlock } from './layout-blocks.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine } from './testing/lines.ts'

function buildPage(layoutBlocks: TextBlock[]): Block[] {
  return buildPages({
    pages: [{ number: 1, width: 600, height: 800, fragments: [] }],
    layoutBlocks: [layoutBlocks],
    furniture: new Map(),
    levels: new Map(),
    items: new Map(),
    vocabulary: () => new Set(),
  })
}

const code = (text: string, x: number, y: number) =>
  blockOf([styledLine([run(text, monoStyle)], { x, y })], { spaceBefore: 1 })
const prose = (text: string, x: number, y: number) =>
  blockOf([styledLine([run(text, bodyStyle)], { x, y })], { spaceBefore: 1 })

test('a term in a code font ends the listing in the previous description', () => {
  const blocks = buildPage([
    code('--wait', 0, 100),
    prose('Waits for the mill:', 40, 120),
    code('mill --wait 5', 60, 140),
    code('--port', 0, 160),
    prose('Listens for the mill.', 40, 180),
  ])
  expect(blocks.map(({ type }) => type)).toEqual([
    'paragraph',
    'paragraph',
    'codeBlock',
    'paragraph',
    'paragraph',
  ])
})

test('a brace at the left of a listing does not end it', () => {
  const blocks = buildPage([
    code('grind(corn) {', 0, 100),
    code('turn(wheel)', 20, 120),
    code('}', 0, 140),
    prose('The wheel turns.', 40, 160),
  ])
  expect(blocks.map(({ type }) => type)).toEqual(['codeBlock', 'paragraph'])
})
