/** Reads comma- or tab-separated values into a document with one table. RFC 4180, and variants that spreadsheets write. */
import { refuse } from '../../limits.ts'
import type { Cell, Row } from '../../model/index.ts'
import type { Reader } from '../reader.ts'
import { decodeText } from '../text/index.ts'
import { findDelimiter } from './delimiter.ts'
import { readRecords } from './records.ts'

/** Excel's optional first line, which names the delimiter. */
const NAMED_DELIMITER = /^sep=(.)\r?\n/i

export const readCsv: Reader = async (bytes, { charset, limits }) => {
  const text = await decodeText(bytes, charset)
  const [line = '', named] = NAMED_DELIMITER.exec(text) ?? []
  const body = text.slice(line.length)
  const delimiter = named ?? findDelimiter(body)
  const records: string[][] = []
  let columnCount = 0
  for (const record of readRecords(body, delimiter)) {
    columnCount = Math.max(columnCount, record.length)
    records.push(record)
    if (records.length * columnCount > limits.tableCells) refuse('it has too many cells')
  }
  const hasHead = isHead(records[0] ?? [])
  const rows = records.map((record, index) => toRow(record, hasHead && index === 0))
  const blocks = rows.length === 0 ? [] : [{ type: 'table', columnCount, rows } as const]
  return { document: { pages: [], blocks, notes: [] }, warnings: [] }
}

/** Returns true if the first row holds column names: none of its cells is a number, except for years. */
function isHead(record: readonly string[]): boolean {
  return record.some((cell) => cell.trim() !== '') && !record.some(isNumber)
}

function isNumber(cell: string): boolean {
  return /^\s*[-+]?[\d.,'\u00a0 ]*\d\s*%?\s*$/.test(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell)
}

function toRow(record: readonly string[], isHeader: boolean): Row {
  const cells = record.flatMap((content, column): Cell[] => {
    if (content === '' && !isHeader) return []
    return [{ column, content, ...(isHeader && { header: 'column' as const }) }]
  })
  return { cells }
}
