/** Makes the found table of a grid: the texts and boxes of its cells, its header, and its place on the page. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { areMostlyLeftwards, type Frame, toPageBox, type Word } from '../layout/index.ts'
import { textsOn } from './cell-text.ts'
import { columnExtents, type Grid, wordsOf } from './grid.ts'
import type { GridCell } from './rectangles.ts'
import { partition } from './segments.ts'
import { tableSettings as settings } from './settings.ts'
import type { FoundCell, FoundTable, TablePage } from './table.ts'
import { isSection } from './trim.ts'
import { boxOfWord } from './turned-heads.ts'
import { boldShare } from './word-styles.ts'

/** What is known about a table beside its grid. */
interface Details {
  readonly headerRows: number
  readonly kind: FoundTable['kind']
  /** Baselines of captions, large lines and running text: a table below one of them does not go on from the page before. */
  readonly starts: readonly number[]
  /** Baselines of texts below which a table does not go on. */
  readonly ends?: readonly number[]
}

/** @param frame The direction of the table's text, in whose coordinates the grid is. */
export function foundTable(
  page: TablePage,
  frame: Frame,
  grid: Grid,
  details: Details,
): FoundTable {
  const { headerRows, kind, starts, ends = [] } = details
  const textOfCell = textsOn(page)
  const cells: FoundCell[] = grid.cells.map((cell) => {
    const words = wordsOf(cell)
    return {
      row: cell.row0,
      column: cell.column0,
      rowSpan: cell.row1 - cell.row0,
      columnSpan: cell.column1 - cell.column0,
      ...headerOf(cell, grid, headerRows),
      text: textOfCell(words),
      words,
      ...(words.length > 0 && { box: boxOfCell(frame, cell) }),
    }
  })
  // The cells of a tagged table are in the order of its tags.
  const isLeftwards = kind !== 'tagged' && readsLeftwards(cells)
  const columns = columnExtents(grid)
  const words = new Set(cells.flatMap((cell) => cell.words))
  const inFrame = boxAround([grid.box, ...grid.cells.flatMap(({ segments }) => segments)])
  const turned = [...words].filter((word) => word.frame !== frame).map(boxOfWord)
  const box = boxAround([toPageBox(frame, inFrame), ...turned])
  for (const word of page.words) if (isLeaderIn(word, frame, grid.box)) words.add(word)
  return {
    page: page.number,
    box,
    rowCount: grid.rowCount,
    columnCount: grid.columnCount,
    cells: isLeftwards ? cells.map((cell) => mirrored(cell, grid)).sort(inOrder) : cells,
    headerRows,
    hasBoldHeads: hasBoldHeads(cells, page),
    columns: isLeftwards ? columns.reverse() : columns,
    ...linesAround(page, frame, inFrame),
    opensAnew: starts.some((baseline) => baseline <= inFrame.y0 + settings.linePoints),
    isClosed: ends.some((baseline) => baseline > inFrame.y1),
    isDoubtful: false,
    words,
    kind,
    parts: [{ page: page.number, box }],
  }
}

/**
 * Returns true if most letters, and at least half of the cells with letters, are of a right-to-left script: in English tables of
 * scripts, a few cells have most of the letters.
 */
function readsLeftwards(cells: readonly FoundCell[]): boolean {
  if (!areMostlyLeftwards(cells)) return false
  const [leftwards, others] = partition(cells, (cell) => areMostlyLeftwards([cell]))
  return leftwards.length >= others.filter(({ text }) => letter.test(text)).length
}

/** Counts the columns of a cell from the right: in right-to-left text the first column is at the right. */
function mirrored(cell: FoundCell, { columnCount }: Grid): FoundCell {
  return { ...cell, column: columnCount - cell.column - cell.columnSpan }
}

const letter = /\p{L}/u

const inOrder = (a: FoundCell, b: FoundCell) => a.row - b.row || a.column - b.column

function hasBoldHeads(cells: readonly FoundCell[], page: TablePage): boolean {
  const [heads, others] = partition(cells, ({ row }) => row === 0)
  return boldShare(heads, page) === 1 && boldShare(others, page) <= settings.rare
}

function boxOfCell(frame: Frame, { segments }: GridCell): BBox {
  const boxes = segments.flatMap((segment) =>
    segment.words[0]?.frame === frame ? toPageBox(frame, segment) : segment.words.map(boxOfWord),
  )
  return boxAround(boxes)
}

function headerOf(cell: GridCell, grid: Grid, headerRows: number): Pick<FoundCell, 'header'> {
  if (cell.row0 < headerRows) return { header: 'column' }
  if (isSection(grid, cell)) return { header: 'section' }
  return cell.isHeader && cell.column0 === 0 ? { header: 'row' } : {}
}

/** Counts the lines of other text above and below a table on its page. */
export function linesAround(
  { words }: TablePage,
  { angleDegrees }: Frame,
  { y0, y1 }: BBox,
): Pick<FoundTable, 'linesAbove' | 'linesBelow'> {
  const above = new Set<number>()
  const below = new Set<number>()
  for (const { frame, baseline, size } of words) {
    if (frame.angleDegrees !== angleDegrees) continue
    const line = Math.round(baseline / settings.stripPoints)
    if (baseline < y0) above.add(line)
    else if (baseline - size > y1 - size / 2) below.add(line)
  }
  return { linesAbove: above.size, linesBelow: below.size }
}

const leader = /^[.…·_‥-]+$/

/** Detects leader dots in a table: they belong to no cell, and to no paragraph either. */
function isLeaderIn(word: Word, frame: Frame, box: BBox): boolean {
  if (word.baseline < box.y0 || word.baseline > box.y1 + 2) return false
  const x = (word.x0 + word.x1) / 2
  if (x < box.x0 || x > box.x1 || word.frame.angleDegrees !== frame.angleDegrees) return false
  return leader.test(word.text)
}
