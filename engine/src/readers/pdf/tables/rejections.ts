/** Tests that reject grids; each one detects a kind of layout that looks like a table. */
import type { BBox } from '../../../model/index.ts'
import { boxAround, isCentreIn } from '../boxes.ts'
import type { Word } from '../layout/index.ts'
import { mean, sumOf } from '../statistics.ts'
import { mostFlush } from './flush.ts'
import { type Grid, wordsOf } from './grid.ts'
import { isProse, lowercaseShare } from './prose.ts'
import type { GridCell } from './rectangles.ts'
import { isNumeric, textOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** The facts that the tests read, computed once. */
export interface GridFacts {
  readonly grid: Grid
  /** Cells with text. */
  readonly filled: readonly GridCell[]
  /** Text of each filled cell, with blanks between words, and whether it is a figure. */
  readonly texts: readonly string[]
  readonly areFigures: readonly boolean[]
  /** Rows with text in two columns or more. */
  readonly fullRows: number
  /** Share of the grid's positions that have text. */
  readonly fill: number
  /** Share of figures among the filled cells right of the first column. */
  readonly figures: number
  /** Share of cells that are flush with others in their column, averaged over columns. */
  readonly alignment: number
  /** Share of filled cells that hold a line of running text. */
  readonly prose: number
  readonly meanWords: number
  /** Share of cells that begin within a sentence. */
  readonly lowercase: number
  /** Share of cells with two segments on one line: gaps that the columns don't explain. */
  readonly torn: number
  /** Share of columns with a line of running text. */
  readonly proseColumns: number
  /** Number of curves and slanted lines inside. */
  readonly shapes: number
  /** Number of vertical rulings inside. */
  readonly verticals: number
}

export function factsOf(grid: Grid, shapes: readonly BBox[], verticals: number): GridFacts {
  const filled = grid.cells.filter(({ segments }) => segments.length > 0)
  const positions = Math.max(1, grid.rowCount * grid.columnCount)
  const perRow = Map.groupBy(filled, ({ row0 }) => row0)
  const contents = filled.map(wordsOf)
  const texts = filled.map(({ segments }) => textOf(segments))
  const areFigures = contents.map((words, index) => areFigure(words, texts[index] as string))
  const right = filled.filter(({ column0 }) => column0 > 0).length
  const figures = filled.filter(({ column0 }, index) => column0 > 0 && areFigures[index]).length
  const prose = filled.filter(({ segments }) => segments.some(isProse))
  return {
    grid,
    filled,
    texts,
    areFigures,
    fullRows: [...perRow.values()].filter((cells) => cells.length > 1).length,
    fill: sumOf(filled, areaOf) / positions,
    figures: figures / Math.max(1, right),
    alignment: alignmentOf(grid, filled),
    prose: prose.length / filled.length,
    meanWords: mean(contents.map(({ length }) => length)),
    torn: filled.filter(isTorn).length / Math.max(1, filled.length),
    proseColumns: new Set(prose.map((c) => c.column0)).size / Math.max(1, grid.columnCount),
    shapes: shapes.filter((shape) => isShapeIn(shape, grid.box)).length,
    verticals,
    lowercase: lowercaseShare(contents.map(([first]) => first?.text ?? '')),
  }
}

function isTorn({ segments }: GridCell): boolean {
  return segments.some((segment, index) => segment.baseline === segments[index + 1]?.baseline)
}

function isShapeIn(shape: BBox, box: BBox): boolean {
  const longSide = Math.max(shape.x1 - shape.x0, shape.y1 - shape.y0)
  return longSide >= settings.minShapePoints && isCentreIn(shape, box)
}

function areaOf({ row0, row1, column0, column1 }: GridCell): number {
  return (row1 - row0) * (column1 - column0)
}

function areFigure({ length }: readonly Word[], text: string): boolean {
  return length < 6 && isNumeric(text)
}

export function isFigure(cell: GridCell): boolean {
  return areFigure(wordsOf(cell), textOf(cell.segments))
}

function alignmentOf(grid: Grid, filled: readonly GridCell[]): number {
  const shares: number[] = []
  for (let column = 0; column < grid.columnCount; column++) {
    const cells = filled.filter((c) => c.column0 === column && c.column1 === column + 1)
    if (cells.length < 2) continue
    shares.push(mostFlush(cells.map(({ segments }) => boxAround(segments))) / cells.length)
  }
  return mean(shares)
}

/** Rejects a grid without two columns and two rows with text in both. */
function isTooSmall({ grid, fullRows, filled }: GridFacts): boolean {
  if (grid.kind === 'ruled' && fullRows < 1) return true
  if (grid.kind === 'ruled') return grid.columnCount < 2 || grid.rowCount < 2 || filled.length < 3
  return grid.columnCount < 2 || grid.rowCount < 2 || fullRows < 2
}

/** Rejects columns of text side by side, with or without a frame: cells are lines of running text. */
function isProseInColumns(facts: GridFacts): boolean {
  const { grid, prose, figures, alignment, fullRows } = facts
  const isDescribed = grid.columnCount > 2 && fullRows > 2 && alignment > settings.nearlyAll
  if (isDescribed && facts.proseColumns <= settings.half) return false
  if (grid.kind === 'ruled') return false
  if (grid.kind === 'unruled') return prose > settings.rare && figures < settings.minority
  return prose > settings.half && figures < settings.rare
}

const marker =
  /^(?:[•●○◦▪■□–—*·➢►✓-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\[\d{1,3}\]|\d{1,2})$/

/** Rejects a list, for instance of works cited: a column of markers, and text beside it. */
function isList({ grid, filled, prose }: GridFacts): boolean {
  const hasHeader = grid.kind === 'halfRuled' && grid.ruledHeaderRows > 0
  if (grid.kind === 'ruled' || hasHeader) return false
  if (grid.columnCount > 2 && prose < settings.rare) return false
  for (let column = 0; column < grid.columnCount - 1; column++) {
    const cells = filled.filter(({ column0 }) => column0 === column)
    const markers = cells.filter(isMarker).length
    const isText = grid.columnCount === 2 || grid.kind === 'unruled'
    if (isText && cells.length > 1 && markers >= settings.majority * cells.length) return true
  }
  return false
}

function isMarker(cell: GridCell): boolean {
  const words = wordsOf(cell)
  return words.length === 1 && marker.test(words[0]?.text ?? '')
}

/** Rejects contents: titles, perhaps after numbers, and in the last column page numbers that never fall. */
function isContents({ grid, filled, areFigures }: GridFacts): boolean {
  if (grid.kind === 'ruled' || grid.columnCount > 3 || grid.rowCount < 3) return false
  const figures = filled.filter(
    ({ column0 }, at) => column0 === grid.columnCount - 2 && areFigures[at],
  )
  if (grid.columnCount > 2 && figures.length >= settings.half * grid.rowCount) return false
  const last = filled.filter(({ column0 }) => column0 === grid.columnCount - 1)
  const numbers = last.map((cell) =>
    wordsOf(cell)
      .map(({ text }) => text)
      .join(''),
  )
  if (numbers.length < 0.7 * grid.rowCount) return false
  const pages = numbers.filter((text) => /^(?:\d{1,4}|[ivxl]+)$/.test(text))
  if (pages.length < 0.8 * numbers.length) return false
  const values = pages.map(Number).filter((value) => !Number.isNaN(value))
  const falls = values.filter((value, index) => value < (values[index - 1] ?? 0)).length
  const rises = values.filter((value, index) => value > (values[index - 1] ?? 0)).length
  return falls === 0 && rises >= settings.rare * values.length
}

/** Rejects grids with many empty positions: labels of a figure, a form, scattered text. */
function isSparse({ grid, fill }: GridFacts): boolean {
  return fill < settings.minFill[grid.kind]
}

/** Rejects grids without rulings whose columns are neither flush, nor figures, nor many. */
function isLoose(facts: GridFacts): boolean {
  const { grid, alignment, figures, fullRows, meanWords, proseColumns } = facts
  if (grid.kind !== 'unruled') return false
  if (figures >= settings.half) {
    return alignment < settings.half || fullRows < settings.few
  }
  if (grid.columnCount === 2) {
    const isFlush = alignment >= settings.nearlyAll && fullRows >= settings.several
    return !isFlush || meanWords > settings.several
  }
  const isDescribed = proseColumns > 0 && proseColumns <= settings.half
  const rows = grid.columnCount > 3 ? settings.few : settings.several
  if (alignment < settings.mostly || fullRows < rows) return true
  return meanWords > settings.maxWords && !isDescribed
}

/** Rejects justified lines with wide gaps: cells begin within sentences. */
function isStretchedProse({ grid, lowercase, figures }: GridFacts): boolean {
  return grid.kind === 'unruled' && lowercase > settings.minority && figures < settings.minority
}

/** Rejects labels along both sides of a chart, or on its bars: only figures. */
function isAxis({ grid, filled, areFigures }: GridFacts): boolean {
  const tall = filled.filter(({ row0, row1 }) => row1 - row0 > 1).length
  if (grid.kind === 'ruled' && tall < filled.length / 4) return false
  if (grid.kind !== 'ruled' && grid.columnCount > 2) return false
  return areFigures.every((isFigure) => isFigure)
}

/** Rejects lines with some gaps that no columns explain. */
function isTornText({ grid, torn, figures }: GridFacts): boolean {
  if (grid.kind === 'ruled' || figures >= settings.half) return false
  return torn > (grid.kind === 'unruled' ? settings.exceptions : settings.rare)
}

/** Rejects cells of text that are not flush in their columns: boxes of a flow chart. */
function isScattered({ grid, alignment, figures, fullRows }: GridFacts): boolean {
  if (grid.kind !== 'halfRuled' || fullRows <= 2) return false
  return alignment < settings.mostly && figures < settings.minority
}

/** Rejects a chart or drawing with its labels. */
function isDrawing({ grid, shapes, verticals, fullRows }: GridFacts): boolean {
  if (grid.kind === 'unruled' && verticals > settings.few) return true
  return shapes > settings.few && (grid.kind !== 'ruled' || fullRows < 2)
}

export const rejections: { readonly [name: string]: (facts: GridFacts) => boolean } = {
  isTooSmall,
  isProseInColumns,
  isList,
  isContents,
  isSparse,
  isLoose,
  isStretchedProse,
  isAxis,
  isTornText,
  isDrawing,
  isScattered,
}

/** @returns The name of the first test that the grid fails. */
export function rejectionOf(facts: GridFacts): string | undefined {
  return Object.keys(rejections).find((name) => rejections[name]?.(facts))
}
