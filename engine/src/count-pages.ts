/** Counts the pages that a conversion would read, for callers that must decide beforehand. */
import { defaultLimits, type Limits } from './limits.ts'
import { choosePages, type PageChoice, type PageRange } from './page-ranges.ts'
import { pageCounters } from './readers/index.ts'
import { type Format, sniff } from './sniff/index.ts'

export interface PageCount {
  readonly format: Format
  /** Number of pages, slides or sheets; 0 for formats without. */
  readonly pages: number
}

interface CountOptions {
  readonly mediaType: string
  /** Counts only these pages; all by default. */
  readonly pages?: readonly PageRange[] | undefined
  /** Throws `too_many_pages` above this number. */
  readonly maxPages?: number | undefined
  readonly password?: string | undefined
  readonly limits?: Limits
}

const pageNouns: Readonly<Partial<Record<Format, PageChoice['pageNoun']>>> = {
  pptx: 'slides',
  xlsx: 'sheets',
}

/**
 * Checks a document's type and counts its pages without reading them.
 *
 * @throws {ConversionError} like `convert`, for a file of another type, or one that cannot be opened.
 */
export async function countPages(
  bytes: Uint8Array,
  { mediaType, pages: ranges, maxPages, password, limits = defaultLimits }: CountOptions,
): Promise<PageCount> {
  const { format } = await sniff(bytes, mediaType, limits)
  const count = await pageCounters[format]?.(bytes, limits, password)
  if (count === undefined) return { format, pages: 0 }
  return {
    format,
    pages: choosePages(count, { ranges, maxPages, pageNoun: pageNouns[format] ?? 'pages' }).length,
  }
}
