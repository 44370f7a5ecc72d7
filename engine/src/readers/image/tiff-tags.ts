/** Reads the fields of each picture in a TIFF. TIFF 6.0, section 2. */
import { damaged, unread, viewOf } from './picture.ts'

export interface Fields {
  /** Returns all values of a field; an empty list if the field is missing. */
  all(tag: number): readonly number[]
  first(tag: number, otherwise: number): number
  /** Returns the bytes of a field of type BYTE or UNDEFINED. */
  bytes(tag: number): Uint8Array | undefined
}

export interface TiffFile {
  readonly bytes: Uint8Array
  readonly isLittleEndian: boolean
  readonly pictures: readonly Fields[]
}

/** The most pictures; a file with more has a cycle. */
const MAX_PICTURES = 10_000
/** The most values of a field: the strips of a picture with a million rows. */
const MAX_VALUES = 1_000_000
const ENTRY_BYTES = 12

/** Bytes of a value by its type: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1 }

interface Entry {
  readonly type: number
  readonly count: number
  /** Offset of the field's values. */
  readonly at: number
}

/** @throws {ConversionError} */
export function readTiffFile(bytes: Uint8Array): TiffFile {
  if (bytes.length < 8) throw damaged('it is too short')
  const view = viewOf(bytes)
  const isLittleEndian = bytes[0] === 0x49
  if (view.getUint16(2, isLittleEndian) === 43) throw unread('a BigTIFF')
  const pictures: Fields[] = []
  const seen = new Set<number>()
  let at = view.getUint32(4, isLittleEndian)
  while (at !== 0 && at + 2 <= bytes.length && !seen.has(at) && pictures.length < MAX_PICTURES) {
    seen.add(at)
    const count = view.getUint16(at, isLittleEndian)
    pictures.push(readFields(bytes, view, at + 2, count, isLittleEndian))
    const next = at + 2 + count * ENTRY_BYTES
    at = next + 4 <= bytes.length ? view.getUint32(next, isLittleEndian) : 0
  }
  return { bytes, isLittleEndian, pictures }
}

function readFields(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  count: number,
  isLittle: boolean,
): Fields {
  const entries = new Map<number, Entry>()
  for (let index = 0; index < count; index++) {
    const at = start + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > bytes.length) break
    const type = view.getUint16(at + 2, isLittle)
    const values = view.getUint32(at + 4, isLittle)
    const length = (sizes[type] ?? 0) * values
    const valuesAt = length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
    if (length === 0 || values > MAX_VALUES || valuesAt + length > bytes.length) continue
    entries.set(view.getUint16(at, isLittle), { type, count: values, at: valuesAt })
  }
  const all = (tag: number): number[] => {
    const { type = 0, count: values = 0, at = 0 } = entries.get(tag) ?? {}
    const size = sizes[type] ?? 0
    return Array.from({ length: values }, (_, index) =>
      valueAt(view, at + index * size, type, isLittle),
    )
  }
  return {
    all,
    first: (tag, otherwise) => all(tag)[0] ?? otherwise,
    bytes: (tag) => {
      const entry = entries.get(tag)
      return entry && bytes.subarray(entry.at, entry.at + entry.count * (sizes[entry.type] ?? 0))
    },
  }
}

function valueAt(view: DataView, at: number, type: number, isLittle: boolean): number {
  if (type === 3) return view.getUint16(at, isLittle)
  if (type === 4) return view.getUint32(at, isLittle)
  if (type === 5) return view.getUint32(at, isLittle) / (view.getUint32(at + 4, isLittle) || 1)
  return view.getUint8(at)
}
