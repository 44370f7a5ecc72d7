/** Defines limits on the cost of a hostile document. Exceeding one fails the conversion with `conversion_failed`. */
import { ConversionError } from './errors.ts'

export interface Limits {
  /** Entries of a zip package. A workbook with 2,000 sheets and pictures has about 6,000. */
  readonly zipEntries: number
  /** Sum of the inflated bytes of all parts that are read. */
  readonly inflatedBytes: number
  /** Ratio of inflated to compressed bytes of a part that is read whole; checked above `inflateRatioFromBytes`. */
  readonly inflateRatio: number
  readonly inflateRatioFromBytes: number
  /** Depth of nested XML elements. Real documents nest less than 60 deep. */
  readonly xmlDepth: number
  /** Elements in one XML part that is read as a tree; each costs about 200 bytes of memory. */
  readonly xmlElements: number
  /**
   * Elements of an HTML page, including those that the parser repeats; each costs 200 bytes, and another 200 in the
   * document.
   */
  readonly htmlElements: number
  /** Depth of nested blocks, in any format. */
  readonly blockDepth: number
  /** Characters of the written text. */
  readonly outputCharacters: number
  /** Cells of a written table, empty ones included. */
  readonly tableCells: number
  /** WebAssembly memory of the PDF engine, bytes. */
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

/** A limit was exceeded; distinguished from damage, because such a part is never skipped with a warning. */
export class LimitError extends ConversionError {}

/**
 * Throws a `LimitError`.
 *
 * @param what A clause that states the excess: "it holds more than 10,000 files".
 */
export function refuse(what: string): never {
  throw new LimitError('conversion_failed', `The document was not converted: ${what}.`)
}
