/** The whole way: bytes → sniff → reader → Document → writer → text. */
import type { Warning } from './errors.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { type Profile, type Progress, readers } from './readers/index.ts'
import { type Format, sniff } from './sniff/index.ts'
import { writeMarkdown } from './writers/markdown/index.ts'

export interface ConvertOptions {
  /** As declared, parameters included: `text/html; charset=iso-8859-1`. */
  readonly mediaType: string
  readonly profile: Profile
  readonly maxPages?: number
  readonly limits?: Limits
  readonly onProgress?: (progress: Progress) => void
}

export interface Conversion {
  readonly format: Format
  readonly markdown: string
  /** Core property or metadata title; see `Document.title`. */
  readonly title?: string
  /** Pages, slides or sheets; 0 for formats without. */
  readonly pages: number
  readonly warnings: readonly Warning[]
}

/**
 * Converts one document.
 *
 * @throws {ConversionError} when the document is of another type than declared, damaged, protected, or past a limit.
 */
export async function convert(bytes: Uint8Array, options: ConvertOptions): Promise<Conversion> {
  const { mediaType, profile, limits = defaultLimits, maxPages, onProgress } = options
  const { format, charset } = await sniff(bytes, mediaType, limits)
  const { document, warnings } = await readers[format](bytes, {
    profile,
    limits,
    ...(charset !== undefined && { charset }),
    ...(maxPages !== undefined && { maxPages }),
    ...(onProgress && { onProgress }),
  })
  const markdown = writeMarkdown(document, { tables: profile === 'fast' ? 'pipe' : 'html', limits })
  return {
    format,
    markdown,
    ...(document.title !== undefined && { title: document.title }),
    pages: document.pages.length,
    warnings,
  }
}
