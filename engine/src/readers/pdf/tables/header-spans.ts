/** Widens heads centred over several columns to cells that span them, by the rule below or by their position. */
import type { Ruling } from '../content/index.ts'
import { columnExtents, type Grid } from './grid.ts'
import { headerRowsOf } from './header.ts'
import { levelHeaders } from './header-levels.ts'
import { byPosition, cellTable, type GridCell } from './rectangles.ts'
import { tableSettings as settings } from './settings.ts'

interface Range {
  readonly first: number
  readonly last: number
}

interface SpanState {
  readonly grid: Grid
  readonly horizontal: readonly Ruling[]
  readonly extents: readonly { readonly x0: number; readonly x1: number }[]
  /** Cells by row and column; a spanning cell is at each of its columns. */
  readonly at: readonly (readonly (GridCell | undefined)[])[]
}

function slackOf(width: number): number {
  return Math.max(settings.sidePoints, settings.slackShare * width)
}

/** Widens the heads of a grid over empty neighbours, in all header rows except the last, unless that only holds a unit. */
export function spanHeaders(grid: Grid, horizontal: readonly Ruling[]): Grid {
  const rows = headerRowsOf(grid)
  if (rows < 2 || grid.columnCount < 3) return grid
  const state: SpanState = {
    grid,
    horizontal,
    extents: columnExtents(grid),
    at: cellTable(grid.cells, grid.rowCount),
  }
  const spans = new Map<GridCell, Range>()
  const last = isAlone(grid, rows - 1) ? rows - 1 : rows - 2
  for (let row = last; row >= 0; row--) spanRow(state, row, spans)
  const spanned = spans.size === 0 ? grid : widened(state, spans)
  return levelHeaders(spanned, rows, horizontal)
}

/** Returns true if a row has a single text, not in the first column: the unit of all figures below. */
function isAlone({ cells }: Grid, row: number): boolean {
  const [only, ...more] = cells.filter(({ row0, segments }) => row0 === row && segments.length > 0)
  return only !== undefined && only.column0 > 0 && more.length === 0
}

function widened(state: SpanState, spans: ReadonlyMap<GridCell, Range>): Grid {
  const { grid } = state
  const swallowed = new Set<GridCell>()
  for (const [cell, { first, last }] of spans) {
    for (let column = first; column <= last; column++) {
      const other = state.at[cell.row0]?.[column]
      if (other && other !== cell) swallowed.add(other)
    }
  }
  const cells = grid.cells
    .filter((cell) => !swallowed.has(cell))
    .map((cell) => {
      const span = spans.get(cell)
      return span ? { ...cell, column0: span.first, column1: span.last + 1 } : cell
    })
  return { ...grid, cells: cells.sort(byPosition) }
}

function spanRow(state: SpanState, row: number, spans: Map<GridCell, Range>): void {
  const taken = new Set<number>()
  const covered = new Set<number>()
  for (const [cell, { first, last }] of spans) {
    if (cell.row0 !== row + 1) continue
    for (let at = first; at <= last; at++) covered.add(at)
  }
  const cells = new Set(state.at[row] ?? [])
  for (const cell of cells) {
    if (!cell || cell.segments.length === 0 || cell.row1 - cell.row0 > 1) continue
    const free = freeRange(state, row, cell, { taken, covered })
    const range =
      ruledRange(state, cell, free, lineBelow(state, row)) ?? centredRange(state, cell, free)
    if (!range || range.last - range.first <= cell.column1 - cell.column0 - 1) continue
    spans.set(cell, range)
    for (let column = range.first; column <= range.last; column++) taken.add(column)
  }
}

/** Returns the columns that a head could span: empty ones beside it, with text below; never the first column. */
function freeRange(
  { grid, at }: SpanState,
  row: number,
  cell: GridCell,
  {
    taken,
    covered,
  }: { readonly taken: ReadonlySet<number>; readonly covered: ReadonlySet<number> },
): Range {
  const isFree = (column: number) => {
    const here = at[row]?.[column]
    const below = at[row + 1]?.[column]
    const isEmpty = here !== undefined && here.segments.length === 0 && here.row1 - here.row0 === 1
    const isAbove = covered.has(column) || (below?.segments.length ?? 0) > 0
    return isEmpty && !taken.has(column) && isAbove
  }
  let first = cell.column0
  while (first - 1 > 0 && isFree(first - 1)) first--
  let last = cell.column1 - 1
  while (last + 1 < grid.columnCount && isFree(last + 1)) last++
  return { first, last }
}

