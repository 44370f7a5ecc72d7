/** A region → its grid: where columns and rows part, which cells are one, and the words of each. */
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { findColumnSpans } from './columns.ts'
import type { Region } from './region.ts'
import { groupIntoRows, joinInterleaved, placeSegments } from './rows.ts'
import { EDGE } from './rulings.ts'
import {
  cutFiner,
  cutSegment,
  isNumeric,
  partition,
  type Segment,
  type TextLine,
  textOf,
} from './segments.ts'

/** A cell of one or more grid positions; ends are exclusive. */
export interface GridCell {
  readonly row0: number
  readonly row1: number
  readonly column0: number
  readonly column1: number
  readonly segments: readonly Segment[]
}

export interface Grid {
  readonly box: BBox
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly GridCell[]
  readonly kind: Region['kind']
  /** Rows above the first ruling under text that spans the table, where such a ruling tells the header. */
  readonly ruledHeaderRows: number
}

/** Where two columns or rows part. */
interface Boundary {
  readonly at: number
  /** A ruling shows it. */
  readonly isHard: boolean
}

/** Rows of lines between two boundaries. */
interface RowBand {
  readonly y0: number
  readonly y1: number
  readonly lines: readonly TextLine[]
  /** Whether a ruling bounds it below. */
  readonly hardBelow: boolean
}

/** Columns and rows narrower than this many points hold no text: double rulings. */
const MIN_STRIP_POINTS = 4
/** Share of a cell's side that a ruling covers where it is a wall. */
const WALL_SHARE = 0.5
/** A wall is a ruling this near to the boundary, in points. */
const WALL_POINTS = 3

export function gridOf(given: Region): Grid {
  const finer = given.kind === 'ruled' ? given : { ...given, lines: cutFiner(given.lines) }
  const columns = columnBoundaries(finer)
  const region = { ...finer, lines: finer.lines.map((line) => cutFigures(line, columns)) }
  const bands = rowBands(region, columns)
  const cells = mergeCells(region, columns, bands)
  return dropEmpty({
    box: region.box,
    rowCount: bands.length,
    columnCount: columns.length + 1,
    cells,
    kind: region.kind,
    ruledHeaderRows: ruledHeaderRows(region, bands),
  })
}

/** Where the columns of a region part. */
export function columnPlaces(region: Region): number[] {
  return columnBoundaries(region).map(({ at }) => at)
}

/** Parts segments of nothing but figures where columns part: a figure belongs to one column. */
function cutFigures(line: TextLine, columns: readonly Boundary[]): TextLine {
  const segments = line.segments.flatMap((segment) => {
    if (segment.words.length < 2 || !segment.words.every(({ text }) => isNumeric(text))) {
      return [segment]
    }
    return cutSegment(segment, (before, word) =>
      columns.some(({ at }) => at > before.x1 - 1 && at < word.x0 + 1)
        ? 0
        : Number.POSITIVE_INFINITY,
    )
  })
  return segments.length === line.segments.length ? line : { ...line, segments }
}

/** Inner places of rulings, those that bound the region left out. */
function hardPlaces(rulings: readonly Ruling[], start: number, end: number, min: number): number[] {
  const places: number[] = []
  const lengths = new Map<number, number>()
  for (const { at, from, to } of [...rulings].sort((a, b) => a.at - b.at)) {
    if (at < start + MIN_STRIP_POINTS || at > end - MIN_STRIP_POINTS) continue
    const last = places.at(-1)
    if (last !== undefined && at - last < MIN_STRIP_POINTS) {
      lengths.set(last, (lengths.get(last) ?? 0) + to - from)
    } else {
      places.push(at)
      lengths.set(at, to - from)
    }
  }
  return places.filter((at) => (lengths.get(at) ?? 0) >= min)
}

/** A plumb ruling shorter than this many points parts no cells. */
const MIN_WALL_POINTS = 6

function columnBoundaries({ box, plumb, lines, kind }: Region): Boundary[] {
  const hard = hardPlaces(plumb, box.x0, box.x1, MIN_WALL_POINTS)
  const edges = [box.x0 - WALL_POINTS, ...hard, box.x1 + WALL_POINTS]
  const boundaries: Boundary[] = []
  for (let index = 1; index < edges.length; index++) {
    const x0 = edges[index - 1] as number
    const x1 = edges[index] as number
    boundaries.push(...softBoundaries(lines, x0, x1, kind === 'ruled' && hard.length > 0))
    if (index < edges.length - 1) boundaries.push({ at: x1, isHard: true })
  }
  return boundaries
}

