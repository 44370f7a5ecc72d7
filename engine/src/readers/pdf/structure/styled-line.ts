/** A line of a page in runs of one style. */
import type { PageLink, TagElement } from '../content/index.ts'
import type { Line } from '../layout/index.ts'
import type { Style } from './style.ts'

/** Matches a letter or digit: a run without one is punctuation. */
export const alphanumeric = /[\p{L}\p{N}]/u

/** Words of one line in one style. */
export interface Run {
  /** Text of the run, with the blank before it if there is one. */
  readonly text: string
  readonly style: Style
  readonly script?: 'sub' | 'super'
  /** An address; or a place in the document, until headings are known. */
  readonly link?: PageLink['target']
  /** The footnote that it refers to. */
  readonly note?: string
  /** LaTeX of a formula. */
  readonly latex?: string
  /** Start of its first word and end of its last one, in the line's frame. */
  readonly x0?: number
  readonly x1?: number
}

/** A run of a paragraph whose lines are joined. */
export interface Part {
  text: string
  readonly run: Run
  /** True for a deliberate line break. */
  readonly isBreak?: boolean
}

/** Returns true for a run that links to an address, and not to a place in the document. */
export function isWebLink({ link }: Run): boolean {
  return typeof link === 'string'
}

/** A run to which words are added. */
export type OpenRun = { -readonly [Key in keyof Run]: Run[Key] } & { x0: number; x1: number }

export interface StyledLine extends Line {
  readonly page: number
  readonly runs: readonly Run[]
  /** Style of most letters of the line. */
  readonly style: Style
  /** The share of its letters that are bold, italic, monospaced. */
  readonly bold: number
  readonly italic: number
  readonly mono: number
  /** The element of the structure tree that most of its text is in. */
  readonly tag?: TagElement | undefined
}

/** Returns a function that makes lines wholly monospaced, or not at all. Equal styles remain one object, because `===` compares them. */
export function monospaceSetter(mono: boolean): (line: StyledLine) => StyledLine {
  const known = new Map<Style, Style>()
  const toStyle = (style: Style): Style => {
    const own = known.get(style) ?? { ...style, mono }
    known.set(style, own)
    return own
  }
  return (line) => {
    const runs = line.runs.map((run) => ({ ...run, style: toStyle(run.style) }))
    return { ...line, runs, style: toStyle(line.style), mono: mono ? 1 : 0 }
  }
}
