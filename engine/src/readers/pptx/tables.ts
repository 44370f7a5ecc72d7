/** Parses a DrawingML table into cells on a grid. ECMA-376 Part 1, 21.1.3. */
import {
  childrenNamed,
  findChild,
  hasText,
  readBoolean,
  readInteger,
  readTextBody,
  type TextBody,
  type TextContext,
  type XmlElement,
} from '../ooxml/index.ts'
import type { Budget } from './budget.ts'

export interface SlideTable {
  readonly columnCount: number
  readonly rows: readonly (readonly SlideCell[])[]
  /** True if the first row is a header. */
  readonly firstRow: boolean
  /** True if the first column is a header. */
  readonly firstColumn: boolean
}

export interface SlideCell {
  readonly column: number
  readonly columnSpan: number
  readonly rowSpan: number
  readonly body: TextBody
}

interface TableContext {
  readonly text: TextContext
  readonly budget: Budget
}

/** @param table An `a:tbl`. */
export function readTable(table: XmlElement, context: TableContext): SlideTable {
  const { attributes = {} } = findChild(table, 'a:tblPr') ?? {}
  const grid = childrenNamed(findChild(table, 'a:tblGrid'), 'a:gridCol').length
  const elements = childrenNamed(table, 'a:tr').map((row) => childrenNamed(row, 'a:tc'))
  const rows = layOutCells(elements, grid, context)
  const ends = rows.flat().map(({ column, columnSpan }) => column + columnSpan)
  return {
    columnCount: ends.reduce((most, end) => Math.max(most, end), grid),
    rows,
    firstRow: readBoolean(attributes['firstRow']) ?? false,
    firstColumn: readBoolean(attributes['firstCol']) ?? false,
  }
}

/**
 * Assigns grid positions to cells. Every position has an `a:tc`, and those covered by a merged cell are marked
 * (21.1.3.18). Some producers omit covered cells: then a cell moves to the next free position. Spans are cut at the table's
 * edge and at other cells, so that no position is covered twice.
 */
function layOutCells(
  rows: readonly (readonly XmlElement[])[],
  grid: number,
  { text, budget }: TableContext,
): SlideCell[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), grid)
  budget.countCells(rows.length * width)
  /** The first row of each column that no span from above covers. */
  const free: number[] = []
  return rows.map((row, index) => {
    const cells: SlideCell[] = []
    const isFree = (column: number): boolean => (free[column] ?? 0) <= index
    let column = 0
    for (const element of row) {
      const body = readTextBody(findChild(element, 'a:txBody'), text)
      // Other producers omit the mark.
      const isCovered = row.length >= grid && !isFree(column) && !body.paragraphs.some(hasText)
      if (isMerged(element) || isCovered) {
        column += 1
        continue
      }
      while (!isFree(column)) column += 1
      const { gridSpan, rowSpan } = element.attributes
      const rowsSpanned = Math.min(readSpan(rowSpan), rows.length - index)
      const end = column + Math.max(1, Math.min(readSpan(gridSpan), width - column))
      let columnSpan = 0
      while (column + columnSpan < end && isFree(column + columnSpan)) {
        free[column + columnSpan] = index + rowsSpanned
        columnSpan += 1
      }
      cells.push({ column, columnSpan, rowSpan: rowsSpanned, body })
      column += 1
    }
    return cells
  })
}

function isMerged({ attributes }: XmlElement): boolean {
  return (readBoolean(attributes['hMerge']) || readBoolean(attributes['vMerge'])) ?? false
}

function readSpan(value: string | undefined): number {
  return Math.max(1, readInteger(value) ?? 1)
}
