/** What the elements of one part are read with. */
import type { Warnings } from '../../../errors.ts'
import type { Relationships, XmlElement } from '../../ooxml/index.ts'
import type { FieldBegin, Story } from './types.ts'
import type { Building } from './values.ts'

export interface PartContext {
  readonly relationships: Relationships
  readonly warnings: Warnings
  /** Pictures, charts, bookmarks: what only the full profile keeps. */
  readonly withFigures: boolean
  /** Keeps the parts that hold the images of pictures. */
  readonly withSources: boolean
  /** Bookmarks between paragraphs, which belong to the next one. */
  readonly waitingBookmarks: string[]
  /** Parts that drawings show, by name: charts, diagrams. */
  readonly drawingParts: ReadonlyMap<string, XmlElement>
  /** Those that were read: a drawing of each is enough, a hostile file has a thousand. */
  readonly shownParts: Set<string>
  /** Fields of the story at hand whose end has not come yet. */
  readonly openFields: Building<FieldBegin>[]
  /** Reads the story inside an element; here, because stories hold paragraphs and those hold stories. */
  readonly readStory: (element: XmlElement, context: PartContext) => Story
}

/** Namespaces that choices may require for us to take them (ECMA-376 Part 3, 9.3): those whose content is read here. */
export const understood: ReadonlySet<string> = new Set([
  ...['w', 'w14', 'w15', 'w16cid', 'w16se', 'wp', 'wp14', 'wps', 'wpg', 'wpc', 'm', 'a', 'a14'],
  ...['r', 'pic', 'c', 'c14', 'cx', 'cx1', 'cx2', 'dgm', 'lc', 'v', 'o'],
])
