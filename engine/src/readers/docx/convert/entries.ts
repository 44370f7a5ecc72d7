/** Paragraphs in a row → blocks: items to nested lists, lines to code, quotations to quotes. */
import type { Block, Item, Marker } from '../../../model/index.ts'
import { looksLikeCode } from './code.ts'

/** A paragraph or table, with what its neighbours must know of it. */
export type Entry =
  /** Ends what is before. */
  | { readonly type: 'block'; readonly block: Block }
  /** Part of the item before. */
  | { readonly type: 'inside'; readonly block: Block }
  | TextEntry
  | ItemEntry
  | CodeEntry
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }

export interface CodeEntry {
  readonly type: 'code'
  readonly text: string
  /** What it is if the text turns out to be none. */
  readonly otherwise?: TextEntry
}

export interface TextEntry {
  readonly type: 'text'
  readonly blocks: readonly Block[]
  /** Where its first line begins, points. */
  readonly start: number
  /** Of a style for lists, or numbered but for an exception. */
  readonly isListStyle: boolean
}

interface ItemEntry {
  readonly type: 'item'
  readonly marker: Marker
  /** From 0. */
  readonly level: number
  /** Numbered together. */
  readonly family: string
  /** Where its text begins, points. */
  readonly start?: number
  readonly checked?: boolean
  readonly blocks: readonly Block[]
}

/** Lists that may go on, the outermost first. */
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

/** Groups entries to blocks. */
export function groupEntries(entries: readonly Entry[]): Block[] {
  const [only] = entries
  // A cell is a paragraph as a rule.
  if (entries.length === 1 && only?.type === 'text') return [...only.blocks]
  const outline: Outline = { blocks: [], open: [] }
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry) index += addEntry(entry, entries, index, outline)
  }
  return outline.blocks
}

/** @returns How many of the following entries were added too. */
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
      placeOf(outline).push(entry.block)
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

/** The innermost open item, or the whole. */
function placeOf({ open, blocks }: Outline): Block[] {
  return open.at(-1)?.items.at(-1)?.blocks ?? blocks
}

/** Keeps the outermost lists open. */
function closeLists(open: OpenList[], count: number): void {
  while (open.length > count) open.pop()
}

/** Lines of code in a row, as certain as the first. */
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
  closeLists(outline.open, ownerOf(entry, entries, index, outline.open))
  placeOf(outline).push(...entry.blocks)
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

/** Places of text that differ by less, in points, are meant to be the same; levels are 18 to 36 apart. */
const TOLERANCE = 5

/** Word has nine levels; lists of other kinds within them are few. */
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
  // A list whose first item was too deep goes on at the level that it should have begun with.
  if (closed && continues(closed, entry)) {
    closed.items.push(item)
    open.push({ level, family, start, items: closed.items })
    return
  }
  const items = [item]
  placeOf(outline).push({ type: 'list', items })
  open.push({ level, family, start, items })
}

function toItem({ marker, checked, blocks }: ItemEntry): OpenItem {
  return { marker, ...(checked !== undefined && { checked }), blocks: [...blocks] }
}

type Position = Pick<OpenList, 'level' | 'family'> & { readonly start?: number | undefined }

/** By level; lists that are not numbered together may have the same level, and then the place of their text tells. */
function isDeeper(one: Position | undefined, other: Position): boolean {
  if (!one) return false
  if (one.level !== other.level || one.family === other.family) return one.level > other.level
  return (one.start ?? 0) > (other.start ?? 0) + TOLERANCE
}

/** Whether an item goes into the list before it: of its kind, and no number that starts again. */
function continues({ items, family }: OpenList, entry: ItemEntry): boolean {
  const before = items.at(-1)?.marker
  const { marker } = entry
  if (before?.type !== 'number' || marker.type !== 'number') {
    return (before?.type === 'number') === (marker.type === 'number')
  }
  if (before.delimiter !== marker.delimiter) return false
  return family === entry.family ? marker.value > before.value : marker.value === before.value + 1
}

/** Entries that are looked at for the item with which a list goes on. */
const LOOK_AHEAD = 10

/**
 * Which of the open lists a paragraph without a number belongs to: that whose text it is aligned with.
 *
 * A document whose whole text is indented would be all items then; so its style must be one of lists, or the list must
 * go on after it.
 * @returns How many lists stay open; 0 when it is no part of any.
 */
function ownerOf(
  entry: TextEntry,
  entries: readonly Entry[],
  index: number,
  open: readonly OpenList[],
): number {
  const count = alignedWith(entry, open)
  if (count === 0 || entry.isListStyle) return count
  for (let at = index + 1; at <= index + LOOK_AHEAD; at += 1) {
    const next = entries[at]
    if (next?.type === 'item') return goesOn(next, open) ? count : 0
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

function goesOn(entry: ItemEntry, open: readonly OpenList[]): boolean {
  return open.some(
    (list) => list.family === entry.family && list.level >= entry.level && continues(list, entry),
  )
}
