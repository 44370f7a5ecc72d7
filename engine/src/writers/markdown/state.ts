/** What one writing of a document keeps track of: footnote numbers, depths of headings, the size of the output. */
import { type Limits, refuse } from '../../limits.ts'
import type { Document, Note } from '../../model/index.ts'

export interface MarkdownOptions {
  /** `pipe`: every table as a pipe table, spans flattened. `html`: HTML where a pipe table would lose something. */
  readonly tables: 'pipe' | 'html'
  readonly limits: Limits
}

export interface State {
  readonly options: MarkdownOptions
  /** `[^n]` for a reference, numbered in order of first use; empty for a note that does not exist. */
  noteMark(id: string): string
  /** Notes by their number from 1; grows while notes that refer to notes are written. */
  readonly referenced: readonly Note[]
  /** Printed depths of headings in the document or the section at hand. */
  headings: HeadingDepths
  /** Counts characters of the output. @throws {ConversionError} past the limit. */
  count(characters: number): void
}

export function createState(document: Document, options: MarkdownOptions): State {
  const notes = new Map(document.notes.map((note) => [note.id, note]))
  const numbers = new Map<string, number>()
  const referenced: Note[] = []
  let written = 0
  return {
    options,
    referenced,
    headings: createHeadingDepths(0),
    noteMark: (id) => {
      const note = notes.get(id)
      if (!note) return ''
      if (!numbers.has(id)) numbers.set(id, referenced.push(note))
      return `[^${numbers.get(id)}]`
    },
    count: (characters) => {
      written += characters
      if (written > options.limits.outputCharacters) refuse('its text would be too long')
    },
  }
}

export interface HeadingDepths {
  /** Number of `#` for a heading of this level. */
  depthOf(level: number): number
}

/**
 * Dense depths: below a heading at most one deeper, so that no outline has holes; what follows a deeper one
 * returns to the depth of its level.
 *
 * @param offset Added to every level: 1 below a title, 2 within a slide or sheet.
 */
export function createHeadingDepths(offset: number): HeadingDepths {
  const stack: { readonly level: number; readonly depth: number }[] = []
  return {
    depthOf: (level) => {
      while ((stack.at(-1)?.level ?? 0) >= level) stack.pop()
      const above = stack.at(-1)
      const depth = above ? Math.min(level + offset, above.depth + 1) : level + offset
      stack.push({ level, depth })
      return Math.min(6, depth)
    },
  }
}
