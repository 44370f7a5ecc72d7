/** What one writing of a document keeps track of: the output, numbers of footnotes, depths of headings, depth of blocks. */
import type { Limits } from '../../limits.ts'
import type { Block, BlockType, Document, Figure, Image, NodeOf, Note } from '../../model/index.ts'
import { Output } from './output.ts'

export interface MarkdownOptions {
  /** `pipe`: every table as a pipe table, spans flattened. `html`: HTML where a pipe table would lose something. */
  readonly tables: 'pipe' | 'html'
  readonly limits: Limits
  /** Writes a comment where a page, slide or sheet begins: `<!-- page 3 -->`. */
  readonly pageBreaks?: boolean
  /** Returns the address of a picture's image, for pictures that are linked. */
  readonly imageTarget?: ImageTarget
}

export type ImageTarget = (picture: Figure | Image) => string | undefined

/** How each kind of block is written as HTML; the empty string where it prints nothing. */
export type HtmlHandlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, state: State) => string
}

/** What differs between HTML within Markdown and a page of HTML. */
export interface HtmlDialect {
  readonly handlers: HtmlHandlers
  /** The mark of a footnote by its number. */
  readonly noteMark: (number: number) => string
}

/** Where a block stands in the text: lines `start` up to `end`, blank ones around it perhaps included. */
export interface TracedBlock {
  readonly block: Block
  readonly start: number
  readonly end: number
}

export interface TracedMarkdown {
  /** The lines that `writeMarkdown` joins; a top-level paragraph, formula or code block is one entry. */
  readonly lines: readonly string[]
  /** Every block that has lines, parents before children. */
  readonly blocks: readonly TracedBlock[]
  /** The lines of footnote n stand at n - 1. */
  readonly notes: readonly { readonly start: number; readonly end: number }[]
}

export interface State {
  readonly options: MarkdownOptions
  readonly html: HtmlDialect
  readonly output: Output
  /** Blocks in the order in which their lines begin, where somebody asks for them. */
  readonly trace?: TracedBlock[]
  readonly notes: NoteNumbers
  /** Printed depths of headings in the document or the section at hand. */
  headings: HeadingDepths
  /** How many blocks the one at hand stands in. */
  blockDepth: number
}

export function createState(
  document: Document,
  options: MarkdownOptions,
  html: HtmlDialect,
): State {
  const hasTitle = document.blocks.some((block) => block.type === 'title')
  return {
    options,
    html,
    output: new Output(options.limits),
    notes: createNoteNumbers(document.notes, html.noteMark),
    headings: hasTitle ? headingsBelow(1) : topHeadings(),
    blockDepth: 0,
  }
}

export interface NoteMarks {
  /** The mark of a reference, numbered in order of first use; empty for a note that does not exist. */
  markOf(id: string): string
}

export interface NoteNumbers extends NoteMarks {
  /** Notes by their number from 1; grows while notes that refer to notes are written. */
  readonly referenced: readonly Note[]
  /** The same numbers as raised figures, for HTML: nobody reads `[^n]` there. */
  readonly inHtml: NoteMarks
  /** Markdown's marks of the notes that only HTML has referred to: renderers drop a note without one. */
  takeUnmarked(): string[]
}

function createNoteNumbers(
  all: readonly Note[],
  markInHtml: (number: number) => string,
): NoteNumbers {
  const notes = new Map(all.map((note) => [note.id, note]))
  const numbers = new Map<string, number>()
  const referenced: Note[] = []
  const unmarked = new Set<number>()
  const numberOf = (id: string): number | undefined => {
    const note = notes.get(id)
    if (!note) return undefined
    const known = numbers.get(id)
    if (known !== undefined) return known
    const number = referenced.push(note)
    numbers.set(id, number)
    unmarked.add(number)
    return number
  }
  const mark = (number: number): string => {
    unmarked.delete(number)
    return `[^${number}]`
  }
  const write = (id: string, print: (number: number) => string): string => {
    const number = numberOf(id)
    return number === undefined ? '' : print(number)
  }
  return {
    markOf: (id) => write(id, mark),
    referenced,
    inHtml: { markOf: (id) => write(id, markInHtml) },
    takeUnmarked: () => [...unmarked].map(mark),
  }
}

export interface HeadingDepths {
  /** Number of `#` for the next heading, of this level. */
  depthOf(level: number): number
}

const MAX_DEPTH = 6

/** Depths of headings below one of `depth`: level 1 is one deeper. */
export function headingsBelow(depth: number): HeadingDepths {
  return createHeadingDepths(depth, { level: 0, depth })
}

/** Depths of headings with nothing above: the first keeps its level. */
function topHeadings(): HeadingDepths {
  return createHeadingDepths(0, undefined)
}

interface Ancestor {
  readonly level: number
  readonly depth: number
}

/** Dense depths (C2): below a heading at most one deeper, so that no outline has holes; a level met again has its depth again. */
function createHeadingDepths(offset: number, top: Ancestor | undefined): HeadingDepths {
  const ancestors: Ancestor[] = []
  const depthOf = (level: number): number => {
    while ((ancestors.at(-1)?.level ?? 0) >= level) ancestors.pop()
    const above = ancestors.at(-1) ?? top
    const depth = above ? Math.min(level + offset, above.depth + 1) : level + offset
    ancestors.push({ level, depth })
    return Math.min(MAX_DEPTH, depth)
  }
  return { depthOf }
}
