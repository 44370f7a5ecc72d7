/** Groups consecutive paragraphs: items to nested lists, lines of code to code blocks, quotations to quotes. */
import type { Block, Item, Marker } from '../../../model/index.ts'
import { looksLikeCode } from './code.ts'

/** A converted paragraph or table, with the properties that decide how it joins its neighbours. */
export type Entry =
  /** A block that ends all open lists. */
  | { readonly type: 'block'; readonly block: Block }
  /** A block that belongs to the preceding item. */
  | { readonly type: 'inside'; readonly block: Block }
  | TextEntry
  | ItemEntry
  | CodeEntry
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }

interface CodeEntry {
  readonly type: 'code'
  readonly text: string
  /** The text entry to use if the characters are not code. */
  readonly otherwise?: TextEntry
}

interface TextEntry {
  readonly type: 'text'
  readonly blocks: readonly Block[]
  /** Left edge of the first line, points. */
  readonly start: number
  /** True if the style is for lists, or if the paragraph switches its style's numbering off. */
  readonly isListStyle: boolean
}

interface ItemEntry {
  readonly type: 'item'
  readonly marker: Marker
  /** Counted from 0. */
  readonly level: number
  /** Items of one family are numbered together. */
  readonly family: string
  /** Left edge of the text, points. */
  readonly start?: number
  readonly checked?: boolean
  readonly blocks: readonly Block[]
}

/** A list that following items may continue. */
interface OpenList {
  readonly level: number
  readonly family: string
  readonly start: number | undefined
  readonly items: OpenItem[]
}

interface OpenItem extends Item {
  readonly blocks: Block[]
}

interface Outline {
  readonly blocks: Block[]
  readonly open: OpenList[]
}

/** Groups entries into blocks. */
export function groupEntries(entries: readonly Entry[]): Block[] {
  const [only] = entries
  // Shortcut for table cells, most of which hold one paragraph.
  if (entries.length === 1 && only?.type === 'text') return [...only.blocks]
  const outline: Outline = { blocks: [], open: [] }
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry) index += addEntry(entry, entries, index, outline)
  }
  return outline.blocks
}

/** @returns The number of following entries that were added too. */
function addEntry(
  entry: Entry,
  entries: readonly Entry[],
  index: number,
  outline: Outline,
): number {
  switch (entry.type) {
    case 'item':
      addItem(entry, outline)
      return 0
    case 'inside':
      openBlocks(outline).push(entry.block)
      return 0
    case 'text':
      addText(entry, entries, index, outline)
      return 0
    case 'block':
      closeLists(outline.open, 0)
      outline.blocks.push(entry.block)
      return 0
    case 'code':
      return addCode(entry, entries, index, outline)
    case 'quote':
      closeLists(outline.open, 0)
      return addQuote(entries, index, outline)
  }
}

/** Returns the blocks of the innermost open item, or of the document. */
function openBlocks({ open, blocks }: Outline): Block[] {
  return open.at(-1)?.items.at(-1)?.blocks ?? blocks
}

/** Closes all lists except the outermost ones. */
function closeLists(open: OpenList[], count: number): void {
  while (open.length > count) open.pop()
}

/** Adds consecutive lines of code that are code for the same reason (style or typeface) as the first. */
function addCode(
  first: CodeEntry,
  entries: readonly Entry[],
  index: number,
  outline: Outline,
): number {
  const lines: CodeEntry[] = []
  for (let at = index; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry?.type !== 'code' || !entry.otherwise !== !first.otherwise) break
    lines.push(entry)
  }
  const texts = lines.map(({ text }) => text)
  if (first.otherwise && !looksLikeCode(texts)) {
    for (const { otherwise } of lines) if (otherwise) addText(otherwise, entries, index, outline)
    return lines.length - 1
  }
  closeLists(outline.open, 0)
  const text = texts.join('\n').replace(/^(?:[^\S\n]*\n)+|\s+$/g, '')
  if (text !== '') outline.blocks.push({ type: 'codeBlock', text })
  return lines.length - 1
}

