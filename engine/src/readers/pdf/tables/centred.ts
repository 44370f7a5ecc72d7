/**
 * Finds tables without rulings whose cells are centred in the height of their rows, as browsers (HTML Living Standard, 15.3.8 Tables)
 * and `m` columns of LaTeX set them. Their lines are not level: a label is beside the middle of the text that it belongs to.
 */
import { boxAround } from '../boxes.ts'
import { quantile } from '../statistics.ts'
import { isFlush } from './flush.ts'
import { lineOfSegments, type Region, unruledRegion } from './region.ts'
import type { Lines } from './rulings.ts'
import type { Segment, TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** A text of one line or more with a common left edge. Baselines, size and sides are in points. */
interface Cell {
  readonly segments: readonly Segment[]
  readonly x0: number
  readonly x1: number
  readonly first: number
  readonly last: number
  readonly size: number
}

/** Cells side by side, from left to right. */
type Row = readonly Cell[]

/** Finds regions with two rows or more whose cells have different numbers of lines, but one middle. */
export function findCentredRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  return runsOf(rowsOf(cellsOf(lines, rulings))).map((rows) => {
    const own = new Set(rows.flatMap((row) => row.flatMap(({ segments }) => segments)))
    const within = lines.flatMap((line) => {
      const segments = line.segments.filter((segment) => own.has(segment))
      return lineOfSegments(line, segments) ?? []
    })
    const edges = rows.slice(1).map((row, at) => (endOf(rows[at] ?? []) + startOf(row)) / 2)
    const region = unruledRegion(within, rulings)
    return { ...region, rowEdges: [region.box.y0, ...edges, region.box.y1] }
  })
}

/** Joins lines with a common left edge or middle that are as close as those of one text. */
function cellsOf(lines: readonly TextLine[], { horizontal }: Lines): Cell[] {
  const stacks: Segment[][] = []
  /** The last text at each place, in steps of the largest distance between flush lines. */
  const open = sides.map(() => new Map<number, Segment[]>())
  for (const segment of lines.flatMap(({ segments }) => segments)) {
    const places = sides.map((side) => Math.round(side(segment) / settings.flushPoints))
    const stack = stackAbove(segment, places, open, horizontal) ?? []
    if (stack.length === 0) stacks.push(stack)
    stack.push(segment)
    for (const [at, place] of places.entries()) open[at]?.set(place, stack)
  }
  const steps = stacks.flatMap((stack) =>
    stack.slice(1).map((next, at) => stepTo(stack[at] as Segment, next)),
  )
  const most = quantile(steps, 0.1) * settings.looseRatio
  return stacks.flatMap((stack) => partsOf(stack, most)).map(cellOf)
}

const sides: readonly ((segment: Segment) => number)[] = [
  ({ x0 }) => x0,
  ({ x0, x1 }) => (x0 + x1) / 2,
]

/** Returns the first text that goes on in a segment; `undefined` if none does. */
function stackAbove(
  segment: Segment,
  places: readonly number[],
  open: readonly ReadonlyMap<number, Segment[]>[],
  horizontal: Lines['horizontal'],
): Segment[] | undefined {
  for (const [at, side] of sides.entries()) {
    for (const step of [-1, 0, 1]) {
      const stack = open[at]?.get((places[at] ?? 0) + step)
      if (stack && isBelow(segment, stack.at(-1), side, horizontal)) return stack
    }
  }
  return undefined
}

function isBelow(
  segment: Segment,
  last: Segment | undefined,
  side: (segment: Segment) => number,
  horizontal: Lines['horizontal'],
): boolean {
  if (!last || !isFlush(side(segment), [side(last)])) return false
  const step = stepTo(last, segment)
  if (step <= 0 || step > settings.maxLeadingEms * Math.max(last.size, segment.size)) return false
  // The bar of a fraction, or the rule between two rows, is no part of a text.
  return !horizontal.some(({ at, from, to }) => {
    return at > last.baseline && at < segment.baseline && from < segment.x1 && to > segment.x0
  })
}

/** Returns the distance from a line to the next, in points: in a browser, small type has the leading of the text around it. */
function stepTo(above: Segment, below: Segment): number {
  return below.baseline - above.baseline
}