/** In a strip between rulings, text parts further only when this share of its lines says so. */
const STRICT_SHARE = 0.5

function softBoundaries(
  lines: readonly TextLine[],
  x0: number,
  x1: number,
  isStrict: boolean,
): Boundary[] {
  const inside = lines
    .map((line) => ({
      ...line,
      segments: line.segments.filter((segment) => segment.x0 >= x0 - 2 && segment.x1 <= x1 + 2),
    }))
    .filter(({ segments }) => segments.length > 0)
  const spans = findColumnSpans(inside)
  const boundaries: Boundary[] = []
  for (let index = 1; index < spans.length; index++) {
    const left = spans[index - 1]
    const right = spans[index]
    if (!left || !right) continue
    const at = (left.x1 + right.x0) / 2
    const both = inside.filter(
      ({ segments }) => segments.some((s) => s.x1 <= at) && segments.some((s) => s.x0 >= at),
    )
    if (inside.every(({ segments }) => isBullets(segments, index === 1, at))) continue
    if (isStrict && both.length < Math.max(2, STRICT_SHARE * inside.length)) continue
    boundaries.push({ at, isHard: false })
  }
  return boundaries
}

const bullet = /^[•●○◦▪■□❑❖➢►✓\u2013\u2014*·-]$/

/** Whether what a line has before the first boundary is nothing, or a bullet, which belongs to the text after it. */
function isBullets(segments: readonly Segment[], isFirst: boolean, at: number): boolean {
  const before = segments.filter(({ x1 }) => x1 <= at)
  return isFirst && before.every((segment) => bullet.test(textOf(segment)))
}

/** Bands between rulings with more lines of text than this, on average, have rows of their own. */
const MAX_BAND_LINES = 3.5

function rowBands(region: Region, columns: readonly Boundary[]): RowBand[] {
  const { box, level, lines } = region
  const places = columns.map(({ at }) => at)
  const drawn = level.filter((ruling) => ruling.thickness !== EDGE || isWide(ruling, box))
  const hard = hardPlaces(drawn, box.y0, box.y1, MIN_WALL_POINTS)
  const edges = [Number.NEGATIVE_INFINITY, ...hard, Number.POSITIVE_INFINITY]
  const bands: { y0: number; y1: number; lines: TextLine[]; isLast: boolean }[] = []
  for (let index = 1; index < edges.length; index++) {
    const y0 = edges[index - 1] as number
    const y1 = edges[index] as number
    const within = lines.filter((line) => middleOf(line) > y0 && middleOf(line) <= y1)
    if (within.length > 0) {
      bands.push({ y0, y1, lines: within, isLast: index === edges.length - 1 })
    }
  }
  const wide = hard.filter((at) => hasWall(level, at, box.x0, box.x1)).length + 1
  const isDense = wide >= 3 && lines.length / wide <= MAX_BAND_LINES
  const areRows = isDense || (region.kind === 'ruled' && bands.length >= 2)
  return bands.flatMap(({ y0, y1, lines: within, isLast }, at) => {
    const isHeader = at === 0 && bands.length > 1
    const groups = isHeader
      ? groupHeader(within, places, region.kind)
      : groupIntoRows(within, places, areRows)
    return groups.map((group, index) => ({
      lines: group,
      y0: index === 0 ? y0 : edgeBetween(groups[index - 1], group),
      y1: index === groups.length - 1 ? y1 : edgeBetween(group, groups[index + 1]),
      hardBelow: index === groups.length - 1 && !isLast,
    }))
  })
}

/** Where a filled area ends, rows part only if it is as wide as that share of the table; else it marks some cells. */
const MIN_EDGE_SHARE = 0.5

function isWide({ from, to }: Ruling, { x0, x1 }: BBox): boolean {
  return to - from >= MIN_EDGE_SHARE * (x1 - x0)
}

/** Lines of a header band: one that spans columns is a row of its own, the others are wrapped cells of one row. */
function groupHeader(
  lines: readonly TextLine[],
  places: readonly number[],
  kind: Region['kind'],
): TextLine[][] {
  if (kind === 'ruled') return groupIntoRows(lines, places, true)
  const groups: TextLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group && goesOnIn(group, line, places)) group.push(line)
    else groups.push([line])
  }
  return joinInterleaved(groups)
}

