/** What is handed down the tree while it is read. */
import type { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import type { Block, Marks } from '../../model/index.ts'
import type { Profile } from '../reader.ts'
import type { Element } from './dom.ts'
import type { Places } from './places.ts'
import type { TexSource } from './tex.ts'

/** A link that surrounds what is read. */
export interface Anchor {
  readonly target: string
}

export type WhiteSpace = 'collapse' | 'preserve' | 'preserve-breaks'

export interface Context {
  readonly marks: Marks
  /** The `a` around; read as links only where they have text. */
  readonly anchor: Anchor | undefined
  readonly whiteSpace: WhiteSpace
  readonly page: PageState
}

export interface Notes {
  /** Elements that are notes: not read where they stand. */
  readonly bodies: ReadonlySet<Element>
  /** Links that are marks, with the note of each. */
  readonly references: ReadonlyMap<Element, Element>
  /** Names of the places where marks stand: a link to one leads back from the note. */
  readonly markIds: ReadonlySet<string>
  /** Notes whose marks were met, by the ids of the model. */
  readonly met: Map<Element, string>
  /** Whether a note is being read. */
  isReading: boolean
}

/** Of the whole page; one object, so that a context is made only where formatting changes. */
export interface PageState {
  readonly profile: Profile
  /** Keeps `data:` URLs and parts of the package that hold the images of pictures. */
  readonly withSources: boolean
  readonly limits: Limits
  readonly warnings: Warnings
  readonly notes: Notes
  /** What links within the page may lead to; in the fidelity profile. */
  readonly places: Places
  /** Whether text is searched for formulas. */
  readonly tex: TexSource
  /** Elements between the one at hand and the body; deeper than `MAX_DEPTH` only text is read. */
  depth: number
  /** Documents in frames around the one at hand. */
  frames: number
  /** The blocks inside an element; here, so that lists and tables need not import the walk. */
  readonly readBlocks: (element: Element, context: Context) => Block[]
}

/** Browsers stop at 512 open elements; nested blocks of documents stay under 60. */
export const MAX_DEPTH = 200

export const noMarks: Marks = {}
