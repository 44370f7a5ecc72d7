/** Handles the rows of a grid with one text: its title, its notes, and the headings of groups of rows. */
import { type Grid, wordsOf } from './grid.ts'
import { isProse, opensCaption } from './prose.ts'
import type { GridCell } from './rectangles.ts'
import type { Segment } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** Drops rows with one cell over all columns: captions at the top, notes and running text at the bottom. */
export function trimGrid(grid: Grid): Grid {
  if (grid.columnCount < 2) return grid
  const lone = loneCells(grid)
  const first = titleRows(grid, lone)
  const end = firstNoteRow(grid, lone, first)
  if (first === 0 && end === grid.rowCount) return grid
  const cells = grid.cells
    .filter(({ row0 }) => row0 >= first && row0 < end)
    .map((cell) => ({ ...cell, row0: cell.row0 - first, row1: Math.min(cell.row1, end) - first }))
  return {
    ...grid,
    box: boxOf(grid, cells),
    cells,
    rowCount: end - first,
    ruledHeaderRows: Math.max(0, grid.ruledHeaderRows - first),
  }
}

/** Counts the rows of headings and of the caption; after a row with only "Table 2", the next row has its title. */
function titleRows(grid: Grid, lone: LoneCells): number {
  let first = 0
  let isLabel = false
  while (first < grid.rowCount - 2) {
    if (isHeadingRow(grid, lone[first])) {
      first++
      continue
    }
    const cell = wideCell(lone[first])
    if (!cell || !(isLabel || opensCaption(cell))) break
    isLabel = !isLabel && wordsOf(cell).length <= settings.few
    first++
  }
  return first
}

/** Returns true if a row between page rules is a heading of the text: one text, larger than the other rows. */
function isHeadingRow({ cells, kind }: Grid, only: GridCell | undefined): boolean {
  if (kind === 'ruled' || !only || only.column0 > 0) return false
  const others = cells.filter((cell) => cell !== only).flatMap(({ segments }) => segments)
  const size = Math.max(...others.map((segment) => segment.size))
  return (
    others.length > 0 && only.segments.every((own) => own.size >= settings.clearlyLarger * size)
  )
}

/** Returns the first row of the notes at the bottom. */
function firstNoteRow({ rowCount, kind }: Grid, lone: LoneCells, first: number): number {
  let end = rowCount
  for (let row = rowCount - 1; row > first + 1; row--) {
    const cell = wideCell(lone[row])
    if (!cell) break
    if (isNote(cell, kind)) end = row
  }
  return end
}

/** Returns the cell with the only text of a row if it spans more than the first column. */
function wideCell(only: GridCell | undefined): GridCell | undefined {
  if (!only || only.row1 - only.row0 > 1) return undefined
  return only.column0 === 0 && only.column1 > 1 ? only : undefined
}

/** The only cell with text of each row; `undefined` for a row without text, and with several. */
type LoneCells = readonly (GridCell | undefined)[]

function loneCells({ cells, rowCount }: Grid): LoneCells {
  const counts = new Uint32Array(rowCount)
  const lone: (GridCell | undefined)[] = []
  for (const cell of cells) {
    if (cell.segments.length === 0) continue
    for (let row = cell.row0; row < cell.row1; row++) {
      const count = (counts[row] ?? 0) + 1
      counts[row] = count
      lone[row] = count === 1 ? cell : undefined
    }
  }
  return lone
}

const opensNote =
  /^(?:notes?|sources?|legend|abbreviations?|remarks?|anmerkung(?:en)?|quellen?|fuentes?|fonti?|nota)\s*[:.]/i

/**
 * Returns true for a note or running text, so that headings of groups of rows stay. In a ruled table, a single line of
 * running text may be a row.
 */
function isNote(cell: GridCell, kind: Grid['kind']): boolean {
  const [segment] = cell.segments
  if (segment && opensNote.test(segment.text)) return true
  return (cell.segments.length > 1 || kind !== 'ruled') && cell.segments.some(isProse)
}

/** Returns the box without the dropped rows. */
function boxOf({ box }: Grid, cells: readonly GridCell[]): Grid['box'] {
  const segments: Segment[] = cells.flatMap((cell) => [...cell.segments])
  return {
    x0: box.x0,
    x1: box.x1,
    y0: Math.max(box.y0, Math.min(...segments.map(({ y0 }) => y0)) - settings.flushPoints),
    y1: Math.min(box.y1, Math.max(...segments.map(({ y1 }) => y1)) + settings.flushPoints),
  }
}

/**
 * Widens the only text of a row over the whole table if it is wider than the first column: no cell of that column is as
 * wide, so it is a heading of the rows below. A text that fits into the first column may be a row without figures.
 */
export function widenSections(grid: Grid): Grid {
  const { cells, rowCount, columnCount } = grid
  if (columnCount < 3) return grid
  const wide = new Map<number, GridCell>()
  const lone = loneCells(grid)
  for (let row = 0; row < rowCount; row++) {
    const cell = wideCell(lone[row])
    const isTall = ({ row0, row1 }: GridCell) => row0 <= row && row1 > row && row1 - row0 > 1
    if (cell && cell.column1 < columnCount && !cells.some(isTall)) wide.set(row, cell)
  }
  if (wide.size === 0) return grid
  return {
    ...grid,
    cells: cells.flatMap((cell) => {
      const section = wide.get(cell.row0)
      if (!section) return cell
      return section === cell ? { ...cell, column1: columnCount } : []
    }),
  }
}

/** Returns true for the heading of a group of rows: the only cell of its row, over all columns, with a row below. */
export function isSection({ columnCount, rowCount }: Grid, cell: GridCell): boolean {
  return (
    columnCount > 1 &&
    cell.column0 === 0 &&
    cell.column1 === columnCount &&
    cell.row1 - cell.row0 === 1 &&
    cell.row1 < rowCount &&
    cell.segments.length > 0
  )
}
