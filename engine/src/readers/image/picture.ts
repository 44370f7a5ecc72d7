/** Defines a compressed picture with the entries of a PDF image, which PDFium decodes. */
import { ConversionError } from '../../errors.ts'

export interface Picture {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels per inch, if the file states them. */
  readonly dpi?: number | undefined
  readonly tiles: readonly Tile[]
}

/** A rectangle of the picture that is stored separately: TIFF has strips and tiles. ISO 32000-1, 8.9.5. */
export interface Tile {
  /** Offset from the top left, pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** PDF colour space: `/DeviceGray`. */
  readonly colorSpace: string
  readonly bits: number
  /** PDF filter: `/FlateDecode`; absent for uncompressed samples. */
  readonly filter?: string | undefined
  /** Parameters of the filter: `/K -1 /Columns 1728`. */
  readonly parameters?: string | undefined
  /** True if the colours are inverted. */
  readonly isInverted?: boolean | undefined
  readonly data: Uint8Array
}

/** More pixels would take gigabytes of memory. A4 at 1,200 dpi, more than OCR needs, has 139 million. */
const MAX_PIXELS = 100_000_000

/** @throws {ConversionError} if the picture has no pixels or too many. */
export function checkSize({ width, height }: Pick<Picture, 'width' | 'height'>): void {
  if (width < 1 || height < 1) throw damaged('it has no pixels')
  if (width * height > MAX_PIXELS) {
    const sentence = `The picture was not converted: it has more than ${MAX_PIXELS} pixels.`
    throw new ConversionError('conversion_failed', sentence)
  }
}

export function damaged(what: string): ConversionError {
  return new ConversionError('conversion_failed', `The picture is damaged: ${what}.`)
}

/** @param what A clause: `its colours are stored in planes`. */
export function unread(what: string): ConversionError {
  const sentence = `The picture format is not supported: ${what}. Save it as PNG or PDF.`
  return new ConversionError('conversion_failed', sentence)
}

/** Returns a view of the bytes; a read beyond their end throws a `RangeError`. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
