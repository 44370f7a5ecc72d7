/** Formats the stored value of a cell as the file displays it. ECMA-376 Part 1, 18.3.1.4, 18.18.11 (ST_CellType). */
import type { Warnings } from '../../errors.ts'
import { type DateSystem, type NumberFormat, readIsoDate } from './number-formats/index.ts'
import { decodeText, type RichText } from './rich-text.ts'
import type { FindRichValue } from './rich-values.ts'
import type { FormatOf } from './styles.ts'

/** The parts of a workbook that cells refer to. */
export interface CellContext {
  readonly strings: readonly RichText[]
  readonly formatOf: FormatOf
  readonly richValueOf: FindRichValue
  readonly dateSystem: DateSystem
  readonly warnings: Warnings
  /** Sum over all sheets so far. */
  readonly size: WorkbookSize
}

/** Totals over the cells of a workbook; bounded, because all cells are kept until the document is written. */
interface WorkbookSize {
  cells: number
  characters: number
}

/** The attributes `t`, `s` and, for errors, `vm` of a cell, and the text of its `v`. */
interface StoredCell {
  readonly type: string
  readonly style: number
  /** 0 for a cell without metadata. */
  readonly metadata: number
  readonly value: string
}

type CellType = 'n' | 's' | 'str' | 'inlineStr' | 'b' | 'e' | 'd'

type ReadValue = (cell: StoredCell, format: NumberFormat, context: CellContext) => RichText

const readers: { readonly [Type in CellType]: ReadValue } = {
  n: readNumber,
  s: readSharedString,
  str: ({ value }, format) => format.writeText(decodeText(value)),
  // Inline strings belong into `is`; some programs write them into `v`.
  inlineStr: ({ value }, format) => format.writeText(decodeText(value)),
  b: ({ value }) => (/^(?:1|true)$/i.test(value.trim()) ? 'TRUE' : 'FALSE'),
  e: ({ value, metadata }, _, { richValueOf }) => richValueOf(metadata) ?? value,
  d: readDate,
}

function isCellType(type: string): type is CellType {
  return Object.hasOwn(readers, type)
}

/** Returns the text of a cell with a value; a formula has its last stored result as its value. */
export function readValue(cell: StoredCell, context: CellContext): RichText {
  const type = isCellType(cell.type) ? cell.type : 'str'
  return readers[type](cell, context.formatOf(cell.style), context)
}

/** Integers that General prints as they are stored: no plus sign, no leading zero, at most 11 digits. */
const shortInteger = /^(?:0|-?[1-9]\d{0,10})$/

function readNumber({ value }: StoredCell, format: NumberFormat, context: CellContext): string {
  if (format.isGeneral && shortInteger.test(value)) return value
  const number = value.trim() === '' ? undefined : Number(value)
  if (number === undefined) return ''
  if (Number.isFinite(number)) return format.writeNumber(number)
  context.warnings.add('invalid_number', 'A cell holds an invalid number; it is shown as #NUM!.')
  return '#NUM!'
}

function readSharedString(
  { value }: StoredCell,
  format: NumberFormat,
  context: CellContext,
): RichText {
  const text = value.trim() === '' ? '' : context.strings[Number(value)]
  if (text === undefined) {
    context.warnings.add(
      'missing_shared_string',
      'The text of a cell was left out: the workbook does not contain it.',
    )
    return ''
  }
  return typeof text === 'string' ? format.writeText(text) : text
}

/** Formats an ISO 8601 date (ISO/IEC 29500 Strict) by the cell's format, or returns it unchanged. */
function readDate({ value }: StoredCell, format: NumberFormat, context: CellContext): string {
  const serial = format.isGeneral ? undefined : readIsoDate(value.trim(), context.dateSystem)
  return serial === undefined ? value.trim() : format.writeNumber(serial)
}
