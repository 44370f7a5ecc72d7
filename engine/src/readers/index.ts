/**
 * The reader of each format. Its code is loaded with the first document: programs that leave the reading to a child
 * start in a quarter of the time, and with 40 MB less.
 */
import type { Limits } from '../limits.ts'
import type { drawPdfPages, drawPdfRegions, recognizePdfPages } from './pdf/index.ts'
import type { Reader } from './reader.ts'

const code = {
  pdf: () => import('./pdf/index.ts'),
  docx: () => import('./docx/index.ts'),
  pptx: () => import('./pptx/index.ts'),
  xlsx: () => import('./xlsx/index.ts'),
  html: () => import('./html/index.ts'),
  text: () => import('./text/index.ts'),
  csv: () => import('./csv/index.ts'),
  epub: () => import('./epub/index.ts'),
  image: () => import('./image/index.ts'),
} as const

/** Loads the code of all readers, so that the first document of a format takes no longer than others. */
export async function loadReaders(): Promise<void> {
  await Promise.all(Object.values(code).map((load) => load()))
}

export type Format = keyof typeof code

export const readers: Readonly<Record<Format, Reader>> = {
  pdf: async (...given) => (await code.pdf()).readPdf(...given),
  docx: async (...given) => (await code.docx()).readDocx(...given),
  pptx: async (...given) => (await code.pptx()).readPptx(...given),
  xlsx: async (...given) => (await code.xlsx()).readXlsx(...given),
  html: async (...given) => (await code.html()).readHtml(...given),
  text: async (...given) => (await code.text()).readText(...given),
  csv: async (...given) => (await code.csv()).readCsv(...given),
  epub: async (...given) => (await code.epub()).readEpub(...given),
  image: async (...given) => (await code.image()).readImage(...given),
}

/** Page counters of formats with pages, slides or sheets; they read no page. */
export const pageCounters: Readonly<
  Partial<Record<Format, (bytes: Uint8Array, limits: Limits, password?: string) => Promise<number>>>
> = {
  pdf: async (...given) => (await code.pdf()).countPdfPages(...given),
  image: async (bytes, limits) => (await code.image()).countImagePages(bytes, limits),
  pptx: async (bytes, limits) => (await code.pptx()).countSlides(bytes, limits),
  xlsx: async (bytes, limits) => (await code.xlsx()).countSheets(bytes, limits),
}

/** Recognisers of formats whose pages may be pictures. */
export const pageRecognizers: Readonly<Partial<Record<Format, typeof recognizePdfPages>>> = {
  pdf: async (...given) => (await code.pdf()).recognizePdfPages(...given),
  image: async (...given) => (await code.image()).recognizeImagePages(...given),
}

/** Renderers of formats with a fixed layout of pages. */
export const pageDrawers: Readonly<Partial<Record<Format, typeof drawPdfPages>>> = {
  pdf: async function* (...given) {
    yield* (await code.pdf()).drawPdfPages(...given)
  },
}

/** Renderers of regions of pages, for the same formats. */
export const regionDrawers: Readonly<Partial<Record<Format, typeof drawPdfRegions>>> = {
  pdf: async function* (...given) {
    yield* (await code.pdf()).drawPdfRegions(...given)
  },
  image: async function* (...given) {
    yield* (await code.image()).drawImageRegions(...given)
  },
}

export type { DrawnPage, Region } from './pdf/index.ts'
export type { OcrOptions, Profile, Progress } from './reader.ts'
