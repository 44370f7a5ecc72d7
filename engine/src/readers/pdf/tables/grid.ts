/** Makes the grid of a region: merges positions into cells and assigns the words. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { Word } from '../layout/index.ts'
import { type Boundary, columnBoundaries, cutAtBoundaries } from './column-boundaries.ts'
import type { Span } from './columns.ts'
import { placeSegments } from './placed-segments.ts'
import { type GridCell, rectangles } from './rectangles.ts'
import { type CutMode, recut } from './recut.ts'
import type { Region } from './region.ts'
import type { RowBand } from './row-bands.ts'
import { isDrawn } from './rulings.ts'
import {
  blankOf,
  cutFiner,
  isAmount,
  isNumeric,
  partition,
  type Segment,
  textOf,
} from './segments.ts'
import { hasSeparator } from './separators.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'

export interface Grid {
  readonly box: BBox
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly GridCell[]
  readonly kind: Region['kind']
  /** Rows above the first ruling across the table; 0 where no ruling shows the header. */
  readonly ruledHeaderRows: number
}

/** A region whose segments are cut at its column boundaries. */
export interface CutRegion {
  readonly region: Region
  readonly columns: readonly Boundary[]
  /** The region before the cut. */
  readonly finer: Region
  /** The usual gap between its words, in ems. */
  readonly blank: number
}

/** @param blank The usual gap between words, in ems, if known. */
export function cutRegion(given: Region, blank = blankOf(given.lines)): CutRegion {
  const isRuled = given.kind === 'ruled'
  return cutColumns(isRuled ? given : { ...given, lines: cutFiner(given.lines, blank) }, blank)
}

/** Cuts a region in an alternative way; `undefined` if the segments stay the same. */
export function cutOtherwise(
  given: Region,
  { finer, blank }: CutRegion,
  mode: CutMode,
): CutRegion | undefined {
  const other = recut(mode === 'wide' ? given : finer, mode)
  // One mode only joins segments, the other only cuts them: equal numbers mean equal segments.
  const isSame = other.lines.every(
    ({ segments }, index) => segments.length === finer.lines[index]?.segments.length,
  )
  return isSame ? undefined : cutColumns(other, blank)
}

function cutColumns(finer: Region, blank: number): CutRegion {
  const columns = columnBoundaries(finer)
  const gap = Math.max(settings.blankEms, blank)
  const lines = finer.lines.map((line) => cutAtBoundaries(line, columns, gap))
  return { region: { ...finer, lines }, columns, finer, blank }
}

/** @param bands The rows of the region. */
export function gridOf({ region, columns }: CutRegion, bands: readonly RowBand[]): Grid {
  if (bands.length * (columns.length + 1) > limits.positions) {
    const { box, kind } = region
    return { box, kind, rowCount: 0, columnCount: 0, cells: [], ruledHeaderRows: 0 }
  }
  const cells = mergeCells(region, columns, bands)
  return dropEmpty({
    box: region.box,
    rowCount: bands.length,
    columnCount: columns.length + 1,
    cells,
    kind: region.kind,
    ruledHeaderRows: ruledHeaderRows(region, bands, columns),
  })
}

/** Merges grid positions without a wall between them, and puts every segment into its cell. */
function mergeCells(
  region: Region,
  columns: readonly Boundary[],
  bands: readonly RowBand[],
): GridCell[] {
  const width = columns.length + 1
  const places = columns.map(({ at }) => at)
  const merged = createDisjointSets(bands.length * width)
  const contents = new Map<number, Segment[]>()
  for (const [row, band] of bands.entries()) {
    const placed = band.lines.flatMap(({ segments }) => placeSegments(segments, places))
    for (const { segment, first, last } of placed) {
      const at = row * width + first
      for (let column = first + 1; column <= last; column++) merged.join(at, row * width + column)
      const list = contents.get(at)
      if (list) list.push(segment)
      else contents.set(at, [segment])
    }
  }
  const merging: Merging = { columns, bands, contents, merge: merged.join }
  if (region.kind === 'ruled') mergeOverMissingWalls(region, merging)
  if (region.kind === 'halfRuled') mergeBesideRules(region, merging)
  const owner = Array.from({ length: bands.length * width }, (_, index) => merged.find(index))
  return rectangles(owner, bands.length, width, contents)
}

/** The positions of a grid while they are merged; their index is that of the row times the width, plus the column. */
interface Merging {
  readonly columns: readonly Boundary[]
  readonly bands: readonly RowBand[]
  readonly contents: ReadonlyMap<number, readonly Segment[]>
  readonly merge: (a: number, b: number) => void
}

/** Merges neighbouring positions of a ruled grid without a ruling between them. */
function mergeOverMissingWalls(
  { box, horizontal, vertical }: Region,
  { columns, bands, contents, merge }: Merging,
): void {
  const width = columns.length + 1
  const xs = [box.x0, ...columns.map(({ at }) => at), box.x1]
  for (const [row, band] of bands.entries()) {
    const [y0, y1] = [Math.max(band.y0, box.y0), Math.min(band.y1, box.y1)]
    // Heads above the first ruling have no walls.
    if (!vertical.some((ruling) => isBeside(ruling, y0, y1))) continue
    const isWall = (at: number) => hasSeparator(vertical, at, y0, y1)
    /** True if the row has text between the last wall and the current place. */
    let hasText = false
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const right = columns[column]
      hasText ||= contents.has(at)
      const isOpen = right?.isHard && !isWall(right.at)
      if (isOpen && (!hasText || !contents.has(at + 1))) merge(at, at + 1)
      else hasText = false
      const below = contents.get(at + width)
      const own = contents.get(at)
      const [x0 = 0, x1 = 0] = [xs[column], xs[column + 1]]
      const mayGoOn =
        !own || !below || (isTextCell(own) && isTextCell(below) && isWall(x0) && isWall(x1))
      const next = bands[row + 1]
      if (band.hardBelow && next && mayGoOn) {
        // A short line close above a ruling ends the band, but the ruling is the wall.
        const isWalled = [band.y1, next.y0].some((y) => hasSeparator(horizontal, y, x0, x1))
        if (!isWalled) merge(at, at + width)
      }
    }
  }
}

