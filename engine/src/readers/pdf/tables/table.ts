/** What the search for tables takes and gives: words and drawings of a page in, grids of cells out. */
import type { BBox } from '../../../model/index.ts'
import type { Drawings, TagCell, TagRow } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import type { FoundFigure } from '../regions/index.ts'

/** A page as `findTables` wants it: without running headers and footers, if they are known. */
export interface TablePage {
  /** From 1. */
  readonly number: number
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  /** All directions; a table is looked for in each direction that has text enough. */
  readonly words: readonly Word[]
  readonly drawings: Drawings
  /** What stands in a sure one is in no table. */
  readonly figures?: readonly FoundFigure[]
  /** The cell that a word stands in by the structure tree, where that is to be believed. */
  readonly cellOf?: (word: Word) => TagCell | undefined
  /** Called where the cells of a tagged table stand elsewhere than its tags say: it is read from the page then. */
  readonly onTagsContradict?: () => void
  /** How a word is set, where that is known. */
  readonly styleOf?: (word: Word) => WordStyle | undefined
}

export interface WordStyle {
  readonly mono: boolean
  readonly bold: boolean
  readonly math: boolean
}

export interface FoundTable {
  /** Page of its first row, from 1. */
  readonly page: number
  /** On that page, around rulings and words. */
  readonly box: BBox
  readonly rowCount: number
  readonly columnCount: number
  /** Row by row, from left to right; no two overlap, a position that none covers is empty. */
  readonly cells: readonly FoundCell[]
  /** Rows at the top that head the columns. */
  readonly headerRows: number
  /** The first row is set bold, and hardly any other: no row of a table before goes on in it. */
  readonly hasBoldHeads?: boolean
  /** Where the text of each column begins and ends, in points of the table's direction. */
  readonly columns: readonly { readonly x0: number; readonly x1: number }[]
  /** Lines of other text above and below it on the page: running headers are one or two. */
  readonly linesAbove: number
  readonly linesBelow: number
  /** A caption stands above it that does not say that it goes on: it is no part of the table before. */
  readonly opensAnew: boolean
  /** Not sure enough to be a table, but for one on the next page that repeats its header. */
  readonly isDoubtful: boolean
  /** Every word that stands in a cell: they are the table's and no paragraph's. */
  readonly words: ReadonlySet<Word>
  /** 0 … 1. */
  readonly confidence: number
  /** What showed it: tags, lines around cells, lines between some rows, the text alone. */
  readonly kind: 'tagged' | 'ruled' | 'halfRuled' | 'unruled'
  /** Its first and last row on its page as tagged. */
  readonly rows?: { readonly first: TagRow; readonly last: TagRow }
  /** Boxes of the parts that `joinTables` joined, one a page, in order. */
  readonly parts: readonly { readonly page: number; readonly box: BBox }[]
}

export interface FoundCell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly header?: 'column' | 'row' | 'section'
  /** Lines joined, in reading order. */
  readonly text: string
  readonly words: readonly Word[]
  /** On the page; `undefined` for an empty cell. */
  readonly box?: BBox
  /** Where that is not the page of the table's first row. */
  readonly page?: number
}
