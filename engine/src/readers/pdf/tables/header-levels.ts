/** Rebuilds the header of a grid, given line by line: joins the lines of one head, and puts heads below heads into levels. */
import type { Ruling } from '../content/index.ts'
import type { Grid } from './grid.ts'
import { byPosition, cellTable, emptyCells, type GridCell } from './rectangles.ts'
import { hasSeparator } from './separators.ts'
import { tableSettings as settings } from './settings.ts'

/**
 * Joins cells of the header below one another in one column, unless a rule or a wide gap is between them, and extends
 * heads down to the body.
 *
 * Before that, each row of the header is a line of text; a group head of one line may be beside the second of three lines.
 *
 * @param rows Number of rows of the header.
 */
export function levelHeaders(grid: Grid, rows: number, horizontal: readonly Ruling[]): Grid {
  if (rows < 2 || rows >= grid.rowCount) return grid
  const at = cellTable(grid.cells, rows)
  const header = grid.cells.filter(({ row0, segments }) => row0 < rows && segments.length > 0)
  if (header.some(({ row1 }) => row1 > rows)) return grid
  if (!header.some(({ column0, column1 }) => column1 - column0 > 1)) return grid
  const heads = joinLines(grid, at, rows, horizontal)
  if (!areNested(heads)) return grid
  const depths = depthsOf(heads)
  const levels = Math.max(...[...depths.values()].map((depth) => depth + 1))
  if (levels > rows) return grid
  const cells = heads.map((head) => ({
    ...head,
    row0: depths.get(head) ?? 0,
    row1: heads.some((other) => isBelow(other, head)) ? (depths.get(head) ?? 0) + 1 : levels,
  }))
  if (!areApart(cells, levels)) return grid
  const shift = rows - levels
  const body = grid.cells
    .filter(({ row0 }) => row0 >= rows)
    .map((cell) => ({ ...cell, row0: cell.row0 - shift, row1: cell.row1 - shift }))
  return {
    ...grid,
    cells: [...cells, ...emptyCells(cells, levels, grid.columnCount), ...body].sort(byPosition),
    rowCount: grid.rowCount - shift,
    ruledHeaderRows: levels,
  }
}

/** Returns the cells of the header with text; consecutive lines of a single column are joined. */
function joinLines(
  grid: Grid,
  at: readonly (readonly (GridCell | undefined)[])[],
  rows: number,
  horizontal: readonly Ruling[],
): GridCell[] {
  const heads: GridCell[] = []
  for (let column = 0; column < grid.columnCount; column++) {
    let open: GridCell | undefined
    for (let row = 0; row < rows; row++) {
      const cell = at[row]?.[column]
      if (!cell || cell.segments.length === 0 || cell.row0 !== row) continue
      if (cell.column0 !== column) {
        open = undefined
        continue
      }
      const isSingle = cell.column1 - cell.column0 === 1
      if (open && isSingle && goesOn(open, cell, horizontal)) {
        const joined: GridCell = { ...open, segments: [...open.segments, ...cell.segments] }
        heads[heads.indexOf(open)] = joined
        open = joined
      } else {
        heads.push(cell)
        open = isSingle ? cell : undefined
      }
    }
  }
  return heads
}

function goesOn(above: GridCell, below: GridCell, horizontal: readonly Ruling[]): boolean {
  const bottom = above.segments.reduce((a, b) => (b.baseline > a.baseline ? b : a))
  const top = below.segments.reduce((a, b) => (b.baseline < a.baseline ? b : a))
  if (top.baseline - bottom.baseline > settings.maxLeadingEms * Math.max(top.size, bottom.size)) {
    return false
  }
  const x0 = Math.min(top.x0, bottom.x0)
  const x1 = Math.max(top.x1, bottom.x1)
  const between = horizontal.filter((rule) => rule.at > bottom.baseline && rule.at < top.baseline)
  return !between.some((rule) => hasSeparator(between, rule.at, x0, x1))
}

/** Counts the heads above each head. */
function depthsOf(heads: readonly GridCell[]): Map<GridCell, number> {
  const depths = new Map<GridCell, number>()
  for (const head of [...heads].sort((a, b) => a.row0 - b.row0)) {
    let depth = 0
    for (const [other, of] of depths) if (areStacked(head, other)) depth = Math.max(depth, of + 1)
    depths.set(head, depth)
  }
  return depths
}

function areStacked(a: GridCell, b: GridCell): boolean {
  return a.column0 < b.column1 && b.column0 < a.column1
}

function isBelow(other: GridCell, head: GridCell): boolean {
  return other.row0 > head.row0 && areStacked(head, other)
}

/** Returns true if heads below others stay within their columns. */
function areNested(heads: readonly GridCell[]): boolean {
  return heads.every((head) =>
    heads
      .filter((other) => isBelow(other, head))
      .every(({ column0, column1 }) => column0 >= head.column0 && column1 <= head.column1),
  )
}

/** Returns true if no position has two cells. */
function areApart(cells: readonly GridCell[], rowCount: number): boolean {
  const at = cellTable(cells, rowCount)
  const isOwn = (cell: GridCell) =>
    at
      .slice(cell.row0, cell.row1)
      .every((line) => line.slice(cell.column0, cell.column1).every((other) => other === cell))
  return cells.every(isOwn)
}
