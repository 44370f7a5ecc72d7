/** Builds blocks from inline and block content; paragraphs begin and end at the borders of blocks. */
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

export interface BlockBuilder {
  readonly blocks: Block[]
  /** Inlines of the current paragraph. */
  inlines: Inline[]
  /** The link of the last inline. */
  link: { readonly anchor: Anchor; readonly inlines: Inline[] } | undefined
  /** True if the next space would be collapsed: it follows another one or begins a line. */
  atSpace: boolean
  /** State of the check box at the start of the current paragraph. */
  checked: boolean | undefined
}

export function createBlockBuilder(): BlockBuilder {
  return { blocks: [], inlines: [], link: undefined, atSpace: true, checked: undefined }
}

/** Adds an inline other than text; for text see `addText`. */
export function addInline(builder: BlockBuilder, inline: Inline, anchor: Anchor | undefined): void {
  const inlines = openInlines(builder, anchor)
  builder.atSpace = inline.type === 'lineBreak'
  if (builder.atSpace) cutTrailingSpace(inlines)
  inlines.push(inline)
}

/** Adds text, collapsing spaces also across runs, and joins runs of equal formatting. */
export function addText(
  builder: BlockBuilder,
  text: string,
  marks: Marks,
  anchor: Anchor | undefined,
): void {
  const collapsed = collapseText(text, builder.atSpace)
  if (collapsed === '') return
  builder.atSpace = collapsed.endsWith(' ')
  const inlines = openInlines(builder, anchor)
  const last = inlines.at(-1)
  if (last?.type === 'text' && sameMarks(last, marks)) {
    inlines[inlines.length - 1] = { ...last, text: last.text + collapsed }
  } else inlines.push(run(collapsed, marks))
}

/** Adds text with preserved white space. */
export function addPreserved(
  builder: BlockBuilder,
  text: string,
  marks: Marks,
  anchor: Anchor | undefined,
): void {
  if (text === '') return
  builder.atSpace = false
  openInlines(builder, anchor).push(run(text, marks))
}

/** Makes a text node; unformatted text, the usual case, skips the spread, which costs three times the object. */
function run(text: string, marks: Marks): Text {
  return marks === noMarks ? { type: 'text', text } : { type: 'text', text, ...marks }
}

/** Returns the list that the next inline belongs to: the enclosing link's, or the paragraph's. */
function openInlines(builder: BlockBuilder, anchor: Anchor | undefined): Inline[] {
  if (!anchor) {
    builder.link = undefined
    return builder.inlines
  }
  if (builder.link?.anchor !== anchor) {
    const inlines: Inline[] = []
    builder.link = { anchor, inlines }
    builder.inlines.push({ type: 'link', target: anchor.target, inlines })
  }
  return builder.link.inlines
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

/** Ends the current paragraph; drops one of white space only. */
export function flush(builder: BlockBuilder, role?: Paragraph['role']): void {
  const { checked } = builder
  if (builder.inlines.length === 0 && checked === undefined) return
  const inlines = takeInlines(builder)
  if (inlines.length === 0) {
    if (checked !== undefined) builder.blocks.push(paragraph(boxText(checked)))
  } else if (role || checked !== undefined) {
    const extras = { ...(role && { role }), ...(checked !== undefined && { checked }) }
    builder.blocks.push({ type: 'paragraph', inlines, ...extras })
  } else builder.blocks.push({ type: 'paragraph', inlines })
}

/** Returns the character for a check box within text. */
export function boxText(checked: boolean): string {
  return checked ? '☑' : '☐'
}

/** Returns the inlines of the current paragraph and starts a new one. */
export function takeInlines(builder: BlockBuilder): Inline[] {
  const inlines = trimEnd(builder.inlines)
  builder.inlines = []
  builder.link = undefined
  builder.atSpace = true
  builder.checked = undefined
  return inlines
}

export function addBlock(builder: BlockBuilder, block: Block): void {
  flush(builder)
  builder.blocks.push(block)
}
