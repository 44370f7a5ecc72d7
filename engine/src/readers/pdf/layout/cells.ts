/** Splits a region without columns into lines; rows of a table whose cells have several lines are split cell by cell. */
import { bandsOf, typicalSize } from './bands.ts'
import { findCards } from './cards.ts'
import type { Column } from './column.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import { isMarginal, isWordy } from './running-text.ts'
import { layoutSettings as settings } from './settings.ts'

/** Splits text without columns: table rows with cells of several lines cell by cell, cards card by card, the rest by line. */
export function splitCells(fragments: readonly LineFragment[], leftwards: boolean): Column[] {
  const rows = groupIntoRows(fragments)
  const cards = findCards(rows)
  if (!cards) return splitRows(rows, leftwards)
  const ordered = leftwards ? cards.columns.toReversed() : cards.columns
  return [
    ...splitRows(rows.slice(0, cards.first), leftwards),
    ...ordered.map((own) => ({ fragments: own, leftwards })),
    ...splitCells(rows.slice(cards.end).flat(), leftwards),
  ]
}

function splitRows(rows: readonly LineFragment[][], leftwards: boolean): Column[] {
  if (rows.length === 0) return []
  const em = typicalSize(rows.flat())
  const columns: { fragments: LineFragment[]; leftwards: boolean; isCell?: boolean }[] = []
  let open: LineFragment[] | undefined
  for (const band of bandsOf(rows, em, settings.cellBandGap)) {
    const cells = cellsOf(band, em)
    if (cells.length > 1) {
      const ordered = leftwards ? [...cells].reverse() : cells
      for (const cell of ordered) columns.push({ fragments: cell, leftwards, isCell: true })
      open = undefined
    } else if (open) open.push(...band.flat())
    else {
      open = band.flat()
      columns.push({ fragments: open, leftwards })
    }
  }
  return columns
}

/** Returns the cells of a table row from left to right; one cell if its lines are separate rows. */
function cellsOf(band: readonly LineFragment[][], em: number): LineFragment[][] {
  const fragments = band.flat()
  if (band.length < 2 || band.length > settings.cellLines || fragments.length < 2)
    return [fragments]
  const sorted = [...fragments].sort((a, b) => a.x0 - b.x0)
  const cells: LineFragment[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const fragment of sorted) {
    const before = cells.at(-1)
    // A number or bullet belongs to the text after it.
    if (!before || (fragment.x0 - end > settings.gutter * em && !isMarginal([before])))
      cells.push([fragment])
    else before.push(fragment)
    end = Math.max(end, fragment.x1)
  }
  const counts = cells.map((cell) => groupIntoRows(cell).length)
  const fewest = Math.min(...counts)
  const isWrapped = cells.some((cell, index) => (counts[index] ?? 0) > fewest && isWords(cell))
  return isWrapped ? cells : [fragments]
}

function isWords(cell: readonly LineFragment[]): boolean {
  const text = cell.map((fragment) => fragment.text).join('')
  const isLong = text.length >= settings.cellCharacters * cell.length
  return isLong && isWordy(text)
}
