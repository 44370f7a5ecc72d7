/** Inline and block content as it comes → blocks: paragraphs begin and end where blocks do. */
import {
  type Block,
  type Inline,
  type Marks,
  type Paragraph,
  paragraph,
  type Text,
} from '../../model/index.ts'
import { type Anchor, noMarks } from './context.ts'
import { collapseText, cutTrailingSpace, trimEnd } from './spaces.ts'

export interface Flow {
  readonly blocks: Block[]
  /** Of the paragraph at hand. */
  inlines: Inline[]
  /** The link that the last inline belongs to. */
  link: { readonly anchor: Anchor; readonly inlines: Inline[] } | undefined
  /** Whether a space here would follow another, or stand at the start of a line. */
  atSpace: boolean
  /** Of the check box at the start of the paragraph at hand. */
  checked: boolean | undefined
}

export function createFlow(): Flow {
  return { blocks: [], inlines: [], link: undefined, atSpace: true, checked: undefined }
}

/** Anything but text; see `addText`. */
export function addInline(flow: Flow, inline: Inline, anchor: Anchor | undefined): void {
  const inlines = openInlines(flow, anchor)
  flow.atSpace = inline.type === 'lineBreak'
  if (flow.atSpace) cutTrailingSpace(inlines)
  inlines.push(inline)
}

/** Collapses spaces, also over the borders of runs, and joins runs alike. */
export function addText(flow: Flow, text: string, marks: Marks, anchor: Anchor | undefined): void {
  const collapsed = collapseText(text, flow.atSpace)
  if (collapsed === '') return
  flow.atSpace = collapsed.endsWith(' ')
  const inlines = openInlines(flow, anchor)
  const last = inlines.at(-1)
  if (last?.type === 'text' && sameMarks(last, marks)) {
    inlines[inlines.length - 1] = { ...last, text: last.text + collapsed }
  } else inlines.push(run(collapsed, marks))
}

/** Text whose spaces are kept as they are. */
export function addPreserved(
  flow: Flow,
  text: string,
  marks: Marks,
  anchor: Anchor | undefined,
): void {
  if (text === '') return
  flow.atSpace = false
  openInlines(flow, anchor).push(run(text, marks))
}

/** Most text has no formatting; spreading none costs three times the object. */
function run(text: string, marks: Marks): Text {
  return marks === noMarks ? { type: 'text', text } : { type: 'text', text, ...marks }
}

/** Where the next inline goes: into the link around it, or the paragraph. */
function openInlines(flow: Flow, anchor: Anchor | undefined): Inline[] {
  if (!anchor) {
    flow.link = undefined
    return flow.inlines
  }
  if (flow.link?.anchor !== anchor) {
    const inlines: Inline[] = []
    flow.link = { anchor, inlines }
    flow.inlines.push({ type: 'link', target: anchor.target, inlines })
  }
  return flow.link.inlines
}

function sameMarks(a: Marks, b: Marks): boolean {
  return (
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.strike) === Boolean(b.strike) &&
    Boolean(a.underline) === Boolean(b.underline) &&
    a.script === b.script
  )
}

/** Ends the paragraph at hand; one of white space alone is none. */
export function flush(flow: Flow, role?: Paragraph['role']): void {
  const { checked } = flow
  if (flow.inlines.length === 0 && checked === undefined) return
  const inlines = takeInlines(flow)
  if (inlines.length === 0) {
    if (checked !== undefined) flow.blocks.push(paragraph(boxText(checked)))
  } else if (role || checked !== undefined) {
    const extras = { ...(role && { role }), ...(checked !== undefined && { checked }) }
    flow.blocks.push({ type: 'paragraph', inlines, ...extras })
  } else flow.blocks.push({ type: 'paragraph', inlines })
}

/** A check box that stands in text, or alone. */
export function boxText(checked: boolean): string {
  return checked ? '☑' : '☐'
}

/** The inlines of the paragraph at hand; the flow has none afterwards. */
export function takeInlines(flow: Flow): Inline[] {
  const inlines = trimEnd(flow.inlines)
  flow.inlines = []
  flow.link = undefined
  flow.atSpace = true
  flow.checked = undefined
  return inlines
}

export function addBlock(flow: Flow, block: Block): void {
  flush(flow)
  flow.blocks.push(block)
}
