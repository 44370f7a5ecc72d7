/** Ways through a document tree. */
import type { Block, Cell, Inline } from './document.ts'

/** The blocks of a cell; plain text becomes one paragraph, its newlines line breaks. */
export function cellBlocks(cell: Cell): readonly Block[] {
  if (typeof cell.content !== 'string') return cell.content
  return cell.content === '' ? [] : [{ type: 'paragraph', inlines: textWithBreaks(cell.content) }]
}

/** Text whose newlines become line breaks. */
export function textWithBreaks(value: string): Inline[] {
  return value.split('\n').flatMap((line, index): Inline[] => {
    const run: Inline[] = line === '' ? [] : [{ type: 'text', text: line }]
    return index === 0 ? run : [{ type: 'lineBreak' }, ...run]
  })
}

/** Whether a block is a paragraph without anything to see; a check box beside it would be something. */
export function isBlankParagraph(block: Block): boolean {
  return block.type === 'paragraph' && block.checked === undefined && block.inlines.every(isBlank)
}

function isBlank(inline: Inline): boolean {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text.trim() === ''
    case 'image':
      return inline.alt.trim() === ''
    case 'lineBreak':
      return true
    case 'formula':
    case 'noteReference':
      return false
    case 'link':
      // Links do not nest; looking no deeper costs no stack where a file says they do.
      return inline.inlines.every((inner) => inner.type !== 'link' && isBlank(inner))
  }
}

/** The blocks directly inside a block, in reading order (captions are inlines, so they are not among them). */
export function childBlocks(block: Block): readonly Block[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => item.blocks)
    case 'table':
      return [...block.rows.flatMap((row) => row.cells.flatMap(cellBlocks)), ...(block.notes ?? [])]
    case 'quote':
    case 'figure':
    case 'section':
    case 'furniture':
      return block.blocks
    default:
      return []
  }
}

/** Every block, depth first, parents before children. */
export function* walkBlocks(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block
    yield* walkBlocks(childBlocks(block))
  }
}

/** The text of inlines as a reader sees it: formulas as LaTeX, breaks as newlines, notes' marks left out. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines.map(plainTextOf).join('')
}

function plainTextOf(inline: Inline): string {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text
    case 'formula':
      return inline.latex
    case 'link':
      return plainText(inline.inlines)
    case 'image':
      return inline.alt
    case 'lineBreak':
      return '\n'
    case 'noteReference':
      return ''
  }
}
