/**
 * Public interface of the folder: makes SVGs of a PDF's pages, with the result of one stage of the reading painted over.
 *
 * It reads the whole document as a conversion does: furniture, headings and their levels depend on all pages together.
 */
import { ConversionError } from '../../../errors.ts'
import { defaultLimits } from '../../../limits.ts'
import type { Document } from '../../../model/index.ts'
import type { Progress } from '../../reader.ts'
import { type PagePicture, renderPage } from '../content/index.ts'
import { readWithPages } from '../index.ts'
import { pictureSettings } from '../settings.ts'
import { closeSource, openSource, type PdfSource, tryPage } from '../source.ts'
import type { Marks } from './marks.ts'
import { type InspectionStage, inspectionStages, type Stage } from './stages.ts'
import { paint } from './svg.ts'

export { type InspectionStage, inspectionStages } from './stages.ts'

export interface InspectOptions {
  /** Pages count from 1. */
  readonly page: number
  readonly stage: InspectionStage
  /** Printed beside the page. */
  readonly filename: string
  readonly onProgress?: (progress: Progress) => void
}

export interface InspectPagesOptions extends Omit<InspectOptions, 'page'> {
  /** Paints at most this many first pages. */
  readonly most: number
}

export interface PaintedPage {
  readonly number: number
  readonly svg: string
}

interface InspectedPages {
  readonly document: Document
  readonly pages: readonly PaintedPage[]
}

/** @throws {ConversionError} If the document, or that page, cannot be read. */
export async function inspectPdf(
  bytes: Uint8Array,
  { page: number, ...options }: InspectOptions,
): Promise<string> {
  const { pages } = await paintPages(bytes, (page) => page === number, options)
  const [page] = pages
  if (!page) throw new ConversionError('conversion_failed', `Page ${number} could not be read.`)
  return page.svg
}

/** @throws {ConversionError} If the document cannot be read. */
export function inspectPdfPages(
  bytes: Uint8Array,
  { most, ...options }: InspectPagesOptions,
): Promise<InspectedPages> {
  return paintPages(bytes, (page) => page <= most, options)
}

async function paintPages(
  bytes: Uint8Array,
  isWanted: (page: number) => boolean,
  { stage, filename, onProgress }: Omit<InspectOptions, 'page'>,
): Promise<InspectedPages> {
  const { pass, find }: Stage = inspectionStages[stage]
  const found = new Map<number, Marks>()
  const options = { profile: 'fidelity', limits: defaultLimits } as const
  const { pages, reading } = await readWithPages(
    bytes,
    { ...options, ...(onProgress && { onProgress }) },
    {
      onPass: (name, layout) => {
        if (name !== pass) return
        // The marks are made directly after the pass, because later passes change its result.
        for (const page of layout.pages) {
          if (isWanted(page.number)) found.set(page.number, find(page, layout))
        }
      },
    },
  )
  const painted: PaintedPage[] = []
  const source = await openSource(bytes, { limits: defaultLimits })
  try {
    for (const page of pages) {
      const { number } = page
      const marks = found.get(number)
      if (!marks) continue
      const heading = `${filename} · page ${number} of ${pages.length} · ${stage}`
      const picture = await drawPage(source, number)
      painted.push({ number, svg: paint({ page, picture, marks, heading }) })
    }
  } finally {
    closeSource(source)
  }
  return { document: reading.document, pages: painted }
}

/** @returns `undefined` if PDFium can't draw the page; the marks are then painted alone. */
async function drawPage(source: PdfSource, number: number): Promise<PagePicture | undefined> {
  const picture = await tryPage(source, (opened) =>
    renderPage(opened, number, pictureSettings.pages.dpi),
  )
  return picture === 'trapped' ? undefined : picture
}
