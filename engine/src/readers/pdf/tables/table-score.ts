/** Scores how much an area of a page looks like a table, by learnt weights. */
import { isCentreIn } from '../boxes.ts'
import { experiments } from '../experiments.ts'
import { chanceOf, tableTrees } from '../models/index.ts'
import { sumOf } from '../statistics.ts'
import type { Area, FilledCell } from './area.ts'
import { featuresOf } from './features.ts'
import { isProse, lowercaseShare } from './prose.ts'
import { rejectionOf, rejections } from './rejections.ts'
import { tableSettings as settings } from './settings.ts'
import { countStyled } from './word-styles.ts'

/** @returns 0 … 1. */
export function tableScore(area: Area): number {
  if (area.cells.length < 2 || isVetoed(area)) return 0
  return chanceOf(experiments.tables ?? tableTrees(), featuresOf(area))
}

function isVetoed(area: Area): boolean {
  return (
    isTextInBox(area) ||
    isListing(area) ||
    isRunOn(area) ||
    areAuthors(area) ||
    vetoes.some((name) => rejections[name]?.(area))
  )
}

/**
 * Returns true for code or console output, alone, with line numbers or with running text: monospaced, in a document that
 * is not typewritten.
 * Measured on 390 real and 2,370 generated documents: none of 378 areas in 92 documents that are completely monospaced
 * is a table. Of 215 manuals, 7 have monospaced text between rulings of rows and columns: all of it is tables. Of 126
 * others, 14 have output on pages that are monospaced by 0.6 to 0.86, all of it without rulings. A rule
 * below heads in all columns shows a table: above such a rule, a listing has at most its title.
 */
function isListing({ grid, cells, region, context }: Area): boolean {
  const heads = cells.filter(({ row1 }) => row1 <= grid.ruledHeaderRows)
  const isHeaded = grid.kind === 'halfRuled' && heads.length >= grid.columnCount
  if ((grid.kind === 'ruled' || isHeaded) && grid.columnCount > 1 && grid.rowCount > 1) return false
  const words = cells.filter((cell) => !isLineNumber(cell)).flatMap((cell) => cell.words)
  const mono = countStyled(words, 'mono', context.page)
  if (mono < settings.half * words.length || isTypewritten(context)) return false
  const prose = region.lines.flatMap(({ segments }) => segments.filter(isProse))
  const text = sumOf(prose, (segment) => segment.words.length)
  return mono + text >= settings.listingText * words.length
}

/** Returns true for a page of a typewritten document. Other documents have pages that are all code. */
function isTypewritten({ mono, page }: Area['context']): boolean {
  return mono() >= settings.nearlyAll && (page.isTypewritten?.() ?? true)
}

/**
 * Returns true for code in several lines beside its output. Of 25 areas with centred rows in 981 documents, three are no tables: all
 * three are code.
 */
function isCodeBeside({ cells, context: { page } }: Area): boolean {
  const wrapped = cells.filter(({ segments }) => segments.length > 1)
  const words = wrapped.flatMap((cell) => cell.words)
  return countStyled(words, 'mono', page) >= settings.half * words.length
}

function isLineNumber({ column0, text }: FilledCell): boolean {
  return column0 === 0 && /^\d{1,4}$/.test(text)
}

/**
 * Returns true for one column of few rows or of running text: text in a box or between bars. Measured: of 397 areas of
 * few rows in real documents none is a table; of 1,340 in generated ones 23 are.
 */
function isTextInBox({ grid, prose }: Area): boolean {
  return grid.columnCount === 1 && (grid.rowCount <= settings.few || prose > settings.half)
}

/**
 * Returns true if a column is a justified paragraph: its text runs on from row to row, as an abstract does beside keywords. Of 981
 * documents no table is such, and of five first pages of articles all are.
 */
function isRunOn({ grid, cells }: Area): boolean {
  if (grid.kind === 'ruled') return false
  const single = cells.filter(({ column0, column1 }) => column1 === column0 + 1)
  return Map.groupBy(single, ({ column0 }) => column0)
    .values()
    .some(isParagraph)
}

/** Returns true if the lines of a column fill it, and its cells end and begin within sentences. */
function isParagraph(column: readonly FilledCell[]): boolean {
  const lines = column.flatMap(({ segments }) => segments)
  const end = Math.max(...lines.map(({ x1 }) => x1))
  const full = new Set(
    lines.filter((line) => end - line.x1 <= settings.touchPoints && isProse(line)),
  )
  if (full.size < settings.several) return false
  const next = column.filter((_, at) => {
    const { segments = [], text = '' } = column[at - 1] ?? {}
    const last = segments.at(-1)
    return last !== undefined && full.has(last) && !/[.:;!?]$/.test(text)
  })
  if (next.length < 2 || next.length < settings.minority * (column.length - 1)) return false
  return lowercaseShare(next.map(({ text }) => text)) >= settings.minority
}

/**
 * Returns true for authors side by side, as below the title of an article: each column has an e-mail address among other lines.
 * In a table, such addresses have a column or a row of their own. Of three first pages in one style of proceedings, all are no
 * tables; 1,032 other documents have no such area.
 */
function areAuthors({ grid, cells }: Area): boolean {
  if (grid.kind === 'ruled' || grid.columnCount < 2) return false
  const columns = Map.groupBy(cells, ({ column0 }) => column0)
  return (
    columns.size === grid.columnCount &&
    columns.values().every((column) => {
      const mails = column.filter(({ text }) => /\S@\S+\.\w/.test(text))
      return mails.length > 0 && mails.length <= settings.half * column.length
    })
  )
}

/** Tests that exclude a table. Measured on 390 real and 3,100 generated documents: none of 645 such areas is a table. */
const vetoes: readonly string[] = ['isContents', 'isList', 'isAxis']

/** @param score Score of the area. */
export function isTable(area: Area, score: number): boolean {
  const { minScore, minScoreAgainstTests, minScoreInFigure } = settings
  const { grid, region, context } = area
  if (context.figures.some((figure) => isCentreIn(grid.box, figure)))
    return score >= minScoreInFigure
  if (region.rowEdges) return !isCodeBeside(area)
  if (score < minScore[grid.kind]) return false
  return score >= minScoreAgainstTests || rejectionOf(area) === undefined
}
