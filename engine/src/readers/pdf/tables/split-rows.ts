/** Joins the two parts of a table row that a page break cut. */
import { lazy } from '../../../lazy.ts'
import { collectWords, endsBroken, jointOf } from '../hyphens.ts'
import { share } from '../statistics.ts'
import { tableSettings as settings } from './settings.ts'
import type { FoundCell, FoundTable } from './table.ts'

const startsSmall = /^\p{Ll}/u
const startsSentence = /^\p{Lu}\p{Ll}/u
const sentenceEnd = /(?:[.!?:;]["”]?|\))$/u

/**
 * Returns true if a row of the next part continues the last row before it.
 *
 * Each of its texts has one above. Either the column of names has a text in nearly all rows but not in this one, and
 * the row is between rulings or the texts above are open; or a text goes on with a small letter that begins no other
 * text of its column.
 *
 * @param at Row of `table`, after a repeated header.
 */
export function continuesRow(before: FoundTable, table: FoundTable, at: number): boolean {
  const last = cellsOfRow(before, before.rowCount - 1)
  const next = cellsOfRow(table, at).filter(({ text }) => text !== '')
  if (next.length === 0 || before.rowCount <= before.headerRows) return false
  const pairs = next.flatMap((cell) => {
    const above = last.find((own) => isAbove(own, cell))
    return above ? [[above, cell] as const] : []
  })
  if (pairs.length < next.length) return false
  const others = lazy(() => [
    ...before.cells.filter(({ row }) => row >= before.headerRows),
    ...table.cells.filter(({ row }) => row > at),
  ])
  const areRuled = before.kind === 'ruled' && table.kind === 'ruled'
  if (lacksName(next, others))
    return areRuled || pairs.every(([above, cell]) => isOpen(above, cell))
  const isPartial = last.some(
    ({ text, column }) => text !== '' && next.every((own) => own.column !== column),
  )
  return isPartial && pairs.some(([above, cell]) => isRest(above, cell, others))
}

function cellsOfRow({ cells }: FoundTable, at: number): FoundCell[] {
  return cells.filter(({ row, rowSpan }) => row <= at && row + rowSpan > at)
}

function isAbove(above: FoundCell, { column, columnSpan, rowSpan }: FoundCell): boolean {
  const isSame = above.column === column && above.columnSpan === columnSpan
  return isSame && above.rowSpan === 1 && rowSpan === 1 && above.text !== ''
}

/** Returns true if a row has no text in the first column, but nearly all other rows have one. */
function lacksName(next: readonly FoundCell[], others: () => readonly FoundCell[]): boolean {
  if (next.some(({ column }) => column === 0)) return false
  const rows = new Set(
    others()
      .filter(({ text }) => text !== '')
      .map(({ row, page }) => `${page} ${row}`),
  )
  const names = others().filter(({ column, text }) => column === 0 && text !== '')
  if (rows.size < settings.few || names.some(({ rowSpan }) => rowSpan > 1)) return false
  return names.length >= settings.nearlyAll * rows.size
}

/** Returns true if the text above may go on in a cell. */
function isOpen(above: FoundCell, cell: FoundCell): boolean {
  return !sentenceEnd.test(above.text) || !startsSentence.test(cell.text)
}

/** Returns true for a text that goes on within a word, or within a sentence if no other text of its column begins with a small letter. */
function isRest(above: FoundCell, cell: FoundCell, others: () => readonly FoundCell[]): boolean {
  if (endsBroken(above.text)) return startsSmall.test(cell.text)
  if (!startsSmall.test(cell.text) || sentenceEnd.test(above.text)) return false
  const column = others().filter((own) => own.column === cell.column && own.text !== '')
  const isSmall = ({ text }: FoundCell) => startsSmall.test(text)
  return column.length >= settings.several && share(column, isSmall) === 0
}

/** Returns the last row's cells with the texts of the row that continues it. */
export function withRest(cells: readonly FoundCell[], next: readonly FoundCell[]): FoundCell[] {
  const vocabulary = lazy(() => collectWords(cells.map(({ text }) => text)))
  return cells.map((cell) => {
    const rest = next.find((own) => own.column === cell.column && own.text !== '')
    if (!rest || cell.text === '') return cell
    const change = jointOf(cell.text, rest.text, vocabulary)
    const start = change < 0 ? cell.text.slice(0, change) : cell.text + ' '.repeat(change)
    return { ...cell, text: start + rest.text, rest: [...(cell.rest ?? []), rest] }
  })
}
