/**
 * The door of the folder: bytes of a PDF → an SVG of one page with one stage of its reading painted over it.
 *
 * The whole document is read, as a conversion reads it: furniture, headings and their levels show by all pages together.
 */
import { ConversionError } from '../../../errors.ts'
import { defaultLimits } from '../../../limits.ts'
import type { Progress } from '../../reader.ts'
import { type PagePicture, renderPage } from '../content/index.ts'
import { readWithPages } from '../index.ts'
import { closeSource, openSource, tryPage } from '../source.ts'
import type { Marks } from './marks.ts'
import { type InspectionStage, inspectionStages, type Stage } from './stages.ts'
import { paint } from './svg.ts'

export { type InspectionStage, inspectionStages } from './stages.ts'

export interface InspectOptions {
  /** From 1. */
  readonly page: number
  readonly stage: InspectionStage
  /** Printed beside the page. */
  readonly filename: string
  readonly onProgress?: (progress: Progress) => void
}

/** Small letters can be read on a screen, and a page takes some 100 kB. */
const PICTURE_DPI = 144

/** @throws {ConversionError} when the document, or that page of it, can't be read. */
export async function inspectPdf(
  bytes: Uint8Array,
  { page: number, stage, filename, onProgress }: InspectOptions,
): Promise<string> {
  const { pass, find }: Stage = inspectionStages[stage]
  const found: Marks[] = []
  const options = { profile: 'fidelity', limits: defaultLimits } as const
  const { pages } = await readWithPages(
    bytes,
    { ...options, ...(onProgress && { onProgress }) },
    {
      onPass: (name, layout) => {
        const own = layout.pages.find((other) => other.number === number)
        // Later passes change what earlier ones found: the marks are made at once.
        if (name === pass && own) found.push(find(own, layout))
      },
    },
  )
  const page = pages.find((own) => own.number === number)
  const [marks] = found
  if (!page || !marks) {
    throw new ConversionError('conversion_failed', `Page ${number} could not be read.`)
  }
  const heading = `${filename} · page ${number} of ${pages.length} · ${stage}`
  return paint({ page, picture: await pictureOf(bytes, number), marks, heading })
}

/** @returns `undefined` when PDFium can't draw the page: the marks say enough. */
async function pictureOf(bytes: Uint8Array, number: number): Promise<PagePicture | undefined> {
  const source = await openSource(bytes, { limits: defaultLimits })
  const picture = await tryPage(source, (opened) => renderPage(opened, number, PICTURE_DPI))
  closeSource(source)
  return picture === 'trapped' ? undefined : picture
}
