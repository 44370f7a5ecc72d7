/** Widens heads centred over several columns to cells that span them, by the rule below or by their place. */
import type { Ruling } from '../content/index.ts'
import { cellTable, columnExtents, type Grid } from './grid.ts'
import { headerRowsOf } from './header.ts'
import { levelHeaders } from './header-levels.ts'
import type { GridCell } from './rectangles.ts'
import { joinPieces } from './rule-pieces.ts'

interface Range {
  readonly first: number
  readonly last: number
}

interface SpanState {
  readonly grid: Grid
  readonly level: readonly Ruling[]
  /** Rules that are made of pieces. */
  readonly wholes: readonly Ruling[]
  readonly extents: readonly { readonly x0: number; readonly x1: number }[]
  /** Cells by row and column; a spanning cell is at each of its columns. */
  readonly at: readonly (readonly (GridCell | undefined)[])[]
}

/** Largest distance from a head down to its rule, in points. */
const MAX_RULE_GAP_POINTS = 12
/** A head is centred over its columns within this many points, or this share of their width. */
const MIDDLE_POINTS = 5
const MIDDLE_SHARE = 0.06

function slackOf(width: number): number {
  return Math.max(MIDDLE_POINTS, MIDDLE_SHARE * width)
}

/** Widens the heads of a grid over empty neighbours, in all header rows except the last. */
export function spanHeaders(grid: Grid, level: readonly Ruling[]): Grid {
  const rows = headerRowsOf(grid)
  if (rows < 2 || grid.columnCount < 3) return grid
  const state: SpanState = {
    grid,
    level,
    wholes: joinPieces(level),
    extents: columnExtents(grid),
    at: cellTable(grid),
  }
  const spans = new Map<GridCell, Range>()
  if (isAlone(grid, rows - 1)) spanRow(state, rows - 1, spans)
  for (let row = rows - 2; row >= 0; row--) spanRow(state, row, spans)
  const spanned = spans.size === 0 ? grid : widened(state, spans)
  const levelled = levelHeaders(spanned, rows, level)
  return levelled === spanned ? spanDownwards(spanned, rows) : levelled
}

/** Returns true if a row has a single text, not in the first column: the unit of measurement of all figures below. */
function isAlone({ cells }: Grid, row: number): boolean {
  const [only, ...more] = cells.filter(({ row0, segments }) => row0 === row && segments.length > 0)
  return only !== undefined && only.column0 > 0 && more.length === 0
}

/** Extends the only head of a column over all header rows. */
function spanDownwards(grid: Grid, rows: number): Grid {
  const at = cellTable(grid)
  const dropped = new Set<GridCell>()
  const tall = new Set<GridCell>()
  for (let column = 0; column < grid.columnCount; column++) {
    const cells = Array.from({ length: rows }, (_, row) => at[row]?.[column])
    const isSingle = cells.every(
      (cell) => cell && cell.column1 - cell.column0 === 1 && cell.row1 <= rows,
    )
    const heads = new Set(cells.filter((cell) => cell && cell.segments.length > 0))
    const [head] = heads
    if (!isSingle || heads.size !== 1 || !head) continue
    tall.add(head)
    for (const cell of cells) if (cell && cell !== head) dropped.add(cell)
  }
  if (dropped.size === 0) return grid
  const cells = grid.cells
    .filter((cell) => !dropped.has(cell))
    .map((cell) => (tall.has(cell) ? { ...cell, row0: 0, row1: rows } : cell))
  return { ...grid, cells: cells.sort((a, b) => a.row0 - b.row0 || a.column0 - b.column0) }
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
  return { ...grid, cells: cells.sort((a, b) => a.row0 - b.row0 || a.column0 - b.column0) }
}

