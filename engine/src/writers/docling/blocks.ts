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
import type { Place } from './place.ts'
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
export function writeBlocks(blocks: readonly Block[], place: Place): void {
  const isTooDeep = place.depth > place.limits.blockDepth
  const inner: Place = { ...place, depth: place.depth + 1 }
  for (const block of isTooDeep ? leavesOf(blocks) : blocks) writeBlock(block, inner)
}

/** The schema's greatest level; no document reaches it. */
const MAX_LEVEL = 100

type Handlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, place: Place) => void
}

const handlers: Handlers = {
  title: (block, place) => addInline(block, place, { label: 'title' }),
  heading: (block, place) =>
    addInline(block, place, { label: 'section_header', level: Math.min(MAX_LEVEL, block.level) }),
  paragraph: (block, place) => {
    if (isBlankParagraph(block)) return
    addInline(block, place, { label: paragraphLabel(block, place) })
  },
  plainText: (block, place) => {
    const item = addOwnText(place, 'text', block.text, block.provenance)
    setExtra(place.assembly, item, { kind: 'plain_text' })
  },
  list: (block, place) => {
    if (block.items.length === 0) return
    const group = addGroup(place.assembly, place.parent, place.layer, 'list', 'list')
    for (const item of block.items) addItem(item, block.provenance, { ...place, parent: group })
  },
  table: addTableBlock,
  codeBlock: addCode,
  formulaBlock: (block, place) => {
    const { latex, number, printed, provenance } = block
    const text = latex + tagOf(number)
    const orig = printed ?? text
    const prov = toProv(provenance, orig.length, place.pages)
    const { assembly, parent, layer } = place
    const item = addText(assembly, parent, layer, { label: 'formula', prov, orig, text })
    if (number !== undefined) setExtra(place.assembly, item, { number })
  },
  quote: (block, place) => {
    const group = addGroup(place.assembly, place.parent, place.layer, 'unspecified', 'quote')
    setExtra(place.assembly, group, { kind: 'quote' })
    writeBlocksIn(block.blocks, { ...place, parent: group })
  },
  figure: addFigure,
  section: addSection,
  furniture: addFurniture,
  thematicBreak: (block, place) => {
    const item = addOwnText(unseen(place), 'text', '', block.provenance)
    setExtra(place.assembly, item, { kind: 'thematic_break' })
  },
}

/** Returns the LaTeX `\tag` of a formula's number. */
export function tagOf(number: string | undefined): string {
  return number === undefined ? '' : ` \\tag{${number}}`
}

function writeBlock<Type extends BlockType>(block: NodeOf<Block, Type>, place: Place): void {
  // Sound: the handler under a block's own type takes blocks of that type.
  const handle = handlers[block.type] as (block: NodeOf<Block, Type>, place: Place) => void
  handle(block, place)
}

/** Returns the place in the invisible layer, for items without text; furniture stays in its own layer. */
function unseen(place: Place): Place {
  return place.layer === 'furniture' ? place : { ...place, layer: 'invisible' }
}

/** Writes the blocks of a group; an empty group, which the schema forbids, gets an invisible item. */
function writeBlocksIn(blocks: readonly Block[], place: Place): void {
  writeBlocks(blocks, place)
  if (place.parent.children.length > 0) return
  const item = addOwnText(unseen(place), 'text', '', undefined)
  setExtra(place.assembly, item, { kind: 'empty' })
}

function paragraphLabel(block: NodeOf<Block, 'paragraph'>, place: Place): TextLabel {
  if (block.checked !== undefined) {
    return block.checked ? 'checkbox_selected' : 'checkbox_unselected'
  }
  if (place.layer === 'furniture') return 'text'
  return block.role ?? 'text'
}

type WithInlines = {
  readonly inlines: readonly Inline[]
  readonly provenance?: readonly Provenance[]
}

function addInline(block: WithInlines, place: Place, fields: ItemFields, before = ''): Node {
  return addInlines(place, block.inlines, fields, provOf(block.provenance, place), before)
}

function provOf(
  provenance: readonly Provenance[] | undefined,
  place: Place,
): (length: number, before: number) => Prov[] {
  return (length, before) => toProv(provenance, length, place.pages, before)
}

function addOwnText(
  place: Place,
  label: TextLabel,
  text: string,
  provenance: readonly Provenance[] | undefined,
): Node {
  const prov = toProv(provenance, text.length, place.pages)
  return addText(place.assembly, place.parent, place.layer, { label, prov, orig: text, text })
}

