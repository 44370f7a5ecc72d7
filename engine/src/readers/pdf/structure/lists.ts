/** Finds paragraphs that begin with markers: the items of lists. */
import { isCodePart } from './code.ts'
import { indentOf, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { type FoundMarker, findMarker, romanValue, unmappedMarker } from './markers.ts'
import { structureSettings as settings } from './settings.ts'
import type { Part } from './styled-line.ts'
import { isItemTag } from './tag-types.ts'

/** A paragraph with its marker, taken from its text. */
export interface ListEntry {
  readonly found: FoundMarker
  readonly block: TextBlock
  /** Distance of the marker from the column's side, in points. */
  readonly indent: number
  /** True for an entry of contents, below which the document's text may begin. */
  readonly isContents?: boolean
}

/** Finds the blocks that are items. A bullet is enough; a dash or number needs another item of the same list nearby. */
export function findItems(
  blocks: readonly TextBlock[],
  useTags = false,
): Map<TextBlock, ListEntry> {
  const entries = entriesOf(blocks, useTags)
  const items = [...entries.values()].filter((entry, index, all) =>
    isItem(entry, all.slice(Math.max(0, index - settings.reach), index + settings.reach + 1)),
  )
  return new Map(items.map((entry) => [entry.block, entry]))
}

/** Returns the blocks that begin with a marker: short lines may be labelled as items by their neighbours, but have none. */
export function entriesOf(
  blocks: readonly TextBlock[],
  useTags: boolean,
): Map<TextBlock, ListEntry> {
  const entries = blocks.flatMap((block) => entryOf(block, useTags) ?? [])
  return new Map(entries.map((entry) => [entry.block, entry]))
}

/**
 * Adds the blocks whose number follows that of an item above, or precedes that of an item below, with the same indent: labels may
 * differ within a list.
 *
 * @param blocks Blocks that may be items, in order.
 */
export function withNeighbours(
  items: ReadonlyMap<TextBlock, ListEntry>,
  blocks: readonly TextBlock[],
): Map<TextBlock, ListEntry> {
  const all = new Map(items)
  // A marker would lose its link.
  const entries = [...entriesOf(blocks, false).values()].filter(({ found, block }) => {
    const first = block.lines[0]?.runs[0]
    // IEEE journals print headings such as `a) Mills:` in italics before their text.
    const isLetter = isLettered(found) && first?.style.italic === false
    const isNumber = found.marker.type === 'number'
    // Without a full stop, and in bold, these are the numbers of headings.
    const isClause =
      found.kind === 'decimal' && first?.style.bold === false && /[.;:]$/.test(textOf(block))
    return (isNumber || isClause || isLetter) && first?.link === undefined
  })
  const addBeside = (entry: ListEntry, neighbour: ListEntry) => {
    if (all.has(neighbour.block) && !all.has(entry.block)) all.set(entry.block, entry)
  }
  const before = entries.map((entry, index) =>
    entries
      .slice(Math.max(0, index - settings.reach), index)
      .findLast((other) => isSequel(entry, other)),
  )
  const pairs = entries.flatMap((entry, index) => {
    const other = before[index]
    return other ? [{ entry, other }] : []
  })
  for (const { entry, other } of pairs) addBeside(entry, other)
  for (const { entry, other } of pairs.toReversed()) addBeside(other, entry)
  return all
}

function isSequel({ found, block, indent }: ListEntry, before: ListEntry): boolean {
  if (found.kind !== before.found.kind || !follows(found, before.found)) return false
  return Math.abs(indent - before.indent) <= settings.centreEms * sizeOf(block)
}

/** Returns undefined without a marker, except for an item of the tags: its bullet may be drawn. Code in an item is no item. */
function entryOf(block: TextBlock, useTags: boolean): ListEntry | undefined {
  const tag = useTags ? block.lines[0]?.tag : undefined
  const isUnmarked = tag && isItemTag(tag) && !isCodePart(block)
  const found = findMarker(textOf(block)) ?? (isUnmarked ? unmappedMarker : undefined)
  return found && { found, block, indent: indentOf(block, block.lines.slice(0, 1)) }
}

function isItem({ found, block }: ListEntry, near: readonly ListEntry[]): boolean {
  if (found.kind.startsWith('bullet')) return true
  const alike = near.filter((other) => other.block !== block && other.found.kind === found.kind)
  if (found.kind === 'decimal' || found.marker.type === 'bullet') return alike.length > 0
  // Initials of names look like labels of a list, but are not consecutive.
  return alike.some((other) => areNext(found, other.found))
}

function areNext(a: FoundMarker, b: FoundMarker): boolean {
  return follows(a, b) || follows(b, a)
}

/** Returns true if a number or label is the next one after another. */
function follows({ marker }: FoundMarker, { marker: last }: FoundMarker): boolean {
  if (marker.type === 'number' && last.type === 'number') return marker.value === last.value + 1
  const before = ordinalsOf(last)
  return ordinalsOf(marker).some((value, kind) => value === (before[kind] ?? Number.NaN) + 1)
}

/** Returns true for a letter or roman numeral as the label of an item. Other labels may be those of sections and formulas. */
function isLettered({ marker, kind }: FoundMarker): boolean {
  return marker.type === 'label' && /^\(?a[.)]/i.test(kind)
}

/** Returns the numbers that a label can mean as a letter, roman numeral or number; `NaN` for each impossible one. */
function ordinalsOf(marker: FoundMarker['marker']): readonly number[] {
  const text = marker.type === 'label' ? marker.text.replace(/[().]/g, '').toLowerCase() : ''
  return [
    text.length === 1 ? text.charCodeAt(0) : Number.NaN,
    romanValue(text),
    /^\d+$/.test(text) ? Number(text) : Number.NaN,
  ]
}

/** Removes the marker from the beginning of a text. */
export function withoutMarker(parts: readonly Part[], length: number): Part[] {
  const rest: Part[] = []
  let left = length
  for (const part of parts) {
    const cut = Math.min(left, part.text.length)
    left -= cut
    if (cut < part.text.length) rest.push({ ...part, text: part.text.slice(cut) })
  }
  const [first] = rest
  if (first) rest[0] = { ...first, text: first.text.trimStart() }
  return rest
}
