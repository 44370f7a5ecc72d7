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
      return inline.alt.trim() === '' && inline.source === undefined
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

/** Whether a block has no words in the text: it prints nothing and parts nothing. */
export function isSilent(block: Block): boolean {
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

/** Blocks without the silent ones. */
export function heard(blocks: readonly Block[]): readonly Block[] {
  return blocks.some(isSilent) ? blocks.filter((block) => !isSilent(block)) : blocks
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
  let whole = ''
  for (const { inline } of walkInlines(inlines)) whole += plainTextOf(inline)
  return whole
}

/** An inline that is not a link, with the target of the link that it stands in. */
export interface LinkedInline {
  readonly inline: Exclude<Inline, { type: 'link' }>
  readonly target: string | undefined
}

/** Every inline but links themselves, in order. Links do not nest: of several the outermost counts. */
export function* walkInlines(inlines: readonly Inline[]): Generator<LinkedInline> {
  // A stack of its own, so that no depth of nesting exhausts that of the machine.
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

/** The text of one inline as a reader sees it. */
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
