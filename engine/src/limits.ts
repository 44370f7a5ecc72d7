/** The bounds on what a hostile document may cost. Past one of them a conversion fails with `conversion_failed`. */
import { ConversionError } from './errors.ts'

export interface Limits {
  /** Entries in a zip package. A workbook with 2,000 sheets and pictures has some 6,000. */
  readonly zipEntries: number
  /** Sum of the really inflated bytes of a package, read parts only. */
  readonly inflatedBytes: number
  /** Inflated to compressed bytes of a part that is read whole, looked at past `inflateRatioFromBytes`. */
  readonly inflateRatio: number
  readonly inflateRatioFromBytes: number
  /** Depth of nested XML elements. Real documents stay under 60. */
  readonly xmlDepth: number
  /** Elements in one XML part that is read as a tree; each costs about 200 bytes of memory. */
  readonly xmlElements: number
  /** Elements of an HTML page, those included that the parser repeats; each costs 200 bytes, and as much again in the document. */
  readonly htmlElements: number
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
  htmlElements: 1_000_000,
  blockDepth: 100,
  outputCharacters: 100_000_000,
  tableCells: 5_000_000,
  pdfMemoryBytes: 512 * 1024 * 1024,
}

/** A passed limit; told apart from damage, because a part that passes one is never just left out. */
export class LimitError extends ConversionError {}

/** Throws the error of a passed limit. @param what What is too much, a clause: "it holds more than 10,000 files". */
export function refuse(what: string): never {
  throw new LimitError('conversion_failed', `The document was not converted: ${what}.`)
}
