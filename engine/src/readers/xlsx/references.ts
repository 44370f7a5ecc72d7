/** Parses cell references (`B7`, `$A$1:C3`) to 0-based rows and columns. ECMA-376 Part 1, 18.18.7 (ST_CellRef), 18.18.62 (ST_Ref). */
import type { CellRange } from '../../model/index.ts'

/** Size of a sheet (Excel's specifications and limits): the last cell is XFD1048576. */
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 16_384

interface Position {
  readonly row: number
  readonly column: number
}

const CODE_0 = 48
const CODE_9 = 57
const CODE_A = 65
const CODE_Z = 90
const CODE_DOLLAR = 36

/**
 * Packs a cell reference into one number, `row × MAX_COLUMNS + column`; -1 if it is not a cell of a sheet.
 *
 * A sheet has a million references: numbers need no allocation, objects would double the garbage of reading.
 */
export function packReference(reference: string): number {
  let column = 0
  let row = 0
  for (let index = 0; index < reference.length; index += 1) {
    const code = reference.charCodeAt(index)
    if (code === CODE_DOLLAR) continue
    if (code >= CODE_0 && code <= CODE_9) {
      row = row * 10 + code - CODE_0
      if (row > MAX_ROWS) return -1
      continue
    }
    // Excel writes upper-case letters, but also reads lower-case ones.
    const letter = code > CODE_Z ? code - 32 : code
    if (letter < CODE_A || letter > CODE_Z || row > 0) return -1
    column = column * 26 + letter - CODE_A + 1
    if (column > MAX_COLUMNS) return -1
  }
  return row === 0 || column === 0 ? -1 : (row - 1) * MAX_COLUMNS + column - 1
}

export function unpackReference(packed: number): Position {
  return { row: Math.floor(packed / MAX_COLUMNS), column: packed % MAX_COLUMNS }
}

/** Parses a range, with ordered, inclusive ends; a single cell is a range of one. */
export function findRange(reference: string): CellRange | undefined {
  const [from = '', to = from, ...rest] = reference.split(':')
  const first = packReference(from)
  const last = packReference(to)
  if (first < 0 || last < 0 || rest.length > 0) return undefined
  const a = unpackReference(first)
  const b = unpackReference(last)
  return {
    row0: Math.min(a.row, b.row),
    column0: Math.min(a.column, b.column),
    row1: Math.max(a.row, b.row),
    column1: Math.max(a.column, b.column),
  }
}
