/** Converts blocks to items, with one handler for each type. */
import {
  type Block,
  type BlockType,
  type Caption,
  type Inline,
  type Item,
  isBlankParagraph,
  type List,
  leavesOf,
  type NodeOf,
  type Provenance,
  plainText,
} from '../../model/index.ts'
import { addGroup, addPicture, addText, refTo, setExtra } from './assembly.ts'
import { toCodeLanguage } from './code-languages.ts'
import { addInlines, type ItemFields } from './inlines.ts'
import type { ParentContext } from './parent-context.ts'
import { toProv } from './provenance.ts'
import type {
  ContentLayer,
  GroupLabel,
  Node,
  PictureItem,
  Prov,
  TableItem,
  TextLabel,
} from './schema.ts'
import { addTableItem } from './tables.ts'

/** Writes blocks. Blocks nested deeper than the limit are written flat, so that no content is lost. */
export function writeBlocks(blocks: readonly Block[], context: ParentContext): void {
  const isTooDeep = context.depth > context.limits.blockDepth
  const inner: ParentContext = { ...context, depth: context.depth + 1 }
  for (const block of isTooDeep ? leavesOf(blocks) : blocks) writeBlock(block, inner)
}

/** The schema's greatest level; no document reaches it. */
const MAX_LEVEL = 100

type Handlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, context: ParentContext) => void
}

const handlers: Handlers = {
  title: (block, context) => addInline(block, context, { label: 'title' }),
  heading: (block, context) =>
    addInline(block, context, { label: 'section_header', level: Math.min(MAX_LEVEL, block.level) }),
  paragraph: (block, context) => {
    if (isBlankParagraph(block)) return
    addInline(block, context, { label: paragraphLabel(block, context) })
  },
  plainText: (block, context) => {
    const item = addOwnText(context, 'text', block.text, block.provenance)
    setExtra(context.assembly, item, { kind: 'plain_text' })
  },
  list: (block, context) => {
    if (block.items.length === 0) return
    const group = addGroup(context.assembly, context.parent, context.layer, 'list', 'list')
    for (const item of block.items) addItem(item, block.provenance, { ...context, parent: group })
  },
  table: addTableBlock,
  codeBlock: addCode,
  formulaBlock: (block, context) => {
    const { latex, number, printed, provenance } = block
    const text = latex + tagOf(number)
    const orig = printed ?? text
    const prov = toProv(provenance, orig.length, context.pages)
    const { assembly, parent, layer } = context
    const item = addText(assembly, parent, layer, { label: 'formula', prov, orig, text })
    if (number !== undefined) setExtra(context.assembly, item, { number })
  },
  quote: (block, context) => {
    const group = addGroup(context.assembly, context.parent, context.layer, 'unspecified', 'quote')
    setExtra(context.assembly, group, { kind: 'quote' })
    writeBlocksIn(block.blocks, { ...context, parent: group })
  },
  figure: addFigure,
  section: addSection,
  furniture: addFurniture,
  thematicBreak: (block, context) => {
    const item = addOwnText(unseen(context), 'text', '', block.provenance)
    setExtra(context.assembly, item, { kind: 'thematic_break' })
  },
}

/** Returns the LaTeX `\tag` of a formula's number. */
export function tagOf(number: string | undefined): string {
  return number === undefined ? '' : ` \\tag{${number}}`
}

function writeBlock<Type extends BlockType>(
  block: NodeOf<Block, Type>,
  context: ParentContext,
): void {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = handlers[block.type] as (
    block: NodeOf<Block, Type>,
    context: ParentContext,
  ) => void
  handle(block, context)
}

/** Returns the context in the invisible layer, for items without text; furniture keeps its layer. */
function unseen(context: ParentContext): ParentContext {
  return context.layer === 'furniture' ? context : { ...context, layer: 'invisible' }
}

