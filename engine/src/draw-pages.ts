/** A document → pictures of its pages. */
import { defaultLimits, type Limits } from './limits.ts'
import type { PageRange } from './page-ranges.ts'
import { type DrawnPage, pageDrawers } from './readers/index.ts'
import { sniff } from './sniff/index.ts'

export interface DrawPagesOptions {
  /** The declared media type, with parameters. */
  readonly mediaType: string
  /** All when left out. */
  readonly pages?: readonly PageRange[] | undefined
  /** More throw `too_many_pages`. */
  readonly maxPages?: number | undefined
  readonly password?: string | undefined
  readonly limits?: Limits
}

/**
 * Draws the pages of a document one by one, each when it is asked for, as PNG of at most two megapixels.
 *
 * Only formats with pages of their own look have any: PDF. Pages that can't be drawn are left out.
 * @throws {ConversionError} as `convert` does, for a file of another type, or one that can't be opened.
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
