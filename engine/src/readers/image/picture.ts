/** The compressed picture of a file, with the entries of a PDF image: PDFium decodes it. */
import { ConversionError } from '../../errors.ts'

export interface Picture {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels an inch, where the file says so. */
  readonly dpi?: number | undefined
  readonly pieces: readonly Piece[]
}

/** A rectangle of the picture, stored by itself: TIFF has strips and tiles. ISO 32000-1, 8.9.5. */
export interface Piece {
  /** From the top left, pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** PDF's name: `/DeviceGray`. */
  readonly colorSpace: string
  readonly bits: number
  /** PDF's name: `/FlateDecode`; left out for uncompressed samples. */
  readonly filter?: string | undefined
  /** Parameters of the filter: `/K -1 /Columns 1728`. */
  readonly parameters?: string | undefined
  /** The colours are the other way round. */
  readonly isInverted?: boolean | undefined
  readonly data: Uint8Array
}

/** More take gigabytes: A4 at 1,200 dpi has 139 million, more than OCR needs. */
const MAX_PIXELS = 100_000_000

/** @throws {ConversionError} for a picture without pixels, or with too many. */
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

/** @param what Clause: `its colours are stored in planes`. */
export function unread(what: string): ConversionError {
  const sentence = `The picture is of a kind that is not read: ${what}. Save it as PNG or PDF.`
  return new ConversionError('conversion_failed', sentence)
}

/** Reads numbers of a file; a read beyond its end throws a `RangeError`. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
