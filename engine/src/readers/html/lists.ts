/** Reads `ul`, `ol` and `menu` as lists; nested lists belong to the preceding item, wherever the page puts them. */
import type { Block, Item, List, Marker } from '../../model/index.ts'
import type { Context } from './context.ts'
import { createElement, type Element, findAttribute, isElement, type Node } from './dom.ts'
import { findElementKind } from './elements.ts'
import { isHidden } from './hidden.ts'

type MutableItem = Item & { blocks: Block[] }

export function readList(element: Element, context: Context): List {
  const items: MutableItem[] = []
  const children = element.children.filter(
    (node) => !isElement(node) || !(isHidden(node) || context.page.notes.bodies.has(node)),
  )
  const numbering = createNumbering(element, children)
  for (const child of children) addChild(child, items, numbering, context)
  const shown = items.filter((item) => item.blocks.length > 0 || item.checked !== undefined)
  return { type: 'list', items: withoutNegatives(shown) }
}

/**
 * Turns all numbers into labels if one is negative: Markdown has no negative numbers, and a list needs markers of one
 * kind.
 */
function withoutNegatives(items: readonly Item[]): readonly Item[] {
  if (!items.some(({ marker }) => marker.type === 'number' && marker.value < 0)) return items
  return items.map((item) => {
    const { marker } = item
    if (marker.type !== 'number') return item
    return { ...item, marker: { type: 'label', text: `${marker.value}.` } }
  })
}

function addChild(
  child: Node,
  items: MutableItem[],
  numbering: (item: Element | undefined) => Marker,
  context: Context,
): void {
  if (isElement(child) && child.tagName === 'li') {
    items.push(readItem(child, numbering(child), context))
    return
  }
  const blocks = strayBlocks(child, context)
  if (blocks.length === 0) return
  const last = items.at(-1)
  const nested = isElement(child) && findElementKind(child.tagName) === 'list'
  if (last && nested) last.blocks.push(...blocks)
  else items.push({ marker: numbering(undefined), blocks })
}

/** Reads content of a list outside of its items, which HTML forbids but pages contain. */
function strayBlocks(node: Node, context: Context): Block[] {
  if (node.type === 'text' && node.value.trim() === '') return []
  // A rule separates the items of a menu; it is not an item.
  if (node.type === 'element' && node.tagName === 'hr') return []
  return context.page.readBlocks({ ...createElement('div'), children: [node] }, context)
}

function readItem(element: Element, marker: Marker, context: Context): MutableItem {
  const blocks = context.page.readBlocks(element, context)
  const checked = findChecked(element)
  if (checked === undefined) return { marker, blocks }
  return { marker, checked, blocks: blocks.map(withoutBox) }
}

/** Removes the check box from the paragraph, because the item has it. */
function withoutBox(block: Block, index: number): Block {
  if (index > 0 || block.type !== 'paragraph') return block
  const { checked: _, ...paragraph } = block
  return paragraph
}

/** A check box at the start of an item makes it a task (GFM 5.3). */
function findChecked(item: Element): boolean | undefined {
  let element: Element | undefined = item
  for (let depth = 0; depth < 4 && element; depth += 1) {
    const first: Node | undefined = element.children.find(
      (node) => node.type === 'element' || node.value.trim() !== '',
    )
    if (!first || !isElement(first)) return undefined
    if (first.tagName === 'input') {
      const isBox = findAttribute(first, 'type')?.toLowerCase() === 'checkbox'
      return isBox ? findAttribute(first, 'checked') !== undefined : undefined
    }
    element = first.tagName === 'p' || first.tagName === 'label' ? first : undefined
  }
  return undefined
}

/** Returns the marker of each item: `start`, `reversed`, `type` of the list, `value` and `type` of an item (WHATWG HTML 4.4.5). */
function createNumbering(
  list: Element,
  children: readonly Node[],
): (item: Element | undefined) => Marker {
  if (list.tagName !== 'ol') return () => ({ type: 'bullet' })
  const reversed = findAttribute(list, 'reversed') !== undefined
  const count = children.filter((node) => isElement(node) && node.tagName === 'li').length
  let next = integer(findAttribute(list, 'start')) ?? (reversed ? count : 1)
  return (item) => {
    const value = integer(item && findAttribute(item, 'value')) ?? next
    next = reversed ? value - 1 : value + 1
    const type = (item && findAttribute(item, 'type')) ?? findAttribute(list, 'type') ?? '1'
    return toMarker(value, type)
  }
}

function integer(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*[+-]?\d{1,9}/.test(value)
    ? Number.parseInt(value, 10)
    : undefined
}

function toMarker(value: number, type: string): Marker {
  const write = counters[type]
  if (!write || value < 1 || value > 3_999) return { type: 'number', value, delimiter: '.' }
  const lower = write(value)
  return { type: 'label', text: `${type === type.toUpperCase() ? lower.toUpperCase() : lower}.` }
}

const counters: Readonly<Record<string, (value: number) => string>> = {
  a: toLetters,
  A: toLetters,
  i: toRoman,
  I: toRoman,
}

function toLetters(value: number): string {
  const rest = Math.floor((value - 1) / 26)
  const last = String.fromCharCode(97 + ((value - 1) % 26))
  return rest === 0 ? last : toLetters(rest) + last
}

function toRoman(value: number): string {
  let left = value
  return romanDigits
    .map(([digit, worth]) => {
      const times = Math.floor(left / worth)
      left -= times * worth
      return digit.repeat(times)
    })
    .join('')
}

const romanDigits: readonly (readonly [digit: string, worth: number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]
