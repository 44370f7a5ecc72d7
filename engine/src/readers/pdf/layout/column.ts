/** The column: the unit in which a page is read. */
import type { Piece } from './pieces.ts'

/** Text that is read from top to bottom, line by line. */
export interface Column {
  readonly pieces: readonly Piece[]
  /** True if its text runs from right to left. */
  readonly leftwards: boolean
  /** True for a table cell: its text does not continue in another column. */
  readonly isCell?: boolean
}
