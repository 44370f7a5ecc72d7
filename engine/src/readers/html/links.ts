/** Reads `a` as links and note references. */

import { addInline, type BlockBuilder } from './block-builder.ts'
import type { Context } from './context.ts'
import { type Element, findAttribute, nodesBelow } from './dom.ts'
import { addReference, hasBacklink } from './notes.ts'

type ReadInside = (element: Element, builder: BlockBuilder, context: Context) => void

export function readLink(
  element: Element,
  builder: BlockBuilder,
  context: Context,
  readInside: ReadInside,
): void {
  const { notes } = context.page
  if (notes.isReading && hasBacklink(element, notes)) return
  const note = notes.bodies.size > 0 ? addReference(element, notes) : undefined
  if (note !== undefined) {
    addInline(builder, { type: 'noteReference', note }, undefined)
    return
  }
  const target = findTarget(element)
  readInside(element, builder, target === undefined ? context : { ...context, anchor: { target } })
}

/** Returns the link's URL without outer spaces and inner newlines (WHATWG URL 4.4). */
function findTarget(link: Element): string | undefined {
  const href = findAttribute(link, 'href')
    ?.replace(/[\t\n\r]+/g, '')
    .trim()
  return href === '' ? undefined : href
}

/** Reads superscript text; if it holds only note references, drops the brackets: `<sup>[<a>1</a>]</sup>`. */
export function readSuperscript(
  element: Element,
  builder: BlockBuilder,
  context: Context,
  readInside: ReadInside,
): void {
  const { notes } = context.page
  const links = notes.bodies.size > 0 && !notes.isReading ? findOnlyMarks(element, context) : []
  if (links.length === 0) readInside(element, builder, context)
  for (const link of links) readLink(link, builder, context, readInside)
}

/** Returns the note references inside, if there is no other text than brackets and commas. */
function findOnlyMarks(element: Element, { page }: Context): Element[] {
  const { references } = page.notes
  const links: Element[] = []
  for (const node of nodesBelow(element, (inside) => !references.has(inside))) {
    if (node.type === 'element' && references.has(node)) links.push(node)
    else if (node.type === 'text' && !/^[\s,;[\]()]*$/.test(node.value)) return []
  }
  return links
}
