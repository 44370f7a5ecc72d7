/** For tests: a page from a few rows of text and rulings, and tables as plain text. */
import { type Fill, noDrawings, type Ruling } from '../../content/index.ts'
import {
  groupByFrame,
  groupIntoFragments,
  type LineFragment,
  type Word,
} from '../../layout/index.ts'
import { words } from '../../layout/testing/layout.ts'
import { cutLines, type TextLine, wordsByLine } from '../segments.ts'
import type { FoundTable, TablePage } from '../table.ts'

/** Texts of one line by the position of their left end, in points. */
export type TextRow = Readonly<Record<number, string>>

/** Distance between the baselines of rows, in points; the first baseline is `TOP`. */
const LEADING = 14
export const TOP = 100

/** Makes words of consecutive rows; size 10, letters of 5 points. An empty row leaves a line free. */
export function rowsOfWords(rows: readonly TextRow[], top = TOP, leading = LEADING): Word[] {
  return rows.flatMap((row, index) =>
    Object.entries(row).flatMap(([x, text]) => words(text, Number(x), top + index * leading)),
  )
}

/** Returns words with their fragments. */
export function textOf(words: readonly Word[]): Pick<TablePage, 'words' | 'fragments' | 'wordsOf'> {
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupByFrame(words).flatMap((own) => groupIntoFragments(own, { wordsOf }))
  return { words, fragments, wordsOf }
}

export function pageOf(
  content: readonly Word[],
  { rulings = [], fills = [] }: { rulings?: readonly Ruling[]; fills?: readonly Fill[] } = {},
  number = 1,
): TablePage {
  return {
    ...textOf(content),
    number,
    width: 612,
    height: 792,
    drawings: { ...noDrawings, rulings, fills },
  }
}

/** Returns the lines of words, cut into segments. */
export function linesOf(content: readonly Word[], walls: readonly Ruling[] = []): TextLine[] {
  return cutLines(wordsByLine(pageOf(content), new Set(content)), walls, () => false)
}

export function horizontal(at: number, from: number, to: number): Ruling {
  return { isHorizontal: true, at, from, to, thickness: 0.5 }
}

export function vertical(at: number, from: number, to: number): Ruling {
  return { isHorizontal: false, at, from, to, thickness: 0.5 }
}

/** Returns the lines around all cells of a grid. */
export function gridLines(xs: readonly number[], ys: readonly number[]): Ruling[] {
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)]
  return [...ys.map((y) => horizontal(y, left, right)), ...xs.map((x) => vertical(x, top, bottom))]
}

/**
 * Prints a table, one string per row, with bars between cells; `2x` before a cell that spans two columns, `v2` before
 * one that spans two rows.
 */
export function show({ cells, rowCount }: FoundTable): string[] {
  return Array.from({ length: rowCount }, (_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ text, columnSpan, rowSpan }) => {
        const across = columnSpan > 1 ? `${columnSpan}x ` : ''
        return `${across}${rowSpan > 1 ? `v${rowSpan} ` : ''}${text}`
      })
      .join(' | '),
  )
}
