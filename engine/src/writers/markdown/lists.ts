/** Writes lists as Markdown, nested by the width of the marker (docs/markdown.md, C7). */
import {
  type Block,
  checkBox,
  type Item,
  type List,
  type Marker,
  markerText,
  plainText,
  printedBlocks,
  text,
} from '../../model/index.ts'
import { cleanText } from './characters.ts'
import { writeItemText } from './inlines.ts'
import type { State } from './state.ts'

/** Writes blocks; passed in by blocks.ts, because items hold blocks and blocks hold lists. */
type WriteBlocks = (blocks: readonly Block[], state: State) => void

/** Separates two lists that a parser would read as one. */
export const LIST_SEPARATOR = '<!-- -->'

export function writeList(list: List, state: State, writeBlocks: WriteBlocks): void {
  const { output } = state
  const start = output.length
  for (const item of list.items) {
    if (output.length > start) output.noGap()
    writeItem(item, state, writeBlocks)
  }
}

function writeItem(item: Item, state: State, writeBlocks: WriteBlocks): void {
  const { output } = state
  const marker = listMarker(item.marker)
  output.enter(`${marker} `, ' '.repeat(marker.length + 1))
  const rest = writeLead(item, state)
  writeBlocks(rest, state)
  // An empty item prints its number; a bullet without text has no meaning and is dropped.
  if (!output.leave() && item.marker.type !== 'bullet') output.write(marker)
}

/**
 * Writes the check box, label and text after the marker.
 *
 * @returns The remaining blocks.
 */
function writeLead({ marker, checked, blocks }: Item, state: State): readonly Block[] {
  const { output } = state
  const printed = printedBlocks(blocks)
  const [first, ...others] = printed
  const label = labelOf(marker)
  const hasText = first?.type === 'paragraph' && first.checked === undefined
  const inlines = [...(label === '' ? [] : [text(`${label} `)]), ...(hasText ? first.inlines : [])]
  const rest = hasText ? others : printed
  const lead = `${checkBox(checked)}${writeItemText(inlines, state)}`.trimEnd()
  if (lead === '') return rest
  output.write(lead)
  if (rest[0]?.type !== 'list' || !interruptsParagraph(rest[0])) output.gap()
  return rest
}

/** GFM reads at most nine digits (CommonMark 5.2). */
const MAX_NUMBER = 999_999_999

function isListNumber(marker: Marker): marker is Extract<Marker, { type: 'number' }> {
  if (marker.type !== 'number') return false
  return Number.isInteger(marker.value) && marker.value >= 0 && marker.value <= MAX_NUMBER
}

function listMarker(marker: Marker): string {
  return isListNumber(marker) ? markerText(marker) : '-'
}

/** GFM has no lettered lists: labels are printed as text. */
function labelOf(marker: Marker): string {
  return marker.type === 'bullet' || isListNumber(marker) ? '' : markerText(marker)
}

/** Returns true if a list can directly follow a paragraph's line: a numbered one must begin with 1 and with text (CommonMark 5.3). */
function interruptsParagraph({ items }: List): boolean {
  const [first] = items
  if (!first || !startsWithText(first)) return false
  return !isListNumber(first.marker) || first.marker.value === 1
}

function startsWithText({ marker, checked, blocks }: Item): boolean {
  if (checked !== undefined || labelOf(marker) !== '') return true
  const [first] = printedBlocks(blocks)
  return first?.type === 'paragraph' && cleanText(plainText(first.inlines)).trim() !== ''
}

/** Returns true if GFM would join two adjacent lists, because their markers are of one kind. */
export function wouldJoin(first: List, second: List): boolean {
  const [last, next] = [first.items.at(-1)?.marker, second.items[0]?.marker]
  if (!last || !next) return false
  if (isListNumber(last) && isListNumber(next)) return last.delimiter === next.delimiter
  return isListNumber(last) === isListNumber(next)
}
