/** The reader of each format. */
import type { Limits } from '../limits.ts'
import { readCsv } from './csv/index.ts'
import { readDocx } from './docx/index.ts'
import { readEpub } from './epub/index.ts'
import { readHtml } from './html/index.ts'
import { countImagePages, drawImageRegions, readImage, recognizeImagePages } from './image/index.ts'
import {
  countPdfPages,
  drawPdfPages,
  drawPdfRegions,
  readPdf,
  recognizePdfPages,
} from './pdf/index.ts'
import { countSlides, readPptx } from './pptx/index.ts'
import type { Reader } from './reader.ts'
import { readText } from './text/index.ts'
import { countSheets, readXlsx } from './xlsx/index.ts'

export const readers = {
  pdf: readPdf,
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
  html: readHtml,
  text: readText,
  csv: readCsv,
  epub: readEpub,
  image: readImage,
} as const satisfies Readonly<Record<string, Reader>>

export type Format = keyof typeof readers

/** Page counters of formats with pages, slides or sheets; they read no page. */
export const pageCounters: Readonly<
  Partial<Record<Format, (bytes: Uint8Array, limits: Limits, password?: string) => Promise<number>>>
> = { pdf: countPdfPages, image: countImagePages, pptx: countSlides, xlsx: countSheets }

/** Recognisers of formats whose pages may be pictures. */
export const pageRecognizers: Readonly<Partial<Record<Format, typeof recognizePdfPages>>> = {
  pdf: recognizePdfPages,
  image: recognizeImagePages,
}

/** Renderers of formats with a fixed layout of pages. */
export const pageDrawers: Readonly<Partial<Record<Format, typeof drawPdfPages>>> = {
  pdf: drawPdfPages,
}

/** Renderers of regions of pages, for the same formats. */
export const regionDrawers: Readonly<Partial<Record<Format, typeof drawPdfRegions>>> = {
  pdf: drawPdfRegions,
  image: drawImageRegions,
}

export type { DrawnPage, Region } from './pdf/index.ts'
export type { OcrOptions, Profile, Progress } from './reader.ts'
