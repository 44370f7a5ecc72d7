/** Gives two parts of a table, on two pages, the same columns: one may lack the columns that are empty on its page. */
import type { FoundCell, FoundTable } from './table.ts'

interface Column {
  /** Index of the column in each part, or −1 if the part lacks it. */
  readonly first: number
  readonly second: number
}

/**
 * Returns both parts with the columns of both, if one has fewer.
 *
 * Columns without any text of their own are left out. The others correspond if their texts overlap; each column of one part
 * must overlap at most one of the other, and all columns of the narrower part must have a counterpart.
 *
 * @returns `undefined` if the parts have as many columns, if these do not correspond or are counted from the right, or if a
 *   text would be left out.
 */
export function withSameColumns(
  first: FoundTable,
  second: FoundTable,
): readonly [FoundTable, FoundTable] | undefined {
  if (first.columnCount === second.columnCount) return undefined
  const columns = columnsOfBoth(first, second)
  if (!columns || columns.length < 2) return undefined
  const common = columns.filter(({ first: own, second: other }) => own >= 0 && other >= 0)
  const fewest = Math.min(filled(first).length, filled(second).length)
  if (common.length < 2 || common.length < fewest) return undefined
  const parts = [
    placedIn(
      first,
      columns.map(({ first: own }) => own),
    ),
    placedIn(
      second,
      columns.map(({ second: own }) => own),
    ),
  ] as const
  const areWhole = textsIn(parts[0]) === textsIn(first) && textsIn(parts[1]) === textsIn(second)
  return areWhole ? parts : undefined
}

function textsIn({ cells }: FoundTable): number {
  return cells.filter(({ text }) => text !== '').length
}

/** Returns the indexes of the columns with text of their own. */
function filled({ columns }: FoundTable): number[] {
  return [...columns.keys()].filter((index) => {
    const { x0, x1 } = columns[index] as FoundTable['columns'][number]
    return Number.isFinite(x1 - x0)
  })
}

/** Returns the columns of both parts in order, or `undefined` if one overlaps two of the other. */
function columnsOfBoth(first: FoundTable, second: FoundTable): Column[] | undefined {
  const found: Column[] = []
  const [ones, others] = [filled(first), filled(second)]
  if (![first, second].every(countsFromLeft)) return undefined
  while (ones.length > 0 || others.length > 0) {
    const order = orderOf(first.columns[ones[0] ?? -1], second.columns[others[0] ?? -1])
    const column = {
      first: order <= 0 ? (ones.shift() as number) : -1,
      second: order >= 0 ? (others.shift() as number) : -1,
    }
    const last = found.at(-1)
    if (last && overlapsLast(last, column, first, second)) return undefined
    found.push(column)
  }
  return found
}

function countsFromLeft(table: FoundTable): boolean {
  const starts = filled(table).map((index) => table.columns[index]?.x0 ?? 0)
  return starts.every((start, at) => start >= (starts[at - 1] ?? start))
}

type Extent = FoundTable['columns'][number] | undefined

/** Returns a negative number if the first column comes first, a positive one if the second does, 0 if they overlap. */
function orderOf(first: Extent, second: Extent): number {
  if (!first) return 1
  if (!second) return -1
  if (first.x1 <= second.x0) return -1
  return second.x1 <= first.x0 ? 1 : 0
}

function overlapsLast(last: Column, next: Column, first: FoundTable, second: FoundTable): boolean {
  const isCommon = (one: number, other: number) =>
    one >= 0 && other >= 0 && orderOf(first.columns[one], second.columns[other]) === 0
  return isCommon(last.first, next.second) || isCommon(next.first, last.second)
}

/** @param indexes For each new column its index in the table, or −1 if the table lacks it. */
function placedIn(table: FoundTable, indexes: readonly number[]): FoundTable {
  const lacking = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY }
  const cells = table.cells.flatMap((cell) => {
    const end = cell.column + cell.columnSpan
    const own = indexes.flatMap((from, to) => (from >= cell.column && from < end ? [to] : []))
    const isWhole = cell.columnSpan === table.columnCount
    const [column, last] = isWhole ? [0, indexes.length - 1] : [own[0], own.at(-1)]
    if (column === undefined || last === undefined) return []
    return [{ ...cell, column, columnSpan: last - column + 1 } satisfies FoundCell]
  })
  return {
    ...table,
    cells,
    columnCount: indexes.length,
    columns: indexes.map((index) => table.columns[index] ?? lacking),
  }
}
