/** The column: text that is read from top to bottom. */
import type { LineFragment } from './fragments.ts'

/** Text that is read from top to bottom, line by line. */
export interface Column {
  readonly fragments: readonly LineFragment[]
  /** True if its text runs from right to left. */
  readonly leftwards: boolean
  /** True for a table cell: its text does not continue in another column. */
  readonly isCell?: boolean
}
