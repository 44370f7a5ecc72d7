/** Writes tables as pipe tables, or as HTML if a pipe table would lose spans or blocks (docs/markdown.md, C8). */
import { refuse } from '../../limits.ts'
import {
  type Block,
  type Cell,
  isUnprinted,
  leavesOf,
  printedBlocks,
  type Table,
} from '../../model/index.ts'
import { writeHtmlTable } from './html-tables.ts'
import { writePipeTable } from './pipe-tables.ts'
import type { State } from './state.ts'

/** Writes a table without its caption and notes; omits a table without text. */
export function writeTable(table: Table, state: State): void {
  const { limits, tables } = state.options
  if (table.rows.length * table.columnCount > limits.tableCells) {
    refuse('one of its tables has too many cells')
  }
  if (table.rows.every((row) => row.cells.every(isEmpty))) return
  if (tables === 'html' && losesInPipes(table)) writeHtmlTable(table, state)
  else writePipeTable(table, state)
}

/** Returns true if a pipe table would lose content: a spanning cell with text, or more than one line of text in a cell. */
function losesInPipes(table: Table): boolean {
  return table.rows.some((row) => row.cells.some((cell) => !isEmpty(cell) && needsHtml(cell)))
}

function isEmpty({ content }: Cell): boolean {
  return typeof content === 'string' ? content.trim() === '' : content.every(isUnprinted)
}

function needsHtml({ columnSpan = 1, rowSpan = 1, content }: Cell): boolean {
  if (columnSpan > 1 || rowSpan > 1) return true
  return typeof content !== 'string' && !isOneLine(printedBlocks(content))
}

/** Returns false for blocks that need several lines, even with one line of text: lists, quotes, code blocks. */
function isOneLine(blocks: readonly Block[]): boolean {
  if (blocks.some(({ type }) => type === 'list' || type === 'table' || type === 'quote'))
    return false
  const [first, second] = leavesOf(blocks)
  return second === undefined && first?.type !== 'codeBlock' && first?.type !== 'plainText'
}