function addText(
  entry: TextEntry,
  entries: readonly Entry[],
  index: number,
  outline: Outline,
): void {
  closeLists(outline.open, findOwningList(entry, entries, index, outline.open))
  openBlocks(outline).push(...entry.blocks)
}

function addQuote(entries: readonly Entry[], index: number, outline: Outline): number {
  const blocks: Block[] = []
  let count = 0
  for (let entry = entries[index]; entry?.type === 'quote'; entry = entries[index + count]) {
    blocks.push(...entry.blocks)
    count += 1
  }
  outline.blocks.push({ type: 'quote', blocks })
  return count - 1
}

/** Left edges that differ by less, in points, are treated as equal; list levels are 18 to 36 apart. */
const TOLERANCE = 5

/** The most nested lists: Word has nine levels, and other lists inside them are rare. */
const MAX_NESTING = 20

function addItem(entry: ItemEntry, outline: Outline): void {
  const { open } = outline
  let closed: OpenList | undefined
  while (isDeeper(open.at(-1), entry)) closed = open.pop()
  const same = open.at(-1)
  if (same && !isDeeper(entry, same)) closed = open.pop()
  const { level, family, start } = entry
  closeLists(open, MAX_NESTING - 1)
  const item = toItem(entry)
  // A list whose first item was nested too deeply continues at this item's level.
  if (closed && continues(closed, entry)) {
    closed.items.push(item)
    open.push({ level, family, start, items: closed.items })
    return
  }
  const items = [item]
  openBlocks(outline).push({ type: 'list', items })
  open.push({ level, family, start, items })
}

function toItem({ marker, checked, blocks }: ItemEntry): OpenItem {
  return { marker, ...(checked !== undefined && { checked }), blocks: [...blocks] }
}

type Position = Pick<OpenList, 'level' | 'family'> & { readonly start?: number | undefined }

/** Compares levels; between lists that are not numbered together, equal levels are decided by the left edge of the text. */
function isDeeper(one: Position | undefined, other: Position): boolean {
  if (!one) return false
  if (one.level !== other.level || one.family === other.family) return one.level > other.level
  return (one.start ?? 0) > (other.start ?? 0) + TOLERANCE
}

/** Returns true if an item continues the list: same kind of marker, and a greater number. */
function continues({ items, family }: OpenList, entry: ItemEntry): boolean {
  const before = items.at(-1)?.marker
  const { marker } = entry
  if (before?.type !== 'number' || marker.type !== 'number') {
    return (before?.type === 'number') === (marker.type === 'number')
  }
  if (before.delimiter !== marker.delimiter) return false
  return family === entry.family ? marker.value > before.value : marker.value === before.value + 1
}

/** The number of following entries searched for an item that continues the list. */
const LOOK_AHEAD = 10

/**
 * Finds the open list that an unnumbered paragraph belongs to: the one whose text has the same left edge.
 *
 * The paragraph's style must be one for lists, or the list must continue after it; otherwise a document whose whole text
 * is indented would become items.
 * @returns The number of lists that stay open; 0 for a paragraph outside of lists.
 */
function findOwningList(
  entry: TextEntry,
  entries: readonly Entry[],
  index: number,
  open: readonly OpenList[],
): number {
  const count = alignedWith(entry, open)
  if (count === 0 || entry.isListStyle) return count
  for (let at = index + 1; at <= index + LOOK_AHEAD; at += 1) {
    const next = entries[at]
    if (next?.type === 'item') return isContinuation(next, open) ? count : 0
    if (next?.type !== 'text' || alignedWith(next, open) === 0) return 0
  }
  return 0
}

function alignedWith({ start }: TextEntry, open: readonly OpenList[]): number {
  return (
    open.findLastIndex((list) => {
      const text = list.start ?? 0
      return text > TOLERANCE && start > text - TOLERANCE
    }) + 1
  )
}

function isContinuation(entry: ItemEntry, open: readonly OpenList[]): boolean {
  return open.some(
    (list) => list.family === entry.family && list.level >= entry.level && continues(list, entry),
  )
}
