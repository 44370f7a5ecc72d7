/** The state of a document while its pages become blocks; each pass returns the fields that it sets. */
import type { Block, Note } from '../../../model/index.ts'
import type { FoundFormula } from '../formulas/index.ts'
import type { Vocabulary } from '../hyphens.ts'
import type { LineFragment } from '../layout/index.ts'
import type { FoundFigure } from '../regions/index.ts'
import type { FoundTable } from '../tables/index.ts'
import type { BodyStyle } from './body-style.ts'
import type { FurnitureKind } from './furniture-candidates.ts'
import type { Levels } from './heading-levels.ts'
import type { LayoutBlock, StructurePage, TextBlock } from './layout-blocks.ts'
import type { ListEntry } from './lists.ts'
import type { FoundNote } from './notes.ts'
import type { ContentsEntries } from './tables-of-contents.ts'

export interface DocumentLayout {
  /** The pages; the pass over paragraphs replaces each by one without words. */
  readonly pages: StructurePage[]
  readonly furniture: ReadonlyMap<LineFragment, FurnitureKind>
  /** Size of most of the text, in points. */
  readonly bodySize: number
  /** Size and style of most paragraphs; `undefined` in a document without text. */
  readonly body: BodyStyle | undefined
  /** True if the structure tree covers enough of the text to be used. */
  readonly useTags: boolean
  /** Figures by page. */
  readonly figures: ReadonlyMap<number, readonly FoundFigure[]>
  readonly tables: readonly FoundTable[]
  /** Displayed formulas that no table holds. */
  readonly formulas: readonly FoundFormula[]
  /** Layout blocks of each page, in reading order. */
  readonly layoutBlocks: readonly (readonly LayoutBlock[])[]
  /** Headings that were split from the paragraph after them on the same line. */
  readonly runIns: ReadonlySet<TextBlock>
  readonly levels: Levels
  /** List items found by the labels; `undefined` if rules find them. */
  readonly labelledItems: ReadonlySet<TextBlock> | undefined
  /** Entries of tables of contents. */
  readonly contents: ContentsEntries
  readonly items: ReadonlyMap<TextBlock, ListEntry>
  readonly foundNotes: ReadonlyMap<TextBlock, FoundNote>
  /** Returns the words of the document, for hyphens at line ends. */
  readonly vocabulary: () => Vocabulary
  readonly blocks: readonly Block[]
  readonly notes: readonly Note[]
}

export function startLayout(pages: StructurePage[]): DocumentLayout {
  return {
    pages,
    furniture: new Map(),
    bodySize: 0,
    body: undefined,
    useTags: false,
    figures: new Map(),
    tables: [],
    formulas: [],
    layoutBlocks: [],
    runIns: new Set(),
    levels: new Map(),
    labelledItems: undefined,
    contents: new Map(),
    items: new Map(),
    foundNotes: new Map(),
    vocabulary: () => new Set(),
    blocks: [],
    notes: [],
  }
}
