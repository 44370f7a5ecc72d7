/** Types of the search for tables: its input, words and drawings of a page, and its output, grids of cells. */
import type { BBox } from '../../../model/index.ts'
import type { Drawings, TagCell, TagRow } from '../content/index.ts'
import type { LineFragment, Word } from '../layout/index.ts'
import type { FoundFigure } from '../regions/index.ts'

/** Input of `findTables`: a page without running headers and footers, if they are known. */
export interface TablePage {
  /** Pages count from 1. */
  readonly number: number
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  /** Words of all directions; tables are searched in each direction with enough text. */
  readonly words: readonly Word[]
  /** All lines of the page in fragments, with their words from left to right. */
  readonly fragments: readonly LineFragment[]
  readonly wordsOf: ReadonlyMap<LineFragment, readonly Word[]>
  readonly drawings: Drawings
  /** Words in a sure figure are in no table. */
  readonly figures?: readonly FoundFigure[]
  /** Returns the cell of a word in the structure tree; absent where the tree is not trusted. */
  readonly cellOf?: (word: Word) => TagCell | undefined
  /** Called if the cells of a tagged table contradict its tags; the table is then found by the layout. */
  readonly onTagsContradict?: () => void
  /** Returns the style of a word, or `undefined` if it is not known. */
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
  /** Box on that page, around rulings and words. */
  readonly box: BBox
  readonly rowCount: number
  readonly columnCount: number
  /** Row by row, from left to right; no two overlap, a position that none covers is empty. */
  readonly cells: readonly FoundCell[]
  /** Rows at the top that head the columns. */
  readonly headerRows: number
  /** True if the first row is bold and the others are not: it continues no row of an earlier table. */
  readonly hasBoldHeads?: boolean
  /** Start and end of the text in each column, in points of the table's direction. */
  readonly columns: readonly { readonly x0: number; readonly x1: number }[]
  /** Lines of other text above and below it on the page; running headers have one or two. */
  readonly linesAbove: number
  readonly linesBelow: number
  /** True if it has a caption above without "continued": it continues no earlier table. */
  readonly opensAnew: boolean
  /** True if it is a table only when one on the next page repeats its header. */
  readonly isDoubtful: boolean
  /** All words of the cells; they belong to no paragraph. */
  readonly words: ReadonlySet<Word>
  /** 0 … 1. */
  readonly confidence: number
  /** Evidence that it was found by: tags, lines around cells, lines between some rows, the text alone. */
  readonly kind: 'tagged' | 'ruled' | 'halfRuled' | 'unruled'
  /** Its first and last tagged row on its page. */
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
  /** Box on the page; `undefined` for an empty cell. */
  readonly box?: BBox
  /** Page of the cell, if it is not the page of the table's first row. */
  readonly page?: number
}
