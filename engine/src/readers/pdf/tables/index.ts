/** Public interface of the folder: finds tables by the words and drawings of a page. */

export { findTableParts, findTables } from './find-tables.ts'
export { joinTables } from './join-tables.ts'
export type { FoundCell, FoundTable, TablePage } from './table.ts'
export { toTableBlock } from './to-block.ts'