/** Whether a line of heads goes on with those above it: neither spans columns, and it stands in the same columns. */
function goesOnIn(group: readonly TextLine[], line: TextLine, places: readonly number[]): boolean {
  const own = placeSegments(line.segments, places)
  const above = group.flatMap(({ segments }) => placeSegments(segments, places))
  if ([...own, ...above].some(({ first, last }) => last > first)) return false
  const columns = new Set(above.map(({ first }) => first))
  const shared = own.filter(({ first }) => columns.has(first)).length
  return 2 * shared >= Math.min(own.length, columns.size)
}

function middleOf({ y0, y1 }: TextLine): number {
  return (y0 + y1) / 2
}

function edgeBetween(
  above: readonly TextLine[] | undefined,
  below: readonly TextLine[] | undefined,
): number {
  return ((above?.at(-1)?.y1 ?? 0) + (below?.[0]?.y0 ?? 0)) / 2
}

/** Merges grid positions that no wall parts, and puts every segment into its cell. */
function mergeCells(
  region: Region,
  columns: readonly Boundary[],
  bands: readonly RowBand[],
): GridCell[] {
  const width = columns.length + 1
  const places = columns.map(({ at }) => at)
  const owner = Array.from({ length: bands.length * width }, (_, index) => index)
  const contents = new Map<number, Segment[]>()
  const merge = (a: number, b: number) => {
    const from = owner[b] as number
    const to = owner[a] as number
    if (from !== to) for (const [index, of] of owner.entries()) if (of === from) owner[index] = to
  }
  for (const [row, band] of bands.entries()) {
    const placed = band.lines.flatMap(({ segments }) => placeSegments(segments, places))
    for (const { segment, first, last } of placed) {
      const at = row * width + first
      for (let column = first + 1; column <= last; column++) merge(at, row * width + column)
      const list = contents.get(at)
      if (list) list.push(segment)
      else contents.set(at, [segment])
    }
  }
  mergeOverMissingWalls(region, columns, bands, contents, merge)
  return rectangles(owner, bands.length, width, contents)
}

function mergeOverMissingWalls(
  region: Region,
  columns: readonly Boundary[],
  bands: readonly RowBand[],
  contents: ReadonlyMap<number, readonly Segment[]>,
  merge: (a: number, b: number) => void,
): void {
  const width = columns.length + 1
  const { box } = region
  const xs = [box.x0, ...columns.map(({ at }) => at), box.x1]
  const isEmpty = (index: number) => !contents.has(index)
  for (const [row, band] of bands.entries()) {
    const y0 = Math.max(band.y0, box.y0)
    const y1 = Math.min(band.y1, box.y1)
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const right = columns[column]
      if (right?.isHard && (isEmpty(at) || isEmpty(at + 1)) && region.kind === 'ruled') {
        if (!hasWall(region.plumb, right.at, y0, y1)) merge(at, at + 1)
      }
      const below = at + width
      if (!band.hardBelow || row + 1 >= bands.length || region.kind !== 'ruled') continue
      if (!isEmpty(at) && !isEmpty(below)) {
        if (!isTextCell(contents.get(at)) || !isTextCell(contents.get(below))) continue
        if (!hasPlumbSides(region, xs, column, y0, y1)) continue
      }
      const [x0 = 0, x1 = 0] = [xs[column], xs[column + 1]]
      if (!hasWall(region.level, band.y1, x0, x1)) merge(at, below)
    }
  }
}

/** Whether a cell's text can go on below: figures and single words are cells for themselves. */
function isTextCell(segments: readonly Segment[] = []): boolean {
  const words = segments.flatMap((segment) => [...segment.words])
  return words.length > 1 && !isNumeric(segments.map(textOf).join(' '))
}

function hasPlumbSides(
  { plumb }: Region,
  xs: readonly number[],
  column: number,
  y0: number,
  y1: number,
): boolean {
  return [xs[column], xs[column + 1]].every((at) => at !== undefined && hasWall(plumb, at, y0, y1))
}

/** Whether rulings at a place cover most of the way between two points. */
function hasWall(
  rulings: readonly Ruling[],
  at: number,
  from: number,
  to: number,
  share = WALL_SHARE,
): boolean {
  let covered = 0
  for (const ruling of rulings) {
    if (Math.abs(ruling.at - at) > WALL_POINTS) continue
    covered += Math.max(0, Math.min(ruling.to, to) - Math.max(ruling.from, from))
  }
  return covered >= share * (to - from)
}

