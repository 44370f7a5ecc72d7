/** Traverses a document tree. */
import type { Block, Cell, Inline } from './document.ts'

/** Returns the blocks of a cell; plain text becomes one paragraph, its newlines line breaks. */
export function cellBlocks(cell: Cell): readonly Block[] {
  if (typeof cell.content !== 'string') return cell.content
  return cell.content === '' ? [] : [{ type: 'paragraph', inlines: textWithBreaks(cell.content) }]
}

/** Converts newlines to line breaks. */
export function textWithBreaks(value: string): Inline[] {
  return value.split('\n').flatMap((line, index): Inline[] => {
    const run: Inline[] = line === '' ? [] : [{ type: 'text', text: line }]
    return index === 0 ? run : [{ type: 'lineBreak' }, ...run]
  })
}

/** Returns true for a paragraph without visible content, check boxes included. */
export function isBlankParagraph(block: Block): boolean {
  return block.type === 'paragraph' && block.checked === undefined && block.inlines.every(isBlank)
}

function isBlank(inline: Inline): boolean {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text.trim() === ''
    case 'image':
      return inline.alt.trim() === '' && inline.source === undefined
    case 'lineBreak':
      return true
    case 'formula':
    case 'noteReference':
      return false
    case 'link':
      // Links do not nest; checking one level bounds the recursion for files in which they do.
      return inline.inlines.every((inner) => inner.type !== 'link' && isBlank(inner))
  }
}

/** Returns true for a block that prints nothing in plain text and does not separate its neighbours. */
export function isUnprinted(block: Block): boolean {
  switch (block.type) {
    case 'paragraph':
      return isBlankParagraph(block)
    case 'list':
      return block.items.length === 0
    case 'section':
      return block.kind === 'comments'
    case 'furniture':
      return true
    default:
      return false
  }
}

/** Removes blocks that print nothing. */
export function printedBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.some(isUnprinted) ? blocks.filter((block) => !isUnprinted(block)) : blocks
}

/** Returns the direct child blocks in reading order; captions are inlines and therefore not included. */
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

/** Yields every block, depth first, parents before children. */
export function* walkBlocks(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block
    yield* walkBlocks(childBlocks(block))
  }
}

/** Returns the visible text of inlines: formulas as LaTeX, breaks as newlines, without note references. */
export function plainText(inlines: readonly Inline[]): string {
  let whole = ''
  for (const { inline } of walkInlines(inlines)) whole += plainTextOf(inline)
  return whole
}

/** An inline other than a link, with the target of the enclosing link. */
export interface LinkedInline {
  readonly inline: Exclude<Inline, { type: 'link' }>
  readonly target: string | undefined
}

/** Yields all inlines except links, in order. Links do not nest: the outermost wins. */
export function* walkInlines(inlines: readonly Inline[]): Generator<LinkedInline> {
  // An explicit stack, so that deep nesting cannot exhaust the call stack.
  const open = [{ inlines: inlines.values(), target: undefined as string | undefined }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const next = level.inlines.next()
    if (next.done) open.pop()
    else if (next.value.type === 'link') {
      const { target, inlines: inner } = next.value
      open.push({ inlines: inner.values(), target: level.target ?? target })
    } else yield { inline: next.value, target: level.target }
  }
}

/** Returns the visible text of one inline. */
export function plainTextOf(inline: Exclude<Inline, { type: 'link' }>): string {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text
    case 'formula':
      return inline.latex
    case 'image':
      return inline.alt
    case 'lineBreak':
      return '\n'
    case 'noteReference':
      return ''
  }
}
