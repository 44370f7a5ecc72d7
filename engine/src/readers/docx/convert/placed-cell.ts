/** A cell of a table in its place. */
import type { Block } from '../../../model/index.ts'

/** A cell that may still grow downwards. */
export interface PlacedCell {
  readonly column: number
  readonly columnSpan: number
  rowSpan: number
  readonly isHeader: boolean
  readonly blocks: Block[]
}
