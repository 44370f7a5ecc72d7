/** The type of a column, which columns.ts and cells.ts make. */
import type { LineFragment } from './fragments.ts'

/** A part of a page whose lines are read from top to bottom before those of the next column. */
export interface Column {
  readonly fragments: readonly LineFragment[]
  /** True if its text runs from right to left. */
  readonly leftwards: boolean
  /** True for a table cell: its text does not continue in another column. */
  readonly isCell?: boolean
}
