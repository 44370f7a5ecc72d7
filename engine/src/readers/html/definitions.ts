/** Reads `dl` as a list of `**term**: definition`. */
import { type Block, bullet, type Inline, type Item, type List } from '../../model/index.ts'
import type { Context } from './context.ts'
import { childElements, type Element } from './dom.ts'
import { isHidden } from './hidden.ts'

export function readDefinitions(element: Element, context: Context): List {
  const items: Item[] = []
  let terms: Inline[][] = []
  let described = false
  for (const child of entriesOf(element)) {
    if (child.tagName === 'dt') {
      if (described) terms = []
      described = false
      terms.push(termInlines(context.page.readBlocks(child, context)))
    } else {
      const blocks = context.page.readBlocks(child, context)
      if (described) extendLast(items, blocks)
      else items.push({ marker: bullet, blocks: withTerms(terms, blocks) })
      described = true
    }
  }
  if (!described && terms.length > 0) items.push({ marker: bullet, blocks: withTerms(terms, []) })
  return { type: 'list', items: items.filter((item) => item.blocks.length > 0) }
}

/** Returns `dt` and `dd` elements, also those inside grouping `div`s; any other child counts as a definition. */
function entriesOf(element: Element): Element[] {
  return childElements(element)
    .filter((child) => !isHidden(child))
    .flatMap((child) => (child.tagName === 'div' ? childElements(child) : [child]))
}

/** Joins the blocks of a term into one line. */
function termInlines(blocks: readonly Block[]): Inline[] {
  return blocks
    .filter((block) => 'inlines' in block)
    .flatMap(({ inlines }, index): readonly Inline[] =>
      index === 0 ? inlines : [{ type: 'text', text: ' ' }, ...inlines],
    )
    .map((inline) => (inline.type === 'text' ? { ...inline, bold: true } : inline))
}

function withTerms(terms: readonly (readonly Inline[])[], blocks: readonly Block[]): Block[] {
  const joined = terms.flatMap((term, index): Inline[] =>
    index === 0 ? [...term] : [{ type: 'text', text: ', ' }, ...term],
  )
  if (joined.length === 0) return [...blocks]
  const [first, ...rest] = blocks
  if (!first) return [{ type: 'paragraph', inlines: joined }]
  const colon: Inline = { type: 'text', text: first.type === 'paragraph' ? ': ' : ':' }
  const head = first.type === 'paragraph' ? first.inlines : []
  const tail = first.type === 'paragraph' ? rest : blocks
  return [{ type: 'paragraph', inlines: [...joined, colon, ...head] }, ...tail]
}

function extendLast(items: Item[], blocks: readonly Block[]): void {
  const last = items.pop()
  items.push({ marker: bullet, blocks: [...(last?.blocks ?? []), ...blocks] })
}
