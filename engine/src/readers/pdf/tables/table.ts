/** Types of the search for tables: its input, words and drawings of a page, and its output, grids of cells. */
import type { BBox } from '../../../model/index.ts'
import type { Drawings, TagCell, TagRow } from '../content/index.ts'
import type { LineFragment, Word } from '../layout/index.ts'
import type { FoundFigure } from '../regions/index.ts'

/** Input of `findTables`: a page without running headers and footers, if they are known. */
export interface TablePage {
  /** Pages count from 1. */
  readonly number: number
  /** Size in points, as displayed. */
  readonly width: number
  readonly height: number
  /** Words of all directions; tables are searched in each direction with enough text. */
  readonly words: readonly Word[]
  /** All lines of the page in fragments, with their words from left to right. */
  readonly fragments: readonly LineFragment[]
  readonly wordsOf: ReadonlyMap<LineFragment, readonly Word[]>
  readonly drawings: Drawings
  /** Figures whose words are certainly in no table. */
  readonly figures?: readonly FoundFigure[]
  /** Returns the cell of a word in the structure tree; `undefined` if the tree is not trusted. */
  readonly cellOf?: (word: Word) => TagCell | undefined
  /** Called if the cells of a tagged table contradict its tags; the table is then found by the layout. */
  readonly onTagsContradict?: () => void
  /** Returns true if the whole document is in the type of code; by default, if the page is. */
  readonly isTypewritten?: () => boolean
  /** Returns the style of a word, or `undefined` if it is not known. */
  readonly styleOf?: (word: Word) => WordStyle | undefined
}

export interface WordStyle {
  readonly mono: boolean
  readonly bold: boolean
  readonly italic: boolean
  readonly math: boolean
}

export interface FoundTable {
  /** Page of the first row, from 1. */
  readonly page: number
  /** Box on that page, around rulings and words. */
  readonly box: BBox
  readonly rowCount: number
  readonly columnCount: number
  /** Cells row by row, from left to right, without overlaps; a position without a cell is empty. */
  readonly cells: readonly FoundCell[]
  /** Number of rows at the top that head the columns. */
  readonly headerRows: number
  /** True if only the first row is bold: it then does not continue a row of an earlier table. */
  readonly hasBoldHeads?: boolean
  /** Start and end of the text in each column, in points of the table's direction. */
  readonly columns: readonly { readonly x0: number; readonly x1: number }[]
  /** Number of lines of other text above and below on the page; running headers have one or two. */
  readonly linesAbove: number
  readonly linesBelow: number
  /** True if there is a caption above without "continued": the table does not continue an earlier one. */
  readonly opensAnew: boolean
  /** True if a heading, or words that introduce what follows, are below on the page: the table does not go on. */
  readonly isClosed: boolean
  /** True if it is a table only if one on the next page repeats its header, or has the same columns between rulings. */
  readonly isDoubtful: boolean
  /** All words of the cells; they belong to no paragraph. */
  readonly words: ReadonlySet<Word>
  /** Evidence for the table: tags, lines around cells, lines between some rows, the text alone. */
  readonly kind: 'tagged' | 'ruled' | 'halfRuled' | 'unruled'
  /** First and last tagged row on the page. */
  readonly rows?: { readonly first: TagRow; readonly last: TagRow }
  /** Boxes of the parts that `joinTables` joined, one per page, in order. */
  readonly parts: readonly { readonly page: number; readonly box: BBox }[]
}

export interface FoundCell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly header?: 'column' | 'row' | 'section'
  /** Joined lines, in reading order. */
  readonly text: string
  readonly words: readonly Word[]
  /** Box on the page; `undefined` for an empty cell. */
  readonly box?: BBox
  /** Page of the cell, if it is not the page of the table's first row. */
  readonly page?: number
  /** Parts of the cell on later pages, if page breaks cut its row; their texts are in `text`, their words are not in `words`. */
  readonly rest?: readonly FoundCell[]
}