/** Merges cells of the first columns over a rule that separates all other columns: their rows share a label. */
function mergeBesideRules(
  { horizontal }: Region,
  { columns, bands, contents, merge }: Merging,
): void {
  const width = columns.length + 1
  const drawn = horizontal.filter(isDrawn)
  const texts = [...contents].map(([at, segments]) => ({ column: at % width, segments }))
  const extents = extentsOf(texts, width)
  let hasLabel = false
  for (const [row, { y1, hardBelow }] of bands.entries()) {
    hasLabel ||= contents.has(row * width)
    if (!hardBelow || row + 1 >= bands.length) continue
    const below = bands[row + 1]?.lines.flatMap(({ segments }) => segments) ?? []
    // If rules are drawn only under figures, the first row of figures has a label, too.
    if (!hasLabel && below.some(isAmount)) continue
    const isCovered = (share: number) => (extent: Span) =>
      hasSeparator(drawn, y1, extent.x0, extent.x1, share)
    const first = extents.findIndex(isCovered(settings.nearlyAll))
    if (first < 1 || !extents.slice(first).every(isCovered(settings.nearlyAll))) continue
    if (extents.slice(0, first).some(isCovered(settings.rare))) continue
    for (let at = 0; at < first; at++) merge(row * width + at, (row + 1) * width + at)
  }
}

/** Returns the start and end of the text in each column. */
function extentsOf(
  texts: readonly { readonly column: number; readonly segments: readonly Segment[] }[],
  columnCount: number,
): Span[] {
  const byColumn = Map.groupBy(texts, ({ column }) => column)
  return Array.from({ length: columnCount }, (_, column) => {
    const { x0, x1 } = boxAround((byColumn.get(column) ?? []).flatMap(({ segments }) => segments))
    return { x0, x1 }
  })
}

/** Returns the start and end of the text in each column, from cells of one column. */
export function columnExtents({ cells, columnCount }: Grid): Span[] {
  const single = cells.filter(({ column0, column1 }) => column1 - column0 === 1)
  return extentsOf(
    single.map(({ column0, segments }) => ({ column: column0, segments })),
    columnCount,
  )
}

function isBeside({ from, to }: Ruling, y0: number, y1: number): boolean {
  return Math.min(to, y1) - Math.max(from, y0) > (y1 - y0) / 2
}

/** Returns true if a cell's text can continue below; figures and single words are complete cells. */
function isTextCell(segments: readonly Segment[]): boolean {
  const words = segments.flatMap(({ words: own }) => own)
  return words.length > 1 && !isNumeric(textOf(segments))
}

/**
 * Drops rows and columns in which no text begins, and columns in which none ends although text begins in the next one. The shading of
 * heads in Word files leaves the margins of their cells out: these seem to be columns.
 */
function dropEmpty(grid: Grid): Grid {
  const filled = grid.cells.filter(({ segments }) => segments.length > 0)
  const usedRows = new Set(filled.map(({ row0 }) => row0))
  const starts = new Set(filled.map(({ column0 }) => column0))
  const ends = new Set(filled.map(({ column1 }) => column1))
  const usedColumns = new Set([...starts].filter((at) => ends.has(at + 1) || !starts.has(at + 1)))
  if (usedRows.size === grid.rowCount && usedColumns.size === grid.columnCount) return grid
  const rows = countsBefore(usedRows, grid.rowCount)
  const columns = countsBefore(usedColumns, grid.columnCount)
  const [cells] = partition(
    grid.cells.map((cell) => ({
      ...cell,
      row0: rows[cell.row0] ?? 0,
      row1: rows[cell.row1] ?? 0,
      column0: columns[cell.column0] ?? 0,
      column1: columns[cell.column1] ?? 0,
    })),
    ({ row0, row1, column0, column1 }) => row1 > row0 && column1 > column0,
  )
  return {
    ...grid,
    cells,
    rowCount: usedRows.size,
    columnCount: usedColumns.size,
    ruledHeaderRows: rows[grid.ruledHeaderRows] ?? 0,
  }
}

/** Counts the used positions before each position, including the end. */
function countsBefore(used: ReadonlySet<number>, end: number): number[] {
  const counts = [0]
  for (let at = 0; at < end; at++) counts.push((counts[at] ?? 0) + (used.has(at) ? 1 : 0))
  return counts
}

/** Counts the rows above the first ruling across the whole table. */
function ruledHeaderRows(
  { box, horizontal }: Region,
  bands: readonly RowBand[],
  [first]: readonly Boundary[],
): number {
  const stubEnd = first?.at ?? box.x1
  const index = bands.findIndex(
    ({ hardBelow, y1 }) =>
      hardBelow &&
      hasSeparator(horizontal, y1, box.x0, box.x1, settings.nearlyAll) &&
      hasSeparator(horizontal, y1, box.x0, stubEnd),
  )
  return index < 0 ? 0 : index + 1
}

export function wordsOf({ segments }: GridCell): readonly Word[] {
  const [only] = segments
  return only && segments.length === 1 ? only.words : segments.flatMap(({ words }) => words)
}
