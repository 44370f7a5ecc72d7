/** Splits a region without columns into lines; rows of a table whose cells have several lines are split cell by cell. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { bandsOf, typicalSize } from './bands.ts'
import { findCards } from './cards.ts'
import type { Column } from './column.ts'
import { countSharedFileRows } from './file-rows.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoLines, groupIntoRows, type Line } from './lines.ts'
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
  const text = boxAround(rows.flat())
  const columns: { fragments: LineFragment[]; leftwards: boolean; isCell?: boolean }[] = []
  let open: LineFragment[] | undefined
  for (const band of bandsOf(rows, em, settings.cellBandGap)) {
    const cells = cellsOf(band, em)
    if (isTableRow(cells, text, leftwards)) {
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

/** Returns the parts of a band between strips of white, from left to right. */
function cellsOf(band: readonly LineFragment[][], em: number): LineFragment[][] {
  if (band.length < 2 || band.length > settings.cellLines) return []
  const sorted = band.flat().sort((a, b) => a.x0 - b.x0)
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
  return cells
}

/**
 * Returns true if cells are those of a table's row, which are read one after the other: one holds words on more lines
 * than another. Beside the last cell this is enough. The first cell must also wrap at its edge, unless all cells are
 * texts of several lines: otherwise a date or a page number ends each line, and the lines are read across. So are lines
 * that the file has one by one.
 *
 * @param text The box around the whole text.
 */
function isTableRow(cells: readonly LineFragment[][], text: BBox, leftwards: boolean): boolean {
  const lines = cells.map((cell) => groupIntoLines(cell, leftwards))
  const fewest = Math.min(...lines.map(({ length }) => length))
  const across = countSharedFileRows(cells)
  if (across > 1 && across > fewest / 2) return false
  const areTexts = fewest > 1 && cells.every(isWords)
  return lines.some((own, index) => {
    if (own.length <= fewest || !isWords(cells[index] ?? [])) return false
    if (index !== (leftwards ? cells.length - 1 : 0)) return true
    const [x0, x1] = [cells[index - 1], cells[index + 1]].map((cell) => cell && boxAround(cell))
    const isWrapped = areWrapped(own, x0?.x1 ?? text.x0, x1?.x0 ?? text.x1, leftwards)
    return areTexts || (isWrapped && !goesOnAfter(index, cells))
  })
}

/** Returns true if the file has text of a cell after another: a line below continues the whole line above it. */
function goesOnAfter(index: number, cells: readonly LineFragment[][]): boolean {
  const others = cells.filter((_, other) => other !== index).flat()
  return (cells[index] ?? []).some(({ object }) => others.some((other) => other.object < object))
}

/** Returns true if each line but the last has no room for the first word of the next one. */
function areWrapped(lines: readonly Line[], x0: number, x1: number, leftwards: boolean): boolean {
  return lines.every((line, index) => {
    const room = leftwards ? line.x0 - x0 : x1 - line.x1
    const next = lines[index + 1]
    return !next || room < next.firstWordWidth + settings.gutter * line.size
  })
}

function isWords(cell: readonly LineFragment[]): boolean {
  const text = cell.map((fragment) => fragment.text).join('')
  const isLong = text.length >= settings.cellCharacters * cell.length
  return isLong && isWordy(text)
}
