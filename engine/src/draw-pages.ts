/** Draws the pages of a document as pictures. */
import { defaultLimits, type Limits } from './limits.ts'
import type { PageRange } from './page-ranges.ts'
import { type DrawnPage, pageDrawers } from './readers/index.ts'
import { sniff } from './sniff/index.ts'

export interface DrawPagesOptions {
  /** The declared media type, with parameters. */
  readonly mediaType: string
  /** All pages by default. */
  readonly pages?: readonly PageRange[] | undefined
  /** Throws `too_many_pages` above this number. */
  readonly maxPages?: number | undefined
  readonly password?: string | undefined
  readonly limits?: Limits
}

/**
 * Draws the pages of a document one by one, on demand, as PNG of at most two megapixels.
 *
 * Supports PDF, the only format with a fixed layout of pages. Skips pages that cannot be drawn.
 *
 * @throws {ConversionError} like `convert`, for a file of another type, or one that cannot be opened.
 */
export async function* drawPages(
  bytes: Uint8Array,
  { mediaType, pages, maxPages, password, limits = defaultLimits }: DrawPagesOptions,
): AsyncGenerator<DrawnPage> {
  const { format } = await sniff(bytes, mediaType, limits)
  const draw = pageDrawers[format]
  if (!draw) return
  yield* draw(bytes, {
    limits,
    ...(pages && { pages }),
    ...(maxPages !== undefined && { maxPages }),
    ...(password !== undefined && { password }),
  })
}
