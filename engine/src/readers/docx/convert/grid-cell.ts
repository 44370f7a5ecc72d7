/** A table cell with its grid position. */
import type { Block } from '../../../model/index.ts'

/** A cell whose row span may still grow. */
export interface GridCell {
  readonly column: number
  readonly columnSpan: number
  rowSpan: number
  readonly isHeader: boolean
  readonly blocks: Block[]
}