function spanRow(state: SpanState, row: number, spans: Map<GridCell, Range>): void {
  const taken = new Set<number>()
  const covered = new Set<number>()
  const below: Range[] = []
  for (const [cell, { first, last }] of spans) {
    if (cell.row0 !== row + 1) continue
    below.push({ first, last })
    for (let at = first; at <= last; at++) covered.add(at)
  }
  const cells = new Set(state.at[row] ?? [])
  for (const cell of cells) {
    if (!cell || cell.segments.length === 0 || cell.row1 - cell.row0 > 1) continue
    const free = freeRange(state, row, cell, { taken, covered })
    const range =
      ruledRange(state, cell, free, lineBelow(state, row)) ?? centredRange(state, cell, free, below)
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

/** Returns the place where the text of the row below a head begins: a rule further down belongs to another head. */
function lineBelow({ at }: SpanState, row: number): number {
  const tops = (at[row + 1] ?? []).flatMap((cell) =>
    cell?.row0 === row + 1 ? cell.segments.map(({ y1 }) => y1) : [],
  )
  return Math.min(...tops)
}

/** Returns the columns above a rule that is below a head and shorter than the table. */
function ruledRange(
  { grid, level, wholes, extents }: SpanState,
  cell: GridCell,
  free: Range,
  end: number,
): Range | undefined {
  const bottom = Math.max(...cell.segments.map(({ y1 }) => y1))
  const middle = middleOf(cell)
  const isUnder = ({ at, from, to }: Ruling) =>
    at > bottom - 4 &&
    at < Math.min(bottom + MAX_RULE_GAP_POINTS, end) &&
    from < middle &&
    to > middle &&
    to - from < 0.9 * (grid.box.x1 - grid.box.x0)
  const rule = level.find(isUnder) ?? wholes.find(isUnder)
  if (!rule || isUnderOthers(cell, rule, grid)) return undefined
  const whole = wholeOf(cell, rule, { grid, wholes })
  const { from, to } = whole ?? rule
  if (whole && Math.abs((from + to) / 2 - middle) > slackOf(to - from)) return undefined
  const isOver = (column: number) => {
    const extent = extents[column]
    const centre = extent ? (extent.x0 + extent.x1) / 2 : Number.NaN
    return centre > from && centre < to
  }
  let { column0: first } = cell
  let last = cell.column1 - 1
  while (first > free.first && isOver(first - 1)) first--
  while (last < free.last && isOver(last + 1)) last++
  return { first, last }
}

/** Returns the whole rule that a rule is a piece of, unless other heads are above it too. */
function wholeOf(
  cell: GridCell,
  rule: Ruling,
  { grid, wholes }: Pick<SpanState, 'grid' | 'wholes'>,
): Ruling | undefined {
  const whole = wholes.find(
    ({ at, from, to }) => Math.abs(at - rule.at) < 1 && from <= rule.from && to >= rule.to,
  )
  return whole && !isUnderOthers(cell, whole, grid) ? whole : undefined
}

/** Returns true if a rule is below other heads of the row too: it separates levels, and shows no span. */
function isUnderOthers(cell: GridCell, { from, to }: Ruling, { cells }: Grid): boolean {
  return cells.some((other) => {
    if (other === cell || other.row0 !== cell.row0 || other.segments.length === 0) return false
    const middle = middleOf(other)
    return middle > from && middle < to
  })
}

/** Returns the widest range of free columns with the head's middle, which cuts no head below. */
function centredRange(
  state: SpanState,
  cell: GridCell,
  free: Range,
  below: readonly Range[],
): Range | undefined {
  const { extents } = state
  const middle = middleOf(cell)
  const found: (Range & { readonly offset: number })[] = []
  for (let first = free.first; first <= cell.column0; first++) {
    for (let last = cell.column1 - 1; last <= free.last; last++) {
      const x0 = extents[first]?.x0 ?? Number.NaN
      const x1 = extents[last]?.x1 ?? Number.NaN
      const offset = Math.abs((x0 + x1) / 2 - middle)
      if (!(offset <= slackOf(x1 - x0))) continue
      if (below.some((range) => cuts({ first, last }, range))) continue
      if (isUnderSeveral(state, cell.row0, { first, last })) continue
      found.push({ first, last, offset })
    }
  }
  // Nested ranges have one middle; of ranges side by side, the nearer one is the head's.
  const least = Math.min(...found.map(({ offset }) => offset))
  return found
    .filter(({ offset }) => offset <= least + MIDDLE_POINTS)
    .reduce<Range | undefined>(
      (a, b) => (a && a.last - a.first >= b.last - b.first ? a : b),
      undefined,
    )
}

/** Returns true if a row above has several heads over a range: no head may span columns of two of them. */
function isUnderSeveral({ at }: SpanState, row: number, { first, last }: Range): boolean {
  return at.slice(0, row).some((cells) => cells.slice(first, last + 1).filter(hasText).length > 1)
}

function hasText(cell: GridCell | undefined): boolean {
  return cell !== undefined && cell.segments.length > 0
}

/** Returns true if a range contains a part of another, but not all of it. */
function cuts({ first, last }: Range, other: Range): boolean {
  if (other.first > last || other.last < first) return false
  return other.first < first || other.last > last
}

function middleOf({ segments }: GridCell): number {
  const x0 = Math.min(...segments.map((segment) => segment.x0))
  return (x0 + Math.max(...segments.map((segment) => segment.x1))) / 2
}
