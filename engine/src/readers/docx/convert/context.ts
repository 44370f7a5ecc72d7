/** Inputs and state of one conversion. */
import type { Warnings } from '../../../errors.ts'
import type { Block } from '../../../model/index.ts'
import type { Profile } from '../../reader.ts'
import type { Story } from '../parse/index.ts'
import type { BookmarkLinks } from './bookmark-links.ts'
import type { Fields } from './fields.ts'
import type { FormattingContext } from './formatting.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

export interface Conversion {
  readonly profile: Profile
  readonly warnings: Warnings
  readonly styles: Styles
  readonly numbering: Numbering
  readonly formatting: FormattingContext
  /** Targets of links within the document. */
  readonly bookmarkLinks: BookmarkLinks
  /** Blocks of parts in other formats, by relationship id. */
  readonly chunks: ReadonlyMap<string, readonly Block[]>
  /** Relationship ids of the chunks that the document has shown. */
  readonly usedChunks: Set<string>
  /** Footnotes and endnotes by id. */
  readonly notes: ReadonlyMap<string, Story>
  /** Ids of referenced notes, in order. */
  readonly references: Set<string>
  /** Prefix of note ids, so that they differ from those of an enclosing document. */
  readonly notePrefix: string
}

/** The surroundings of a story in the document. */
export interface StoryContext {
  readonly conversion: Conversion
  readonly fields: Fields
  readonly isCell: boolean
  /** Converts a nested story; passed in because stories hold paragraphs and paragraphs hold stories. */
  readonly convertStory: (story: Story, context: StoryContext) => readonly Block[]
}