/** Writes the first paragraph as the item's text and the other blocks as its children. A list group cannot have provenance, so items without any get that of the list. */
function addItem(item: Item, listPlace: List['provenance'], place: Place): void {
  const { own, rest } = splitLead(item.blocks)
  const provenance = item.provenance ?? own?.provenance ?? listPlace
  const fields = { label: 'list_item', ...markerFields(item) } as const
  const lead = { inlines: own?.inlines ?? [], ...pick(provenance) }
  const before = item.marker.type === 'bullet' ? '' : `${fields.marker} `
  const node = addInline(lead, place, fields, before)
  if (item.checked !== undefined) setExtra(place.assembly, node, { checked: item.checked })
  if (item.marker.type === 'label' && isNumberMarker(item.marker.text)) {
    setExtra(place.assembly, node, { kind: 'label' })
  }
  writeBlocks(rest, { ...place, parent: node })
}

interface Lead {
  readonly own: NodeOf<Block, 'paragraph'> | undefined
  readonly rest: readonly Block[]
}

/** Splits the blocks of an item or a note into the first paragraph, which becomes its text, and the rest. */
export function splitLead(blocks: readonly Block[]): Lead {
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

function addTableBlock(block: NodeOf<Block, 'table'>, place: Place): void {
  const item = addTableItem(block, place, (blocks, parent) =>
    writeBlocksIn(blocks, { ...place, parent }),
  )
  addCaption(block.caption, item, place)
  for (const note of block.notes ?? []) {
    const before = item.children.length
    writeBlocks([asFootnote(note)], { ...place, parent: item })
    item.footnotes.push(...item.children.slice(before))
  }
}

function asFootnote(note: Block): Block {
  return note.type === 'paragraph' && note.role === undefined ? { ...note, role: 'footnote' } : note
}

function addCaption(
  caption: Caption | undefined,
  owner: TableItem | PictureItem,
  place: Place,
): void {
  if (!caption) return
  const node = addInline(caption, { ...place, parent: owner }, { label: 'caption' })
  owner.captions.push(refTo(node))
  setExtra(place.assembly, node, { caption_position: caption.position })
}

function addCode(block: NodeOf<Block, 'codeBlock'>, place: Place): void {
  const code_language = toCodeLanguage(block.language)
  const item = addText(place.assembly, place.parent, place.layer, {
    label: 'code',
    prov: toProv(block.provenance, block.text.length, place.pages),
    orig: block.text,
    text: block.text,
    code_language,
    captions: [],
    references: [],
    footnotes: [],
  })
  if (block.language !== undefined) {
    setExtra(place.assembly, item, { language: block.language })
  }
}

/** Uses the alternative text of a picture without other text as its caption, because readers show captions. */
function addFigure(block: NodeOf<Block, 'figure'>, place: Place): void {
  const item = addPicture(place.assembly, place.parent, place.layer, {
    label: 'picture',
    prov: toProv(block.provenance, 0, place.pages),
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
  })
  addCaption(block.caption, item, place)
  if (block.alt && block.caption) setExtra(place.assembly, item, { alt: block.alt })
  else if (block.alt) {
    const node = addOwnText({ ...place, parent: item }, 'caption', block.alt, block.provenance)
    item.captions.push(refTo(node))
    setExtra(place.assembly, node, { alternative_text: true })
  }
  writeBlocks(block.blocks, { ...place, parent: item })
}

function addSection(block: NodeOf<Block, 'section'>, place: Place): void {
  const { label, name, layer } = sectionGroup(block, place)
  const group = addGroup(place.assembly, place.parent, layer, label, name)
  const inside = { ...place, parent: group, layer }
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

function sectionGroup(block: NodeOf<Block, 'section'>, place: Place): SectionGroup {
  const { layer, assembly } = place
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

/** Returns the layer of captions and notes: the layer for asides, or furniture within furniture. */
function asideOf(layer: ContentLayer): ContentLayer {
  return layer === 'furniture' ? layer : 'notes'
}

/** Writes running headers and footers: paragraphs as items with the label, other blocks in a group. */
function addFurniture(block: NodeOf<Block, 'furniture'>, place: Place): void {
  const label = block.kind === 'header' ? 'page_header' : 'page_footer'
  const inside: Place = { ...place, layer: 'furniture' }
  for (const inner of block.blocks) {
    const provenance = inner.provenance ?? block.provenance
    if ('inlines' in inner) addOwnText(inside, label, plainText(inner.inlines), provenance)
    else writeBlocks([inner], inside)
  }
}
