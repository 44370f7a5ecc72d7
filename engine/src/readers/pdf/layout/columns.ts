/**
 * Pieces of one frame → columns in reading order, by gutters: upright strips free of text with text that flows at both sides.
 *
 * What crosses a gutter (titles, wide figures) ends it above and below. A strip between the cells of a table is no gutter:
 * its rows are read across.
 */
import { isMostlyLeftwards } from './bidi.ts'
import { groupIntoRows } from './lines.ts'
import type { Piece } from './pieces.ts'

/** Text that is read from top to bottom, line by line. */
export interface Column {
  readonly pieces: readonly Piece[]
  /** Its text runs leftwards. */
  readonly leftwards: boolean
  /** A cell of a table: its text does not go on elsewhere. */
  readonly isCell?: boolean
}

/** A gutter is at least this wide, in ems of the region's text: narrow journals have 0.8. */
const GUTTER_EMS = 0.7
/** Candidates within this many ems of each other are one. */
const CANDIDATE_EMS = 0.5
/** So many of the most promising strips of a region are looked at closely. */
const MAX_STRIPS = 24
/** Columns of columns of columns: no page has more; and a bound for hostile ones. */
const MAX_DEPTH = 12
/** Regions with more pieces are read line by line: a plot's labels, a hostile page. */
const MAX_PIECES = 6000

interface Gutter {
  readonly x: number
  readonly y0: number
  readonly y1: number
}

interface Sides {
  readonly left: readonly Piece[]
  readonly right: readonly Piece[]
}

/** Finds the columns of a frame's pieces, in reading order. */
export function findColumns(pieces: readonly Piece[]): Column[] {
  const leftwards = isMostlyLeftwards(pieces.map(({ text }) => text).join(' '))
  return split(pieces, leftwards, 0)
}

function split(pieces: readonly Piece[], leftwards: boolean, depth: number): Column[] {
  if (pieces.length === 0) return []
  const gutter = depth < MAX_DEPTH && pieces.length <= MAX_PIECES ? findGutter(pieces) : undefined
  if (!gutter) return splitCells(pieces, leftwards)
  const above = pieces.filter((piece) => middleOf(piece) < gutter.y0)
  const below = pieces.filter((piece) => middleOf(piece) > gutter.y1)
  const { left, right } = sidesOf(gutter, pieces)
  const [first, second] = leftwards ? [right, left] : [left, right]
  return [above, first, second, below].flatMap((part) => split(part, leftwards, depth + 1))
}

/** Rows of a table are this many ems apart when the lines of a cell are closer: its leading leaves 0.2 to 0.4. */
const CELL_BAND_GAP_EMS = 0.55
/** More lines in one row of a table are more likely rows set close. */
const MAX_CELL_LINES = 8
/** Characters of the lines that are broken within a cell; numbers are not. */
const CELL_LINE_CHARACTERS = 8

/** Text without columns: line by line, but a table's row whose cells have several lines cell by cell. */
function splitCells(pieces: readonly Piece[], leftwards: boolean): Column[] {
  const em = typicalSize(pieces)
  const columns: { pieces: Piece[]; leftwards: boolean; isCell?: boolean }[] = []
  let open: Piece[] | undefined
  for (const band of bandsOf(groupIntoRows(pieces), em, CELL_BAND_GAP_EMS)) {
    const cells = cellsOf(band, em)
    if (cells.length > 1) {
      const ordered = leftwards ? [...cells].reverse() : cells
      for (const cell of ordered) columns.push({ pieces: cell, leftwards, isCell: true })
      open = undefined
    } else if (open) open.push(...band.flat())
    else {
      open = band.flat()
      columns.push({ pieces: open, leftwards })
    }
  }
  return columns
}

/** The cells of a table's row from left to right; one when its lines are rows for themselves. */
function cellsOf(band: readonly Piece[][], em: number): Piece[][] {
  const pieces = band.flat()
  if (band.length < 2 || band.length > MAX_CELL_LINES) return [pieces]
  const sorted = [...pieces].sort((a, b) => a.x0 - b.x0)
  const cells: Piece[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    const before = cells.at(-1)
    // A number or bullet belongs to the text after it.
    if (!before || (piece.x0 - end > GUTTER_EMS * em && !isMarginal([before]))) cells.push([piece])
    else before.push(piece)
    end = Math.max(end, piece.x1)
  }
  const counts = cells.map((cell) => groupIntoRows(cell).length)
  const fewest = Math.min(...counts)
  const isWrapped = cells.some((cell, index) => (counts[index] ?? 0) > fewest && isWords(cell))
  return isWrapped ? cells : [pieces]
}

function isWords(cell: readonly Piece[]): boolean {
  const text = cell.map((piece) => piece.text).join('')
  const isLong = text.length >= CELL_LINE_CHARACTERS * cell.length
  return isLong && (text.match(letters)?.length ?? 0) > LETTER_SHARE * text.length
}

function middleOf({ y0, y1 }: Piece): number {
  return (y0 + y1) / 2
}

