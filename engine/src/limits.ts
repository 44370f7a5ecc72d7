/** The bounds on what a hostile document may cost. Past one of them a conversion fails with `conversion_failed`. */
import { ConversionError } from './errors.ts'

export interface Limits {
  /** Entries in a zip package. A workbook with 2,000 sheets and pictures has some 6,000. */
  readonly zipEntries: number
  /** Sum of the really inflated bytes of a package, read parts only. */
  readonly inflatedBytes: number
  /** Inflated to compressed bytes of one part, looked at past `inflateRatioFromBytes`. Sheets of zeros reach 150. */
  readonly inflateRatio: number
  readonly inflateRatioFromBytes: number
  /** Depth of nested XML elements. Real documents stay under 60. */
  readonly xmlDepth: number
  /** Elements in one XML part that is read as a tree; each costs about 200 bytes of memory. */
  readonly xmlElements: number
  /** Depth of blocks in blocks, whatever the format. */
  readonly blockDepth: number
  /** Characters of the written text. */
  readonly outputCharacters: number
  /** Cells that a table is written with, empty ones included. */
  readonly tableCells: number
  /** Bytes of WebAssembly memory of the PDF engine. */
  readonly pdfMemoryBytes: number
}

export const defaultLimits: Limits = {
  zipEntries: 10_000,
  inflatedBytes: 500 * 1024 * 1024,
  inflateRatio: 200,
  inflateRatioFromBytes: 10 * 1024 * 1024,
  xmlDepth: 256,
  xmlElements: 2_000_000,
  blockDepth: 100,
  outputCharacters: 100_000_000,
  tableCells: 5_000_000,
  pdfMemoryBytes: 512 * 1024 * 1024,
}

/** Throws the error of a passed limit. @param what What is too much, a clause: "it holds more than 10,000 files". */
export function refuse(what: string): never {
  throw new ConversionError('conversion_failed', `The document was not converted: ${what}.`)
}
