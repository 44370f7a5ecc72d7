/** Builds lists: items are nested by indent, and hold the blocks indented below their text. */
import type { Block, Item, List, Paragraph, Provenance } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { captionKind } from '../captions.ts'
import { goesOnInCode, isCode } from './code.ts'
import { firstPart } from './column-parts.ts'
import { indentOf, type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import type { ListEntry } from './lists.ts'
import { structureSettings as settings } from './settings.ts'

/** The lists that the next block may continue. */
export interface OpenLists {
  readonly root: OpenList[]
  /** The last item and the items around it, outermost first. */
  readonly path: OpenItem[]
  /** Blocks below the last item that belong to it only if the list goes on after them. */
  readonly held: HeldBlock[]
}

interface OpenList {
  readonly items: OpenItem[]
}

interface OpenItem {
  readonly entry: ListEntry
  readonly list: OpenList
  /** Nested lists, and the blocks between them. */
  readonly content: (OpenList | LayoutBlock)[]
}

interface HeldBlock {
  readonly block: LayoutBlock
  readonly item: OpenItem
}

/** Makes blocks of what an item holds. */
export interface ItemBuilder {
  readonly paragraphOf: (entry: ListEntry) => Paragraph
  readonly blocksOf: (blocks: readonly LayoutBlock[]) => Block[]
}

/** Indents of paragraphs outside of lists: distances from the column's side, in points. */
export interface ParagraphIndents {
  /** Indent of the paragraph before the list. */
  readonly before: number | undefined
  /** Usual indents of first lines. */
  readonly first: readonly number[]
}

/** Returns the usual indents of first lines, of paragraphs whose other lines begin further left. */
export function firstIndentsOf(blocks: readonly TextBlock[]): number[] {
  const counts = new Map<number, number>()
  for (const block of blocks) {
    const [first, ...others] = firstPart(block)
    if (!first || others.length === 0) continue
    const indent = indentOf(block, [first])
    if (indent - indentOf(block, others) <= settings.indentEms * first.size) continue
    counts.set(Math.round(indent), (counts.get(Math.round(indent)) ?? 0) + 1)
  }
  return [...counts].flatMap(([indent, count]) => (count >= settings.few ? [indent] : []))
}

export function openLists(): OpenLists {
  return { root: [], path: [], held: [] }
}

/** Returns true if an item continues one of the open lists, or is nested in one of their items. */
export function goesOnWith({ path }: OpenLists, entry: ListEntry): boolean {
  const depth = depthOf(path, entry)
  const sibling = path[depth]
  return depth > 0 || (sibling !== undefined && isOfList(sibling.list, entry))
}

/** Adds an item, nested by its indent; another list begins if the kind of marker changes at one indent. */
export function addItem(open: OpenLists, entry: ListEntry): void {
  const { root, path } = open
  keepHeld(open)
  path.length = Math.min(depthOf(path, entry), settings.listDepth - 1)
  const lists = path.at(-1)?.content ?? root
  const last = lists.at(-1)
  const isNext = last !== undefined && 'items' in last && isOfList(last, entry)
  const list = isNext ? last : { items: [] }
  if (!isNext) lists.push(list)
  const item: OpenItem = { entry, list, content: [] }
  list.items.push(item)
  path.push(item)
}

/** Returns the number of open items that are around an item. */
function depthOf(path: readonly OpenItem[], entry: ListEntry): number {
  const em = emOf(entry.block)
  return (
    1 + path.findLastIndex((item) => entry.indent >= item.entry.indent + settings.indentEms * em)
  )
}

/**
 * Adds a block to the open item that it is indented below. A paragraph that begins where the item's text does belongs to the item, and
 * so does code that the item announces, or that is indented like the code of the items before. Another block, and any block below an entry
 * of contents, belongs to it only if the list goes on after the block.
 *
 * @returns False if there is no such item.
 */
export function addToItem(open: OpenLists, block: LayoutBlock, indents: ParagraphIndents): boolean {
  const { path, held } = open
  const last = held.at(-1)
  // A block after one of an outer item is not part of an inner one.
  const items = last ? path.slice(0, path.indexOf(last.item) + 1) : path
  const item = items.findLast(({ entry }) => isBelow(block, entry))
  if (!item || hangsInMargin(item, indents.before)) return false
  held.push({ block, item })
  const isOfItem = isAtText(block, item, indents.first) || isCodeOfItem(block, item)
  if (isOfItem && !item.entry.isContents) keepHeld(open)
  return true
}

/** Returns true for code below a colon, for the rest of an item's code, and for code with the indent of that of an item before. */
function isCodeOfItem(block: LayoutBlock, { entry, list, content }: OpenItem): boolean {
  if (block.type !== 'text' || !isCode(block)) return false
  const last = content.at(-1)
  if (!last && textOf(entry.block).endsWith(':')) return true
  if (last && isCodeBlock(last) && goesOnInCode(last, block)) return true
  const offset = offsetOf(block, entry.block)
  const near = settings.centreEms * emOf(entry.block)
  return list.items.slice(-settings.reach, -1).some((item) =>
    item.content
      .slice(0, settings.reach)
      .filter(isCodeBlock)
      .some((other) => Math.abs(offsetOf(other, item.entry.block) - offset) <= near),
  )
}

function isCodeBlock(part: OpenList | LayoutBlock): part is TextBlock {
  return 'type' in part && part.type === 'text' && isCode(part)
}

function isBelow(block: LayoutBlock, { block: own }: ListEntry): boolean {
  const least = settings.indentEms * emOf(own)
  if (block.type !== 'text') return block.page === own.page && block.box.x0 - own.box.x0 >= least
  if (block.isCell || captionKind(textOf(block)) !== undefined) return false
  return block.leftwards === own.leftwards && offsetOf(block, own) >= least
}

/** Returns true if the marker hangs in the margin: the text outside of the list begins where the item's text does, or further right. */
function hangsInMargin(item: OpenItem, before: number | undefined): boolean {
  const start = textStart(item)
  if (start === undefined || before === undefined) return false
  return before > item.entry.indent + start - settings.centreEms * emOf(item.entry.block)
}

/** Returns true for a single line that may be the first line of a paragraph. */
export function isFirstLine(block: TextBlock, firstIndents: readonly number[]): boolean {
  const slack = settings.centreEms * emOf(block)
  const indent = indentOf(block)
  return block.lines.length === 1 && firstIndents.some((own) => Math.abs(indent - own) <= slack)
}

function isAtText(block: LayoutBlock, item: OpenItem, firstIndents: readonly number[]): boolean {
  if (block.type !== 'text' || isCode(block)) return false
  const em = emOf(item.entry.block)
  const areAligned = (a: number, b: number) => Math.abs(a - b) <= settings.centreEms * em
  if (isFirstLine(block, firstIndents)) return false
  const offset = offsetOf(block, item.entry.block)
  const start = textStart(item)
  return start === undefined ? offset <= settings.markerEms * em : areAligned(offset, start)
}

/** Returns the distance of an item's text from its marker, in points; `undefined` if no item nearby has two lines. */
function textStart({ entry, list }: OpenItem): number | undefined {
  const near = [...list.items.slice(-settings.reach).map((item) => item.entry), entry]
  const long = near.findLast(({ block }) => firstPart(block).length > 1)
  if (!long) return undefined
  const [first, ...rest] = firstPart(long.block)
  return first && indentOf(long.block, rest) - indentOf(long.block, [first])
}

/** Returns how far a block begins behind the first line of an item, in points. */
function offsetOf(block: TextBlock, own: TextBlock): number {
  const isElsewhere =
    block.page !== own.page ||
    block.columnStart > own.columnEnd ||
    block.columnEnd < own.columnStart
  const first = own.lines.slice(0, 1)
  if (isElsewhere) return indentOf(block) - indentOf(own, first)
  const inColumn = { ...block, columnStart: own.columnStart, columnEnd: own.columnEnd }
  return indentOf(inColumn) - indentOf(own, first)
}

function keepHeld({ path, held }: OpenLists): void {
  for (const { block, item } of held) {
    path.length = path.indexOf(item) + 1
    item.content.push(block)
  }
  held.length = 0
}

function emOf({ lines }: TextBlock): number {
  return lines[0]?.size ?? 0
}

/** Returns true if an entry belongs to an open list; a number that starts again begins a new list. */
function isOfList({ items }: OpenList, { found }: ListEntry): boolean {
  const before = items.at(-1)?.entry.found
  if (!before || isOrdered(before) !== isOrdered(found)) return false
  const [a, b] = [before.marker, found.marker]
  if (a.type === 'number' && b.type === 'number') return b.value > a.value
  return true
}

function isOrdered({ marker }: ListEntry['found']): boolean {
  return marker.type === 'number'
}

/** Makes the lists, and returns the blocks after the last item that belong to no item. */
export function closeLists(
  { root, held }: OpenLists,
  builder: ItemBuilder,
): { readonly lists: readonly List[]; readonly rest: readonly LayoutBlock[] } {
  return {
    lists: root.map((list) => toList(list, builder)),
    rest: held.map(({ block }) => block),
  }
}

function toList({ items }: OpenList, builder: ItemBuilder): List {
  const made = items.map((item) => toItem(item, builder))
  return { type: 'list', items: made, provenance: placesOf(made) }
}

function toItem({ entry, content }: OpenItem, builder: ItemBuilder): Item {
  const paragraph = builder.paragraphOf(entry)
  const blocks: Block[] = [paragraph]
  const waiting: LayoutBlock[] = []
  const flush = () => {
    blocks.push(...builder.blocksOf(waiting))
    waiting.length = 0
  }
  for (const part of content) {
    if ('items' in part) {
      flush()
      blocks.push(toList(part, builder))
    } else waiting.push(part)
  }
  flush()
  const { marker, checked } = entry.found
  return {
    marker,
    ...(checked !== undefined && { checked }),
    blocks,
    provenance: paragraph.provenance ?? entry.block.provenance,
  }
}

/** Returns the box of the items on each page. */
function placesOf(items: readonly Item[]): Provenance[] {
  const places = items.flatMap(placesOfItem).filter((place) => place.type === 'page')
  return Array.from(
    Map.groupBy(places, ({ page }) => page),
    ([page, own]) => {
      return { type: 'page', page, bbox: boxAround(own.map(({ bbox }) => bbox)) }
    },
  )
}

function placesOfItem({ provenance = [], blocks }: Item): readonly Provenance[] {
  return [...provenance, ...blocks.flatMap((block) => block.provenance ?? [])]
}