function sidesOf(gutter: Gutter, pieces: readonly Piece[]): Sides {
  const within = pieces.filter((piece) => {
    const middle = middleOf(piece)
    return middle >= gutter.y0 && middle <= gutter.y1
  })
  return {
    left: within.filter((piece) => piece.x1 <= gutter.x),
    right: within.filter((piece) => piece.x1 > gutter.x),
  }
}

/** The gutter with the most text beside it: the least promising are not even looked at closely. */
function findGutter(pieces: readonly Piece[]): Gutter | undefined {
  const em = typicalSize(pieces)
  const sorted = [...pieces].sort((a, b) => a.y0 - b.y0)
  const strips = candidates(sorted, em).flatMap((x) => freeStrips(sorted, x, GUTTER_EMS * em))
  return promising(strips, sorted, em)
    .map((strip) => flowingPart(strip, sorted, em))
    .find((gutter) => gutter !== undefined)
}

/** The strips with the most pieces beside them, of those that part them alike one. */
function* promising(
  strips: readonly Gutter[],
  pieces: readonly Piece[],
  em: number,
): Generator<Gutter> {
  const partings = new Map<string, { readonly strip: Gutter; readonly beside: number }>()
  for (const strip of strips) {
    if (strip.y1 - strip.y0 < em) continue
    let left = 0
    let right = 0
    for (const piece of pieces) {
      const middle = middleOf(piece)
      if (middle < strip.y0 || middle > strip.y1) continue
      if (piece.x1 <= strip.x) left++
      else right++
    }
    if (left === 0 || right === 0) continue
    const parting = `${strip.y0} ${strip.y1} ${left}`
    partings.set(parting, { strip, beside: left + right })
  }
  const sorted = [...partings.values()].sort((a, b) => b.beside - a.beside)
  for (const { strip } of sorted.slice(0, MAX_STRIPS)) yield strip
}

/** The size of most of the text. */
export function typicalSize(pieces: readonly Piece[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of pieces) {
    const rounded = Math.round(size * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length)
  }
  let typical = 10
  let most = 0
  for (const [size, length] of lengths) {
    if (length > most) {
      typical = size
      most = length
    }
  }
  return Math.max(typical, 1)
}

/** Right ends of pieces; of those near each other the last, as what ends before it is free as well. */
function candidates(pieces: readonly Piece[], em: number): number[] {
  const last = Math.max(...pieces.map(({ x0 }) => x0))
  const ends = new Map<number, number>()
  for (const { x1 } of pieces) {
    const place = Math.floor(x1 / (CANDIDATE_EMS * em))
    if (x1 < last) ends.set(place, Math.max(x1, ends.get(place) ?? x1))
  }
  return [...ends.values()]
}

/** Stretches of the strip from `x` on, `width` wide, that nothing crosses. */
function freeStrips(sorted: readonly Piece[], x: number, width: number): Gutter[] {
  const strips: Gutter[] = []
  let from = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    if (piece.x0 >= x + width || piece.x1 <= x + 0.01) continue
    if (piece.y0 > from) strips.push({ x: x + 0.01, y0: from, y1: piece.y0 })
    from = Math.max(from, piece.y1)
  }
  strips.push({ x: x + 0.01, y0: from, y1: Number.POSITIVE_INFINITY })
  return strips
}

/** Bands of rows further apart than this many ems stand for themselves: running headers, a table across the page. */
const BAND_GAP_EMS = 1.2
/** So many bands are left out at the ends of a strip to find text that flows beside the rest. */
const MAX_DROPPED_BANDS = 6

/** The part of a strip beside which text flows: the longest, without what stands above or below for itself. */
function flowingPart(strip: Gutter, pieces: readonly Piece[], em: number): Gutter | undefined {
  const { left, right } = sidesOf(strip, pieces)
  const bands = bandsOf(groupIntoRows([...left, ...right]), em, BAND_GAP_EMS)
  const first = isOuterRow(bands, bands[0]) ? 1 : 0
  const last = bands.length - (isOuterRow(bands, bands.at(-1)) ? 1 : 0)
  for (let dropped = 0; dropped <= MAX_DROPPED_BANDS && dropped < last - first; dropped++) {
    for (let above = 0; above <= dropped; above++) {
      const part = partOf(strip, bands, first + above, last - dropped + above)
      if (!isFlowing(sidesOf(part, pieces))) continue
      return withoutTables(strip, bands, first + above, last - dropped + above) ?? part
    }
  }
  return undefined
}

/** Fewer rows at a gutter's end are headings of the columns as well as a table. */
const MIN_TABLE_ROWS = 4

/** The strip without the bands at its ends that are tables for themselves; `undefined` where there are none. */
function withoutTables(
  strip: Gutter,
  bands: readonly Piece[][][],
  first: number,
  end: number,
): Gutter | undefined {
  const isTable = (band: Piece[][] | undefined) => {
    const { left, right } = sidesOf(strip, band?.flat() ?? [])
    const rows = Math.min(left.length, right.length)
    return rows >= MIN_TABLE_ROWS && !isFlowing({ left, right })
  }
  let from = first
  let to = end
  while (from < to && isTable(bands[from])) from++
  while (to > from && isTable(bands[to - 1])) to--
  return from === to || (from === first && to === end) ? undefined : partOf(strip, bands, from, to)
}

