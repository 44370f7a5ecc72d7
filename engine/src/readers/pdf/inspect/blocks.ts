/** Marks the parts of a document's blocks on one page, in reading order. */
import {
  type Block,
  type Caption,
  type Cell,
  type Document,
  type Item,
  markerText,
  type Provenance,
} from '../../../model/index.ts'
import type { Mark, MarkKind } from './marks.ts'

export function* marksOfBlocks(
  { blocks, notes }: Pick<Document, 'blocks' | 'notes'>,
  page: number,
): Generator<Mark, undefined> {
  yield* marksIn(blocks, page)
  for (const note of notes) yield* notesIn(note.blocks, page)
}

function* marksIn(blocks: readonly Block[], page: number): Generator<Mark> {
  for (const block of blocks) yield* marksOf(block, page)
}

function* notesIn(blocks: readonly Block[], page: number): Generator<Mark> {
  for (const { provenance } of blocks) yield* fragments(provenance, page, 'footnote', 'note')
}

function* marksOf(block: Block, page: number): Generator<Mark> {
  const { provenance } = block
  switch (block.type) {
    case 'title':
      return yield* fragments(provenance, page, 'title', 'title')
    case 'heading':
      return yield* fragments(provenance, page, 'heading', `h${block.level}`)
    case 'paragraph':
      return yield* fragments(provenance, page, block.role ?? 'paragraph', block.role ?? 'p')
    case 'list':
      for (const item of block.items) yield* marksOfItem(item, page)
      return
    case 'table':
      return yield* marksOfTable(block, page)
    case 'codeBlock':
      return yield* fragments(provenance, page, 'code', 'code')
    case 'plainText':
      return yield* fragments(provenance, page, 'paragraph', 'text')
    case 'formulaBlock':
      return yield* fragments(provenance, page, 'formula', block.number ? `∑ ${block.number}` : '∑')
    case 'quote':
      yield* fragments(provenance, page, 'quote', 'quote')
      return yield* marksIn(block.blocks, page)
    case 'figure':
      yield* fragments(provenance, page, 'figure', 'figure')
      yield* marksOfCaption(block.caption, page)
      return yield* marksIn(block.blocks, page)
    case 'furniture':
      return yield* fragments(provenance, page, 'header or footer', block.kind)
    case 'section':
      return yield* marksIn(block.blocks, page)
    case 'thematicBreak':
      return
  }
}

function* marksOfItem({ marker, blocks, provenance }: Item, page: number) {
  const label = marker.type === 'bullet' ? '•' : markerText(marker)
  yield* fragments(provenance ?? blocks[0]?.provenance, page, 'list item', label)
  const [first, ...rest] = blocks
  yield* marksIn(first?.type === 'paragraph' ? rest : blocks, page)
}

function* marksOfTable(
  { provenance = [], rows, columnCount, caption, notes = [] }: Block & { readonly type: 'table' },
  page: number,
): Generator<Mark> {
  if (caption?.position === 'above') yield* marksOfCaption(caption, page)
  yield* fragments(provenance, page, 'table', `table ${rows.length}×${columnCount}`)
  const [first] = provenance
  const firstPage = first?.type === 'page' ? first.page : page
  for (const { cells } of rows) {
    for (const cell of cells) if ((cell.page ?? firstPage) === page) yield* markOfCell(cell)
  }
  if (caption?.position === 'below') yield* marksOfCaption(caption, page)
  yield* marksIn(notes, page)
}

function* markOfCell({ bbox, header }: Cell): Generator<Mark> {
  if (bbox) yield { box: bbox, kind: header ? 'header cell' : 'cell' }
}

function marksOfCaption(caption: Caption | undefined, page: number): Generator<Mark> {
  return fragments(caption?.provenance, page, 'caption', 'caption')
}

/** Marks the parts of a block; several parts are numbered: `p 2/3`. */
function* fragments(
  provenance: readonly Provenance[] = [],
  page: number,
  kind: MarkKind,
  name: string,
): Generator<Mark> {
  for (const [index, place] of provenance.entries()) {
    if (place.type !== 'page' || place.page !== page) continue
    const label = provenance.length > 1 ? `${name} ${index + 1}/${provenance.length}` : name
    yield { box: place.bbox, kind, label }
  }
}