/** Parts a text at larger distances than those of its lines. */
function partsOf(stack: readonly Segment[], most: number): Segment[][] {
  const parts: Segment[][] = []
  for (const segment of stack) {
    const last = parts.at(-1)?.at(-1)
    if (last && stepTo(last, segment) <= most) parts.at(-1)?.push(segment)
    else parts.push([segment])
  }
  return parts
}

function cellOf(segments: readonly Segment[]): Cell {
  const { x0, x1 } = boxAround(segments)
  const [first, last] = [segments[0] as Segment, segments.at(-1) as Segment]
  return { segments, x0, x1, first: first.baseline, last: last.baseline, size: first.size }
}

/** Groups cells that overlap in height, from top to bottom. */
function rowsOf(cells: readonly Cell[]): Row[] {
  const rows: Cell[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const cell of cells.toSorted((a, b) => topOf(a) - topOf(b))) {
    if (topOf(cell) < end) rows.at(-1)?.push(cell)
    else rows.push([cell])
    end = Math.max(end, cell.last)
  }
  return rows.map((row) => row.sort((a, b) => a.x0 - b.x0))
}

/** Returns the height of the small letters of the first line. */
function topOf({ first, size }: Cell): number {
  return first - settings.half * size
}

const sizeOf = (row: Row) => Math.max(...row.map(({ size }) => size))
const startOf = (row: Row) => Math.min(...row.map(({ first, size }) => first - size))
const endOf = (row: Row) => Math.max(...row.map(({ last }) => last))

/** Rows with common columns. */
interface Run {
  readonly rows: Row[]
  readonly columns: Column[]
}

/** The sides of a column, and the rows that have a cell in it. */
interface Column {
  readonly x0: number
  readonly x1: number
  readonly rows: Set<Row>
}

/** Returns the runs of rows with common columns and at least two centred rows. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Run[] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && isLevel(row) && isNear(run.rows, row) && addRow(run.columns, row)) run.rows.push(row)
    else {
      const columns: Column[] = []
      runs.push({ rows: isLevel(row) && addRow(columns, row) ? [row] : [], columns })
    }
  }
  return runs
    .map((run) => run.rows.slice(run.rows.findIndex((row) => row.length > 1)))
    .filter((own) => own.filter(isCentred).length >= 2)
}

/** Adds the cells of a row to columns in place; returns false if two cells of a row would be in one. */
function addRow(columns: Column[], row: Row): boolean {
  for (const { x0, x1 } of row) {
    const own = columns.filter((column) => x0 < column.x1 && column.x0 < x1)
    const [first = { x0, x1, rows: new Set<Row>() }, ...others] = own
    for (const member of [...others.flatMap(({ rows }) => [...rows]), row]) {
      if (first.rows.has(member)) return false
      first.rows.add(member)
    }
    const sides = {
      x0: Math.min(x0, ...own.map((at) => at.x0)),
      x1: Math.max(x1, ...own.map((at) => at.x1)),
    }
    const kept = columns.filter((column) => !own.includes(column))
    columns.splice(0, columns.length, ...kept, { ...sides, rows: first.rows })
  }
  return true
}

/** Returns true for cells side by side with one middle. */
function isLevel(row: Row): boolean {
  const [tallest] = row.toSorted((a, b) => b.last - b.first - (a.last - a.first))
  return row.every((cell, at) => {
    const next = row[at + 1]
    return areLevel(cell, tallest ?? cell) && (!next || cell.x1 < next.x0)
  })
}

/** Returns true if two cells have one middle. */
function areLevel(a: Cell, b: Cell): boolean {
  return (
    Math.abs(a.first + a.last - b.first - b.last) / 2 < settings.blankEms * Math.min(a.size, b.size)
  )
}

function isCentred(row: Row): boolean {
  return row.some(({ segments }) => segments.length !== row[0]?.segments.length)
}

/**
 * Returns true if a row is near the last one and no larger. A row of one cell may be a heading or the text below, and must be as near as
 * the lines of a text.
 */
function isNear(rows: readonly Row[], row: Row): boolean {
  const [last, size] = [rows.at(-1) ?? [], sizeOf(row)]
  const most = row.length > 1 ? settings.wideRowGapEms : settings.maxLeadingEms
  if (size >= settings.clearlyLarger * sizeOf(last)) return false
  return startOf(row) + size - endOf(last) <= most * size
}
