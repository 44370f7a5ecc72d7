/** Bytes and their declared type → how many pages a conversion would have to read; for who has to decide beforehand. */
import { defaultLimits, type Limits } from './limits.ts'
import { pageCounters } from './readers/index.ts'
import { type Format, sniff } from './sniff/index.ts'

export interface PageCount {
  readonly format: Format
  /** Pages, slides or sheets; 0 for formats without. */
  readonly pages: number
}

/**
 * Checks a document's type, and counts its pages without reading them.
 *
 * @throws {ConversionError} as `convert` does, for a file of another type, or one that can't be opened.
 */
export async function countPages(
  bytes: Uint8Array,
  { mediaType, limits = defaultLimits }: { readonly mediaType: string; readonly limits?: Limits },
): Promise<PageCount> {
  const { format } = await sniff(bytes, mediaType, limits)
  return { format, pages: (await pageCounters[format]?.(bytes, limits)) ?? 0 }
}
