/** What a document is converted with, and what is kept track of on the way. */
import type { Warnings } from '../../../errors.ts'
import type { Block } from '../../../model/index.ts'
import type { Profile } from '../../reader.ts'
import type { Story } from '../parse/index.ts'
import type { Fields } from './fields.ts'
import type { LookContext } from './looks.ts'
import type { Numbering } from './numbering.ts'
import type { Places } from './places.ts'
import type { Styles } from './styles.ts'

export interface Conversion {
  readonly profile: Profile
  readonly warnings: Warnings
  readonly styles: Styles
  readonly numbering: Numbering
  readonly looks: LookContext
  /** What links within the document may lead to. */
  readonly places: Places
  /** Blocks of parts in other formats, by relationship id. */
  readonly chunks: ReadonlyMap<string, readonly Block[]>
  /** Those of them that are placed. */
  readonly placedChunks: Set<string>
  /** Stories that a reference may name. */
  readonly notes: ReadonlyMap<string, Story>
  /** Notes that were referred to, in order. */
  readonly references: Set<string>
  /** Set before the ids of notes, so that they differ from those of a document around this one. */
  readonly notePrefix: string
}

/** Where in the document a story stands. */
export interface StoryContext {
  readonly conversion: Conversion
  readonly fields: Fields
  readonly isCell: boolean
  /** Converts a story inside this one; here, because stories hold paragraphs and those hold stories. */
  readonly convertStory: (story: Story, context: StoryContext) => readonly Block[]
}
