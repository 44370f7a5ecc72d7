/** Defines the state of one writing: output, footnote numbers, heading depths, block depth. */
import type { Limits } from '../../limits.ts'
import type { Block, BlockType, Document, Figure, Image, NodeOf, Note } from '../../model/index.ts'
import { Output } from './output.ts'

export interface MarkdownOptions {
  /** `pipe`: every table as a pipe table, with spans flattened. `html`: HTML if a pipe table would lose content or spans. */
  readonly tables: 'pipe' | 'html'
  readonly limits: Limits
  /** True to write a comment where a page, slide or sheet begins: `<!-- page 3 -->`. */
  readonly pageBreaks?: boolean
  /** Returns the address of a linked image. */
  readonly imageTarget?: ImageTarget
}

export type ImageTarget = (picture: Figure | Image) => string | undefined

/** HTML writers by block type; they return an empty string for a block that prints nothing. */
export type HtmlHandlers = {
  readonly [Type in BlockType]: (block: NodeOf<Block, Type>, state: State) => string
}

/** The differences between HTML within Markdown and an HTML page. */
export interface HtmlDialect {
  readonly handlers: HtmlHandlers
  /** Returns the reference mark of a footnote. */
  readonly noteMark: (number: number) => string
}

/** The lines of a block, from `start` up to `end`; surrounding blank lines may be included. */
export interface TracedBlock {
  readonly block: Block
  readonly start: number
  readonly end: number
}

export interface TracedMarkdown {
  /** The entries that `writeMarkdown` joins; a top-level paragraph, formula or code block is one entry. */
  readonly lines: readonly string[]
  /** All blocks that have lines, parents before children. */
  readonly blocks: readonly TracedBlock[]
  /** The lines of footnote n, at index n - 1. */
  readonly notes: readonly { readonly start: number; readonly end: number }[]
}

export interface State {
  readonly options: MarkdownOptions
  readonly html: HtmlDialect
  readonly output: Output
  /** Blocks in the order of their first lines, if requested. */
  readonly trace?: TracedBlock[]
  readonly notes: NoteNumbers
  /** Printed depths of headings in the current document or section. */
  headings: HeadingDepths
  /** Nesting depth of the current block. */
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
  /** Returns the mark of a reference, numbered in order of first use; empty for a missing note. */
  markOf(id: string): string
}

interface NoteNumbers extends NoteMarks {
  /** Referenced notes in order of their number; grows while notes that refer to notes are written. */
  readonly referenced: readonly Note[]
  /** The same numbers as superscripts, for HTML, in which renderers do not read `[^n]`. */
  readonly inHtml: NoteMarks
  /**
   * Returns the Markdown marks of notes that only HTML refers to: renderers drop notes without a reference in Markdown.
   */
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
    const given = numbers.get(id)
    if (given !== undefined) return given
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

interface HeadingDepths {
  /** Returns the number of `#` for the next heading, by its level. */
  depthOf(level: number): number
}

const MAX_DEPTH = 6

/** Returns the depths below a heading of `depth`: level 1 is one deeper. */
export function headingsBelow(depth: number): HeadingDepths {
  return createHeadingDepths(depth, { level: 0, depth })
}

/** Returns the depths at the top of the document: the first heading keeps its level. */
function topHeadings(): HeadingDepths {
  return createHeadingDepths(0, undefined)
}

interface Ancestor {
  readonly level: number
  readonly depth: number
}

/**
 * Assigns dense depths (C2): a heading is at most one deeper than the heading above; a repeated level gets the same
 * depth again.
 */
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
