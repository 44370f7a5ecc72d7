/** Draws pages of a PDF, for people who compare them with the output. */
import type { ReadOptions } from '../reader.ts'
import { renderInColors, toPng } from './content/index.ts'
import { pictureSettings } from './settings.ts'
import { closeSource, openSource, tryPage } from './source.ts'

export interface DrawnPage {
  /** Pages count from 1. */
  readonly page: number
  readonly png: Uint8Array
}

/**
 * Draws pages one by one, each on demand.
 *
 * Omits pages that PDFium can't draw.
 * @throws {ConversionError} when the document can't be opened, or does not have these pages.
 */
export async function* drawPdfPages(
  bytes: Uint8Array,
  options: Pick<ReadOptions, 'limits' | 'pages' | 'maxPages' | 'password'>,
): AsyncGenerator<DrawnPage> {
  const source = await openSource(bytes, options)
  try {
    for (const page of source.chosen) {
      const picture = await tryPage(source, (opened) =>
        renderInColors(opened, page, pictureSettings.pages),
      )
      if (picture && picture !== 'trapped') yield { page, png: toPng(picture) }
    }
  } finally {
    closeSource(source)
  }
}
