/** Lists → Markdown lists, nested by the width of the marker (docs/markdown.md, C7). */
import type { Block, Inline, Item, List, Marker } from '../../model/index.ts'
import { prefixLines } from './lines.ts'
import type { State } from './state.ts'

type WriteBlocks = (blocks: readonly Block[], state: State) => string

export function writeList(list: List, state: State, writeBlocks: WriteBlocks): string {
  return list.items
    .map((item) => writeItem(item, state, writeBlocks))
    .filter((item) => item !== '')
    .join('\n')
}

function writeItem(item: Item, state: State, writeBlocks: WriteBlocks): string {
  const marker = printedMarker(item.marker)
  const task = item.checked === undefined ? '' : `[${item.checked ? 'x' : ' '}] `
  const body = writeItemBlocks(withLabel(item), state, writeBlocks)
  if (body === '' && task === '') return marker
  return prefixLines(task + body, `${marker} `, ' '.repeat(marker.length + 1))
}

/** GFM reads at most nine digits (CommonMark 5.2). */
const MAX_NUMBER = 999_999_999

function printedMarker(marker: Marker): string {
  if (marker.type !== 'number') return '-'
  return isPrintable(marker.value) ? `${marker.value}${marker.delimiter}` : '-'
}

function isPrintable(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER
}

/** GFM has no lettered lists: the label is printed as text. */
function withLabel(item: Item): readonly Block[] {
  const label = labelOf(item.marker)
  if (label === '') return item.blocks
  const run: Inline = { type: 'text', text: `${label} ` }
  const [first, ...rest] = item.blocks
  if (first?.type === 'paragraph') {
    return [{ ...first, inlines: [run, ...first.inlines] }, ...rest]
  }
  return [{ type: 'paragraph', inlines: [run] }, ...item.blocks]
}

function labelOf(marker: Marker): string {
  if (marker.type === 'label') return marker.text.trim()
  return marker.type === 'number' && !isPrintable(marker.value)
    ? `${marker.value}${marker.delimiter}`
    : ''
}

/** A nested list follows its item's text on the next line; other blocks after a blank one. */
function writeItemBlocks(blocks: readonly Block[], state: State, writeBlocks: WriteBlocks): string {
  const [first, second, ...rest] = blocks
  const tight = first?.type === 'paragraph' && second?.type === 'list'
  if (!tight) return writeBlocks(blocks, state)
  const parts = [writeBlocks([first], state), writeBlocks([second], state)]
  const head = parts.filter((part) => part !== '').join('\n')
  const tail = writeBlocks(rest, state)
  return tail === '' ? head : `${head}\n\n${tail}`
}
