/** The entry point of the folder: groups the glyphs of a page into words, fragments, columns and lines in reading order. */

export { typicalSize } from './bands.ts'
export { bareFragments } from './bare.ts'
export { areMostlyLeftwards, hasLeftwards } from './bidi.ts'
export { findColumnsAndBoxes } from './boxed-texts.ts'
export { withoutChartPoints } from './chart-points.ts'
export { withCheckFields } from './check-fields.ts'
export type { Column } from './column.ts'
export { findColumns } from './columns.ts'
export { withDrawnBullets } from './drawn-bullets.ts'
export { withDrawnCheckBoxes } from './drawn-check-boxes.ts'
export { withDrawnUnderscores } from './drawn-underscores.ts'
export { endsInPages, hasLeader, hasLeaderDots, splitEntry, withoutLeaders } from './entries.ts'
export { partFragment } from './file-rows.ts'
export {
  fragmentOf,
  groupIntoFragments,
  hasBlankBetween,
  type LineFragment,
} from './fragments.ts'
export { type Frame, framesInOrder, groupByFrame, toPageBox, uprightFrame } from './frames.ts'
export { foldInlineFormulas } from './inline-formulas.ts'
export { areLineNumbers, findLineNumbers, type LineNumbers } from './line-numbers.ts'
export {
  groupIntoLines,
  groupIntoRows,
  type Line,
  leadingBetween,
  sortByStart,
  tallBetween,
} from './lines.ts'
export { areBlocks, areLists } from './running-text.ts'
export { withStruckText } from './struck-text.ts'
export { bottomOf, type TextBox, textBoxOf, topOf } from './text-box.ts'
export { widenTextLayer } from './text-layers.ts'
export { BLANK, isAccent, NOTHING, textOfCode } from './unicode.ts'
export { copyWord, findWords, type Word } from './words.ts'
