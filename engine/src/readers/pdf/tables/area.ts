/** Collects the facts about a grid and its surroundings from which features are computed. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { CaptionKind } from '../captions.ts'
import type { Word } from '../layout/index.ts'
import { mean, share, sumOf } from '../statistics.ts'
import { mostFlush } from './flush.ts'
import { type Grid, wordsOf } from './grid.ts'
import { isProse, lineCaptionKind, lowercaseShare } from './prose.ts'
import type { GridCell } from './rectangles.ts'
import type { Region } from './region.ts'
import type { Lines } from './rulings.ts'
import { isFigureCell, type TextLine, textOf } from './segments.ts'
import type { TablePage } from './table.ts'

/** A line that begins a caption. */
interface Caption {
  readonly baseline: number
  readonly kind: CaptionKind
  /** True if it says that it continues an earlier one. */
  readonly goesOn: boolean
}

/** The page in the coordinates of one direction of its text. */
export interface FrameContext {
  readonly page: TablePage
  readonly rulings: Lines
  /** Curves and slanted lines, and filled areas, in the frame. */
  readonly shapes: readonly BBox[]
  readonly fills: readonly BBox[]
  /** Clusters of drawings and pictures. */
  readonly figures: readonly BBox[]
  /** All lines of the frame, including those of tables. */
  readonly lines: readonly TextLine[]
  readonly captions: readonly Caption[]
  /** Share of the page's words in monospaced type. */
  readonly mono: () => number
  /** Size of most of the page's text, and the distance of most of its lines, in points. */
  readonly size: number
  readonly leading: number
}

/** A cell with text. */
export interface FilledCell extends GridCell {
  readonly text: string
  readonly words: readonly Word[]
  readonly isFigure: boolean
}

/** A grid in its surroundings, with the facts that tests and features share. */
export interface Area {
  readonly grid: Grid
  readonly region: Region
  readonly context: FrameContext
  readonly cells: readonly FilledCell[]
  readonly words: readonly Word[]
  /** All text of the cells. */
  readonly text: string
  /** Rows with text in two columns or more. */
  readonly fullRows: number
  /** Share of the grid's positions that have text. */
  readonly fill: number
  /** Share of figures among the cells right of the first column. */
  readonly figures: number
  /** Share of cells that are flush with others in their column, averaged over columns. */
  readonly alignment: number
  /** Share of cells that hold a line of running text, and of columns with such a cell. */
  readonly prose: number
  readonly proseColumns: number
  readonly meanWords: number
  /** Share of cells that begin within a sentence. */
  readonly lowercase: number
  /** Share of cells with two segments on one line: gaps that the columns don't explain. */
  readonly torn: number
}

export function areaOf(grid: Grid, region: Region, context: FrameContext): Area {
  const cells = grid.cells.filter(({ segments }) => segments.length > 0).map(filledCell)
  const prose = cells.filter(({ segments }) => segments.some(isProse))
  return {
    grid,
    region,
    context,
    cells,
    words: cells.flatMap(({ words }) => words),
    text: cells.map(({ text }) => text).join(' '),
    fullRows: fullRowsOf(cells, grid.rowCount),
    fill: sumOf(cells, positionsOf) / Math.max(1, grid.rowCount * grid.columnCount),
    figures: share(
      cells.filter(({ column0 }) => column0 > 0),
      ({ isFigure }) => isFigure,
    ),
    alignment: alignmentOf(cells, grid.columnCount),
    prose: prose.length / cells.length,
    proseColumns: new Set(prose.map((c) => c.column0)).size / Math.max(1, grid.columnCount),
    meanWords: mean(cells.map(({ words }) => words.length)),
    lowercase: lowercaseShare(cells.map(({ words: [first] }) => first?.text ?? '')),
    torn: share(cells, isTorn),
  }
}

/** Adds the words and the text of a cell. */
export function filledCell(cell: GridCell): FilledCell {
  const [words, text] = [wordsOf(cell), textOf(cell.segments)]
  return { ...cell, words, text, isFigure: isFigureCell(words, text) }
}

function fullRowsOf(cells: readonly GridCell[], rowCount: number): number {
  const counts = new Uint32Array(rowCount)
  let full = 0
  for (const { row0 } of cells) {
    const count = (counts[row0] ?? 0) + 1
    counts[row0] = count
    if (count === 2) full++
  }
  return full
}

function positionsOf({ row0, row1, column0, column1 }: GridCell): number {
  return (row1 - row0) * (column1 - column0)
}

function alignmentOf(cells: readonly GridCell[], columnCount: number): number {
  const single = cells.filter(({ column0, column1 }) => column1 === column0 + 1)
  const columns = Map.groupBy(single, ({ column0 }) => column0)
  const shares: number[] = []
  for (let column = 0; column < columnCount; column++) {
    const own = columns.get(column) ?? []
    if (own.length < 2) continue
    shares.push(mostFlush(own.map(({ segments }) => boxAround(segments))) / own.length)
  }
  return mean(shares)
}

function isTorn({ segments }: GridCell): boolean {
  return segments.some((segment, index) => segment.baseline === segments[index + 1]?.baseline)
}

const goesOn =
  /\bcont(?:inued|inuation|inues|['’]?d)?\b|\b(?:fortsetzung|suite|segue|continuaci[oó]n)\b/i

/** Finds captions among lines. */
export function captionsOf(lines: readonly TextLine[]): Caption[] {
  const captions: Caption[] = []
  for (const { segments, baseline } of lines) {
    const kind = lineCaptionKind(segments)
    if (kind) captions.push({ baseline, kind, goesOn: goesOn.test(textOf(segments)) })
  }
  return captions
}