/** Returns the height at which the text of the row below a head begins: a rule further down belongs to another head. */
function lineBelow({ at }: SpanState, row: number): number {
  const tops = (at[row + 1] ?? []).flatMap((cell) =>
    cell?.row0 === row + 1 ? cell.segments.map(({ y1 }) => y1) : [],
  )
  return Math.min(...tops)
}

/** Returns the columns above a rule that is below a head and shorter than the table. */
function ruledRange(
  { grid, horizontal, extents }: SpanState,
  cell: GridCell,
  free: Range,
  end: number,
): Range | undefined {
  const bottom = Math.max(...cell.segments.map(({ y1 }) => y1))
  const middle = middleOf(cell)
  const isUnder = ({ at, from, to }: Ruling) =>
    at > bottom - 4 &&
    at < Math.min(bottom + settings.linePoints, end) &&
    from < middle &&
    to > middle &&
    to - from < 0.9 * (grid.box.x1 - grid.box.x0)
  const rule = horizontal.find(isUnder)
  if (!rule || isUnderOthers(cell, rule, grid)) return undefined
  const { from, to } = rule
  const isOver = (column: number) => {
    const extent = extents[column]
    const centre = extent ? (extent.x0 + extent.x1) / 2 : Number.NaN
    return centre > from && centre < to
  }
  let { column0: first } = cell
  let last = cell.column1 - 1
  while (first > free.first && isOver(first - 1)) first--
  while (last < free.last && isOver(last + 1)) last++
  // A rule that goes on over free columns in pieces, one for each column, shows no span.
  const isPiece = (other: Ruling) =>
    other !== rule && Math.abs(other.at - rule.at) < 1 && isOverColumns(other, extents, free)
  const isOwn = first === cell.column0 && last === cell.column1 - 1
  return isOwn && horizontal.some(isPiece) ? undefined : { first, last }
}

function isOverColumns(
  { from, to }: Ruling,
  extents: SpanState['extents'],
  { first, last }: Range,
): boolean {
  const middle = (from + to) / 2
  return middle > (extents[first]?.x0 ?? Number.NaN) && middle < (extents[last]?.x1 ?? Number.NaN)
}

/** Returns true if a rule is also below other heads of the row: it then separates levels and does not show a span. */
function isUnderOthers(cell: GridCell, { from, to }: Ruling, { cells }: Grid): boolean {
  return cells.some((other) => {
    if (other === cell || other.row0 !== cell.row0 || other.segments.length === 0) return false
    const middle = middleOf(other)
    return middle > from && middle < to
  })
}

/** Returns the widest range of free columns with the same middle as the head. */
function centredRange(state: SpanState, cell: GridCell, free: Range): Range | undefined {
  const { extents } = state
  const middle = middleOf(cell)
  const found: (Range & { readonly offset: number })[] = []
  for (let first = free.first; first <= cell.column0; first++) {
    for (let last = cell.column1 - 1; last <= free.last; last++) {
      const x0 = extents[first]?.x0 ?? Number.NaN
      const x1 = extents[last]?.x1 ?? Number.NaN
      const offset = Math.abs((x0 + x1) / 2 - middle)
      if (!(offset <= slackOf(x1 - x0))) continue
      found.push({ first, last, offset })
    }
  }
  // Nested ranges have the same middle; of ranges side by side, the closer one belongs to the head.
  const least = Math.min(...found.map(({ offset }) => offset))
  return found
    .filter(({ offset }) => offset <= least + settings.sidePoints)
    .reduce<Range | undefined>(
      (a, b) => (a && a.last - a.first >= b.last - b.first ? a : b),
      undefined,
    )
}

function middleOf({ segments }: GridCell): number {
  const x0 = Math.min(...segments.map((segment) => segment.x0))
  return (x0 + Math.max(...segments.map((segment) => segment.x1))) / 2
}
