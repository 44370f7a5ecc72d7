/** Inline and block content as it comes → blocks: paragraphs begin and end where blocks do. */
import type { Block, Inline, Marks } from '../../model/index.ts'
import { collapseSpaces } from './spaces.ts'

export interface Flow {
  readonly blocks: Block[]
  /** Of the paragraph at hand. */
  inlines: Inline[]
  /** The link that the last inline belongs to. */
  link: { readonly anchor: object; readonly inlines: Inline[] } | undefined
}

/** A link that surrounds what is read. */
export interface Anchor {
  readonly target: string
}

export function createFlow(): Flow {
  return { blocks: [], inlines: [], link: undefined }
}

export function addInline(flow: Flow, inline: Inline, anchor: Anchor | undefined): void {
  if (!anchor) {
    flow.link = undefined
    flow.inlines.push(inline)
    return
  }
  if (flow.link?.anchor !== anchor) {
    const inlines: Inline[] = []
    flow.link = { anchor, inlines }
    flow.inlines.push({ type: 'link', target: anchor.target, inlines })
  }
  flow.link.inlines.push(inline)
}

export function addText(flow: Flow, text: string, marks: Marks, anchor: Anchor | undefined): void {
  if (text !== '') addInline(flow, { type: 'text', text, ...marks }, anchor)
}

/** Ends the paragraph at hand; one of white space alone is none. */
export function flush(flow: Flow, role?: 'caption'): void {
  const inlines = takeInlines(flow)
  if (inlines.length > 0) {
    flow.blocks.push({ type: 'paragraph', inlines, ...(role && { role }) })
  }
}

/** The inlines of the paragraph at hand, spaces collapsed; the flow has none afterwards. */
export function takeInlines(flow: Flow): Inline[] {
  const inlines = collapseSpaces(flow.inlines)
  flow.inlines = []
  flow.link = undefined
  return inlines
}

export function addBlock(flow: Flow, block: Block): void {
  flush(flow)
  flow.blocks.push(block)
}