/** Grows merged positions to rectangles, until no two overlap. */
function rectangles(
  owner: number[],
  height: number,
  width: number,
  contents: ReadonlyMap<number, readonly Segment[]>,
): GridCell[] {
  for (let changed = true; changed; ) {
    changed = false
    for (const [id, rect] of boundsByOwner(owner, width)) {
      for (let row = rect.row0; row < rect.row1; row++) {
        for (let column = rect.column0; column < rect.column1; column++) {
          const other = owner[row * width + column] as number
          if (other === id) continue
          for (const [index, of] of owner.entries()) if (of === other) owner[index] = id
          changed = true
        }
      }
      if (changed) break
    }
  }
  const cells: GridCell[] = []
  for (const [id, rect] of boundsByOwner(owner, width)) {
    const segments: Segment[] = []
    for (let index = 0; index < height * width; index++) {
      if (owner[index] === id) segments.push(...(contents.get(index) ?? []))
    }
    cells.push({ ...rect, segments })
  }
  return cells.sort((a, b) => a.row0 - b.row0 || a.column0 - b.column0)
}

interface Rect {
  row0: number
  row1: number
  column0: number
  column1: number
}

function boundsByOwner(owner: readonly number[], width: number): Map<number, Rect> {
  const bounds = new Map<number, Rect>()
  for (const [index, id] of owner.entries()) {
    const row = Math.floor(index / width)
    const column = index % width
    const rect = bounds.get(id)
    if (!rect) bounds.set(id, { row0: row, row1: row + 1, column0: column, column1: column + 1 })
    else {
      rect.row1 = Math.max(rect.row1, row + 1)
      rect.column0 = Math.min(rect.column0, column)
      rect.column1 = Math.max(rect.column1, column + 1)
    }
  }
  return bounds
}

/** Drops rows and columns that no text begins in. */
function dropEmpty(grid: Grid): Grid {
  const usedRows = new Set<number>()
  const usedColumns = new Set<number>()
  for (const { row0, column0, segments } of grid.cells) {
    if (segments.length === 0) continue
    usedRows.add(row0)
    usedColumns.add(column0)
  }
  const rows = [...usedRows].sort((a, b) => a - b)
  const columns = [...usedColumns].sort((a, b) => a - b)
  const before = (kept: readonly number[], end: number) => kept.filter((at) => at < end).length
  const [cells] = partition(
    grid.cells.map((cell) => ({
      ...cell,
      row0: before(rows, cell.row0),
      row1: before(rows, cell.row1),
      column0: before(columns, cell.column0),
      column1: before(columns, cell.column1),
    })),
    ({ row0, row1, column0, column1 }) => row1 > row0 && column1 > column0,
  )
  return {
    ...grid,
    cells,
    rowCount: rows.length,
    columnCount: columns.length,
    ruledHeaderRows: before(rows, grid.ruledHeaderRows),
  }
}

/** Share of a table's width that the rule under its header covers; rules under groups of heads leave the first column. */
const HEADER_RULE_SHARE = 0.88

/** Rows above the first ruling that goes over the whole table. */
function ruledHeaderRows({ box, level }: Region, bands: readonly RowBand[]): number {
  const index = bands.findIndex(
    ({ hardBelow, y1 }) => hardBelow && hasWall(level, y1, box.x0, box.x1, HEADER_RULE_SHARE),
  )
  return index < 0 ? 0 : index + 1
}

/** Where the text of each column begins and ends: of cells of one column. */
export function columnExtents({ cells, columnCount }: Grid): { x0: number; x1: number }[] {
  const extents = Array.from({ length: columnCount }, () => ({
    x0: Number.POSITIVE_INFINITY,
    x1: Number.NEGATIVE_INFINITY,
  }))
  for (const { column0, column1, segments } of cells) {
    const extent = extents[column0]
    if (column1 - column0 > 1 || !extent) continue
    for (const { x0, x1 } of segments) {
      extent.x0 = Math.min(extent.x0, x0)
      extent.x1 = Math.max(extent.x1, x1)
    }
  }
  return extents
}

export function wordsOf({ segments }: GridCell): Word[] {
  return segments.flatMap(({ words }) => [...words])
}