/** Rows in groups between which nothing stands for some height. */
function bandsOf(rows: readonly Piece[][], em: number, gapEms: number): Piece[][][] {
  const bands: Piece[][][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    if (topOf(row) - end > gapEms * em) bands.push([row])
    else bands.at(-1)?.push(row)
    end = Math.max(end, bottomOf(row))
  }
  return bands
}

/** A band of one row, at the end of several: a running header or footer. */
function isOuterRow(bands: readonly Piece[][][], band: Piece[][] | undefined): boolean {
  return bands.length > 1 && band?.length === 1
}

/** The strip from one band to before another; where no band is left out it keeps its own end. */
function partOf(strip: Gutter, bands: readonly Piece[][][], first: number, end: number): Gutter {
  const above = bands[first - 1]?.flat()
  const below = bands[end]?.flat()
  return {
    x: strip.x,
    y0: above ? bottomOf(above) : strip.y0,
    y1: below ? topOf(below) : strip.y1,
  }
}

const topOf = (row: readonly Piece[]) => Math.min(...row.map(({ y0 }) => y0))
const bottomOf = (row: readonly Piece[]) => Math.max(...row.map(({ y1 }) => y1))

/** Rows that are shared by both sides make a table, unless the sides are prose set on one grid. */
const SHARED_ROWS = 0.5
/** Prose: lines of that many characters … */
const PROSE_CHARACTERS = 18
/** … which fill that share of its width … */
const PROSE_FILL = 0.7
/** … hold that share of its text … */
const PROSE_SHARE = 0.5
/** … and are that many, or all but the last of a few. */
const PROSE_ROWS = 3

/** Whether each side is read by itself, from top to bottom. */
function isFlowing({ left, right }: Sides): boolean {
  if (left.length === 0 || right.length === 0) return false
  const [few, many] = [groupIntoRows(left), groupIntoRows(right)].sort(
    (a, b) => a.length - b.length,
  ) as [Piece[][], Piece[][]]
  if (many.length < 2 || isMarginal(few)) return false
  const shared = few.filter(([piece]) =>
    many.some(([other]) => piece && other && areLevel(piece, other)),
  ).length
  if (shared < SHARED_ROWS * few.length) return true
  return isProse(few) && isProse(many)
}

/** Baselines of one row of a table are this near, in ems of the smaller text: those of other columns only by chance. */
const LEVEL_EMS = 0.2

function areLevel(a: Piece, b: Piece): boolean {
  return Math.abs(a.baseline - b.baseline) <= LEVEL_EMS * Math.min(a.size, b.size)
}

/** Numbers of notes, markers of lists, numbers of lines: they belong to the text beside them. */
const marker = /^(?:[^\p{L}]{1,5}|\W?(?:[a-z]|[ivx]{1,4})\W?)$/iu

function isMarginal(rows: readonly Piece[][]): boolean {
  const short = rows.filter((row) => row.every(({ text }) => marker.test(text)))
  return short.length > rows.length / 2
}

function isProse(rows: readonly Piece[][]): boolean {
  const x0 = Math.min(...rows.map(([first]) => first?.x0 ?? 0))
  const x1 = Math.max(...rows.map((row) => row.at(-1)?.x1 ?? 0))
  const full = rows.filter((row) => isProseRow(row, x1 - x0))
  const needed = Math.max(1, Math.min(PROSE_ROWS, rows.length - 1))
  return full.length >= needed && lengthOf(full) > PROSE_SHARE * lengthOf(rows)
}

function lengthOf(rows: readonly Piece[][]): number {
  return rows.flat().reduce((sum, { text }) => sum + text.length, 0)
}

/** A gap this wide, in ems, is between cells: justified lines seldom have one. */
const CELL_GAP_EMS = 1.6
/** That share of a line of prose is letters and blanks. */
const LETTER_SHARE = 0.6

function isProseRow(row: readonly Piece[], width: number): boolean {
  const [first] = row
  const last = row.at(-1)
  if (!first || !last || last.x1 - first.x0 < PROSE_FILL * width) return false
  const text = row.map((piece) => piece.text).join('')
  if (text.length < PROSE_CHARACTERS) return false
  // Long pieces beside each other are further columns.
  const hasCells = row.some((piece, index) => {
    const next = row[index + 1]
    if (next === undefined || next.x0 - piece.x1 <= CELL_GAP_EMS * piece.size) return false
    return Math.min(piece.text.length, next.text.length) < PROSE_CHARACTERS
  })
  return !hasCells && (text.match(letters)?.length ?? 0) > LETTER_SHARE * text.length
}

const letters = /[\p{L}\p{M} ]/gu
