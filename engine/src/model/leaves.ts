/** Flattens nested blocks into blocks without children, for cells of pipe tables and content nested too deep. */
import { text } from './builders.ts'
import type { Block, Caption, Cell, Inline, Item, Marker, NodeOf, Table } from './document.ts'
import { cellBlocks, isUnprinted, printedBlocks } from './walk.ts'

export type Leaf = NodeOf<
  Block,
  'title' | 'heading' | 'paragraph' | 'codeBlock' | 'plainText' | 'formulaBlock'
>

/** Yields lists as paragraphs with their markers, table rows as paragraphs, figures as caption and content; nothing is lost. */
export function* leavesOf(blocks: readonly Block[]): Generator<Leaf> {
  // An explicit stack, so that deep nesting cannot exhaust the call stack.
  const open = [blocks.values() as Iterator<Block>]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const next = level.next()
    if (next.done) {
      open.pop()
      continue
    }
    const block = next.value
    if (isUnprinted(block)) continue
    if (isLeaf(block)) yield block
    else open.push(contentOf(block))
  }
}

function isLeaf(block: Block): block is Leaf {
  return leafTypes.has(block.type)
}

const leafTypes: ReadonlySet<Block['type']> = new Set([
  'title',
  'heading',
  'paragraph',
  'codeBlock',
  'plainText',
  'formulaBlock',
] satisfies Leaf['type'][])

function* contentOf(block: Exclude<Block, Leaf>): Generator<Block> {
  switch (block.type) {
    case 'list':
      for (const item of block.items) yield* withMarker(item)
      return
    case 'table':
      yield* captionAt(block.caption, 'above')
      yield* rowsOf(block)
      yield* captionAt(block.caption, 'below')
      yield* block.notes ?? []
      return
    case 'figure':
      yield* captionAt(block.caption, 'above')
      if (!block.caption && block.alt) yield paragraphOf([text(block.alt)])
      yield* block.blocks
      yield* captionAt(block.caption, 'below')
      return
    case 'section':
      if (block.kind === 'comments') return
      if (block.title) yield paragraphOf(block.title)
      yield* block.blocks
      return
    case 'quote':
      yield* block.blocks
      return
    case 'furniture':
    case 'thematicBreak':
      return
  }
}

function paragraphOf(inlines: readonly Inline[]): NodeOf<Block, 'paragraph'> {
  return { type: 'paragraph', inlines }
}

function* captionAt(caption: Caption | undefined, position: Caption['position']): Generator<Block> {
  if (caption?.position === position) yield paragraphOf(caption.inlines)
}

function* withMarker({ marker, checked, blocks }: Item): Generator<Block> {
  const [first, ...rest] = printedBlocks(blocks)
  const mark = text(`${markerText(marker)} ${checkBox(checked)}`)
  if (first?.type === 'paragraph') {
    yield { ...first, inlines: [mark, ...first.inlines] }
    yield* rest
  } else {
    yield paragraphOf([mark])
    yield* blocks
  }
}

/** Returns a marker as it is printed in text. */
export function markerText(marker: Marker): string {
  if (marker.type === 'bullet') return '-'
  return marker.type === 'label' ? marker.text.trim() : `${marker.value}${marker.delimiter}`
}

/** Returns a check box as it is printed in text. */
export function checkBox(checked: boolean | undefined): string {
  if (checked === undefined) return ''
  return checked ? '[x] ' : '[ ] '
}

/** Yields a row as one paragraph if each of its cells holds at most one paragraph. */
function* rowsOf({ rows }: Table): Generator<Block> {
  for (const { cells } of rows) {
    const lines = cells.map(lineOf)
    if (lines.every((line) => line !== undefined)) {
      const filled = lines.filter((line) => line.length > 0)
      yield paragraphOf(filled.flatMap((line, index) => (index > 0 ? [text(' '), ...line] : line)))
    } else for (const cell of cells) yield* cellBlocks(cell)
  }
}

/** Returns the inlines of a cell that holds at most one paragraph. */
function lineOf(cell: Cell): readonly Inline[] | undefined {
  const [first, ...rest] = cellBlocks(cell)
  if (!first) return []
  return first.type === 'paragraph' && first.checked === undefined && rest.length === 0
    ? first.inlines
    : undefined
}
