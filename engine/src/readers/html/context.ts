/** Inputs and state that are passed down the tree during reading. */
import type { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import type { Block, Marks } from '../../model/index.ts'
import type { Profile } from '../reader.ts'
import type { Element } from './dom.ts'
import type { HeadingIds } from './heading-links.ts'
import type { TexSource } from './tex.ts'

/** The enclosing link. */
export interface Anchor {
  readonly target: string
}

export type WhiteSpace = 'collapse' | 'preserve' | 'preserve-breaks'

export interface Context {
  readonly marks: Marks
  /** The enclosing `a`; it becomes a link only if it has text. */
  readonly anchor: Anchor | undefined
  readonly whiteSpace: WhiteSpace
  readonly page: PageState
}

export interface Notes {
  /** Elements that are notes; skipped in the text. */
  readonly bodies: ReadonlySet<Element>
  /** Note references, with the note of each. */
  readonly references: ReadonlyMap<Element, Element>
  /** Ids of note references: a link to one is a backlink of the note. */
  readonly markIds: ReadonlySet<string>
  /** Notes referenced so far, with their ids in the document. */
  readonly referenced: Map<Element, string>
  /** True while a note is being read. */
  isReading: boolean
}

/** State of the whole page; one shared object, so that a context is copied only where formatting changes. */
export interface PageState {
  readonly profile: Profile
  /** True to keep the addresses of images: `data:` URLs and names of package parts. */
  readonly withSources: boolean
  readonly limits: Limits
  readonly warnings: Warnings
  readonly notes: Notes
  /** Targets of links within the page; in the fidelity profile. */
  readonly headingIds: HeadingIds
  /** Delimiters of TeX formulas to search the text for. */
  readonly tex: TexSource
  /** Depth of the current element below the body; below `MAX_DEPTH` only text is read. */
  depth: number
  /** Number of enclosing frame documents. */
  frames: number
  /** Reads the blocks inside an element; passed in, so that lists and tables need not import the walk. */
  readonly readBlocks: (element: Element, context: Context) => Block[]
}

/** Browsers stop at 512 open elements; blocks in real documents nest less than 60 deep. */
export const MAX_DEPTH = 200

export const noMarks: Marks = {}
