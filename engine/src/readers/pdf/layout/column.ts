/** What a page is read in. */
import type { Piece } from './pieces.ts'

/** Text that is read from top to bottom, line by line. */
export interface Column {
  readonly pieces: readonly Piece[]
  /** Its text runs leftwards. */
  readonly leftwards: boolean
  /** A cell of a table: its text does not go on elsewhere. */
  readonly isCell?: boolean
}
