/** Inputs and state while the elements of one part are parsed. */
import type { Warnings } from '../../../errors.ts'
import type { Relationships, XmlElement } from '../../ooxml/index.ts'
import type { FieldBegin, Story } from './types.ts'
import type { Building } from './values.ts'

export interface PartContext {
  readonly relationships: Relationships
  readonly warnings: Warnings
  /** True to read pictures, charts and bookmarks, which only the fidelity profile keeps. */
  readonly withFigures: boolean
  /** True to keep the names of image parts. */
  readonly withSources: boolean
  /** Bookmarks between paragraphs, which belong to the next paragraph. */
  readonly waitingBookmarks: string[]
  /** Charts and diagrams by part name. */
  readonly drawingParts: ReadonlyMap<string, XmlElement>
  /** Parts already shown: each is read once, because a hostile file refers to one a thousand times. */
  readonly shownParts: Set<string>
  /** Fields of the current story without an end so far. */
  readonly openFields: Building<FieldBegin>[]
  /** Reads a nested story; passed in because stories hold paragraphs and paragraphs hold stories. */
  readonly readStory: (element: XmlElement, context: PartContext) => Story
}

/** Namespaces whose content is read here, so that choices requiring them are taken (ECMA-376 Part 3, 9.3). */
export const understood: ReadonlySet<string> = new Set([
  ...['w', 'w14', 'w15', 'w16cid', 'w16se', 'wp', 'wp14', 'wps', 'wpg', 'wpc', 'm', 'a', 'a14'],
  ...['r', 'pic', 'c', 'c14', 'cx', 'cx1', 'cx2', 'dgm', 'lc', 'v', 'o'],
])
