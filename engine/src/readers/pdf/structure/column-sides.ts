/** Extends columns of short lines to the width that columns with their left side have in the document. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { median } from '../statistics.ts'
import type { LayoutBlock, TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Returns the blocks with the right side that their column has elsewhere, on the page or in the document, unless something stands
 * beside it. The lines of items or entries do not show how wide their column is.
 *
 * @param pages The blocks of each page.
 * @param figures The boxes of figures, by page.
 */
export function withUsualSides(
  pages: readonly LayoutBlock[][],
  figures: ReadonlyMap<number, readonly BBox[]>,
): LayoutBlock[][] {
  const columns = columnsOf(pages.flat().filter(mayExtend))
  const usual = usualEnds([...columns.values()])
  return pages.map((blocks) => {
    const boxes = [...blocks.map(({ box }) => box), ...(figures.get(blocks[0]?.page ?? 0) ?? [])]
    const ends = new Map<number, number>()
    for (const index of new Set(blocks.filter(mayExtend).map((block) => block.column))) {
      const column = columns.get(index)
      const end = column && (column.end ?? usual.get(column.start))
      if (end && !boxes.some((box) => isBeside(box, column, end))) ends.set(index, end)
    }
    return blocks.map((block) => {
      if (!mayExtend(block)) return block
      const columnEnd = ends.get(block.column) ?? block.columnEnd
      return columnEnd > block.columnEnd ? { ...block, columnEnd } : block
    })
  })
}

/** A column of text on a page. */
interface Column {
  readonly box: BBox
  /** Its left side, in whole points. */
  readonly start: number
  /** Number of lines that end within a sentence, and the farthest right end of these. Headings and code may be longer. */
  readonly wrapped: number
  readonly end: number | undefined
}

function columnsOf(blocks: readonly TextBlock[]): Map<number, Column> {
  const byColumn = Map.groupBy(blocks, ({ column }) => column)
  return new Map(
    [...byColumn].map(([column, own]) => {
      const ends = own.flatMap(endsOfWrapped)
      const box = boxAround(own.map((block) => block.box))
      const starts = own.map(({ columnStart }) => columnStart)
      const start = Math.round(starts.reduce((least, x) => Math.min(least, x)))
      const end = ends.length > 0 ? ends.reduce((most, x) => Math.max(most, x)) : undefined
      return [column, { box, start, wrapped: ends.length, end }]
    }),
  )
}

function mayExtend(block: LayoutBlock): block is TextBlock {
  if (block.type !== 'text' || block.isCell || block.leftwards) return false
  return block.lines[0]?.fragments[0]?.frame.angleDegrees === 0
}

/** Returns the usual right end of columns by their left side: each line has one vote, so that a few short columns do not decide. */
function usualEnds(columns: readonly Column[]): Map<number, number> {
  const usual = new Map<number, number>()
  for (const [start, own] of Map.groupBy(columns, (column) => column.start)) {
    const ends = own.flatMap(({ wrapped, end = 0 }) => new Array<number>(wrapped).fill(end))
    if (own.length >= settings.few && ends.length > 0) usual.set(start, median(ends))
  }
  return usual
}

/** Returns the right ends of the lines that end within a sentence. */
function endsOfWrapped({ lines }: TextBlock): number[] {
  return lines.flatMap(({ x1, mono }, at) => {
    const next = lines[at + 1]
    return next && mono < settings.nearlyAll && smallLetter.test(next.text) ? [x1] : []
  })
}

const smallLetter = /^\p{Ll}/u

/** Returns true if a box stands between a column and the side to which it would extend. */
function isBeside(box: BBox, { box: column }: Column, end: number): boolean {
  return box.y0 < column.y1 && box.y1 > column.y0 && box.x0 >= column.x1 && box.x0 < end
}