/** Writes the blocks of a group; an empty group, which the schema forbids, gets an invisible item. */
function writeBlocksIn(blocks: readonly Block[], context: ParentContext): void {
  writeBlocks(blocks, context)
  if (context.parent.children.length > 0) return
  const item = addOwnText(unseen(context), 'text', '', undefined)
  setExtra(context.assembly, item, { kind: 'empty' })
}

function paragraphLabel(block: NodeOf<Block, 'paragraph'>, context: ParentContext): TextLabel {
  if (block.checked !== undefined) {
    return block.checked ? 'checkbox_selected' : 'checkbox_unselected'
  }
  if (context.layer === 'furniture') return 'text'
  return block.role ?? 'text'
}

type WithInlines = {
  readonly inlines: readonly Inline[]
  readonly provenance?: readonly Provenance[]
}

function addInline(
  block: WithInlines,
  context: ParentContext,
  fields: ItemFields,
  before = '',
): Node {
  return addInlines(context, block.inlines, fields, provOf(block.provenance, context), before)
}

function provOf(
  provenance: readonly Provenance[] | undefined,
  context: ParentContext,
): (length: number, before: number) => Prov[] {
  return (length, before) => toProv(provenance, length, context.pages, before)
}

function addOwnText(
  context: ParentContext,
  label: TextLabel,
  text: string,
  provenance: readonly Provenance[] | undefined,
): Node {
  const prov = toProv(provenance, text.length, context.pages)
  return addText(context.assembly, context.parent, context.layer, { label, prov, orig: text, text })
}

/**
 * Writes the first paragraph as the item's text and the other blocks as its children. A list group cannot have
 * provenance, so items without provenance get that of the list.
 */
function addItem(item: Item, listProvenance: List['provenance'], context: ParentContext): void {
  const { own, rest } = splitOwnText(item.blocks)
  const provenance = item.provenance ?? own?.provenance ?? listProvenance
  const fields = { label: 'list_item', ...markerFields(item) } as const
  const lead = { inlines: own?.inlines ?? [], ...pick(provenance) }
  const before = item.marker.type === 'bullet' ? '' : `${fields.marker} `
  const node = addInline(lead, context, fields, before)
  if (item.checked !== undefined) setExtra(context.assembly, node, { checked: item.checked })
  if (item.marker.type === 'label' && isNumberMarker(item.marker.text)) {
    setExtra(context.assembly, node, { kind: 'label' })
  }
  writeBlocks(rest, { ...context, parent: node })
}

interface OwnText {
  readonly own: NodeOf<Block, 'paragraph'> | undefined
  readonly rest: readonly Block[]
}

/** Splits the blocks of an item or a note into the first paragraph, which becomes its text, and the rest. */
export function splitOwnText(blocks: readonly Block[]): OwnText {
  const printed = blocks.filter((block) => !isBlankParagraph(block))
  const [first, ...rest] = printed
  return first?.type === 'paragraph' && first.checked === undefined
    ? { own: first, rest }
    : { own: undefined, rest: printed }
}

/** Returns true if a marker is a number of a numbered list. */
export function isNumberMarker(marker: string): boolean {
  return /^-?\d+[.)]$/.test(marker)
}

function pick(provenance: readonly Provenance[] | undefined): {
  provenance?: readonly Provenance[]
} {
  return provenance ? { provenance } : {}
}

function markerFields({ marker }: Item): { enumerated: boolean; marker: string } {
  switch (marker.type) {
    case 'bullet':
      return { enumerated: false, marker: '-' }
    case 'number':
      return { enumerated: true, marker: `${marker.value}${marker.delimiter}` }
    case 'label':
      return { enumerated: true, marker: marker.text }
  }
}

function addTableBlock(block: NodeOf<Block, 'table'>, context: ParentContext): void {
  const item = addTableItem(block, context, (blocks, parent) =>
    writeBlocksIn(blocks, { ...context, parent }),
  )
  addCaption(block.caption, item, context)
  for (const note of block.notes ?? []) {
    const before = item.children.length
    writeBlocks([asFootnote(note)], { ...context, parent: item })
    item.footnotes.push(...item.children.slice(before))
  }
}

function asFootnote(note: Block): Block {
  return note.type === 'paragraph' && note.role === undefined ? { ...note, role: 'footnote' } : note
}

function addCaption(
  caption: Caption | undefined,
  owner: TableItem | PictureItem,
  context: ParentContext,
): void {
  if (!caption) return
  const node = addInline(caption, { ...context, parent: owner }, { label: 'caption' })
  owner.captions.push(refTo(node))
  setExtra(context.assembly, node, { caption_position: caption.position })
}

function addCode(block: NodeOf<Block, 'codeBlock'>, context: ParentContext): void {
  const code_language = toCodeLanguage(block.language)
  const item = addText(context.assembly, context.parent, context.layer, {
    label: 'code',
    prov: toProv(block.provenance, block.text.length, context.pages),
    orig: block.text,
    text: block.text,
    code_language,
    captions: [],
    references: [],
    footnotes: [],
  })
  if (block.language !== undefined) {
    setExtra(context.assembly, item, { language: block.language })
  }
}

/** Uses the alternative text of a picture without other text as its caption, because readers show captions. */
function addFigure(block: NodeOf<Block, 'figure'>, context: ParentContext): void {
  const item = addPicture(context.assembly, context.parent, context.layer, {
    label: 'picture',
    prov: toProv(block.provenance, 0, context.pages),
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
  })
  addCaption(block.caption, item, context)
  if (block.alt && block.caption) setExtra(context.assembly, item, { alt: block.alt })
  else if (block.alt) {
    const node = addOwnText({ ...context, parent: item }, 'caption', block.alt, block.provenance)
    item.captions.push(refTo(node))
    setExtra(context.assembly, node, { alternative_text: true })
  }
  writeBlocks(block.blocks, { ...context, parent: item })
}

function addSection(block: NodeOf<Block, 'section'>, context: ParentContext): void {
  const { label, name, layer } = sectionGroup(block, context)
  const group = addGroup(context.assembly, context.parent, layer, label, name)
  const inside = { ...context, parent: group, layer }
  if (block.title && block.kind !== 'sheet') {
    addInline({ inlines: block.title, ...pick(block.provenance) }, inside, { label: 'title' })
  }
  writeBlocksIn(block.blocks, inside)
}

interface SectionGroup {
  readonly label: GroupLabel
  readonly name: string
  readonly layer: ContentLayer
}

function sectionGroup(block: NodeOf<Block, 'section'>, context: ParentContext): SectionGroup {
  const { layer, assembly } = context
  switch (block.kind) {
    case 'slide':
      assembly.slides += 1
      return { label: 'chapter', name: `slide-${assembly.slides - 1}`, layer }
    case 'sheet':
      return { label: 'sheet', name: plainText(block.title ?? []), layer }
    case 'notes':
      return { label: 'unspecified', name: 'notes', layer: asideOf(layer) }
    case 'comments':
      return { label: 'comment_section', name: 'comments', layer: asideOf(layer) }
  }
}

/** Returns the layer of captions and notes: furniture within furniture, otherwise the layer for asides. */
function asideOf(layer: ContentLayer): ContentLayer {
  return layer === 'furniture' ? layer : 'notes'
}

/** Writes running headers and footers: paragraphs as labelled items, other blocks in a group. */
function addFurniture(block: NodeOf<Block, 'furniture'>, context: ParentContext): void {
  const label = block.kind === 'header' ? 'page_header' : 'page_footer'
  const inside: ParentContext = { ...context, layer: 'furniture' }
  for (const inner of block.blocks) {
    const provenance = inner.provenance ?? block.provenance
    if ('inlines' in inner) addOwnText(inside, label, plainText(inner.inlines), provenance)
    else writeBlocks([inner], inside)
  }
}
