/**
 * Reads PNG, JPEG, TIFF or WebP files like scans: makes a PDF with a page for each picture and reads that. A TIFF may have
 * several pages.
 */
import type { Limits } from '../../limits.ts'
import { countPdfPages, drawPdfRegions, readPdf, recognizePdfPages } from '../pdf/index.ts'
import type { Reader } from '../reader.ts'
import { readJpeg } from './jpeg.ts'
import type { Picture } from './picture.ts'
import { readPng } from './png.ts'
import { readTiff } from './tiff.ts'
import { toPdf } from './to-pdf.ts'
import { readWebp } from './webp.ts'

export const readImage: Reader = async (bytes, options) => readPdf(await wrap(bytes), options)

export async function countImagePages(bytes: Uint8Array, limits: Limits): Promise<number> {
  return countPdfPages(await wrap(bytes), limits)
}

export const recognizeImagePages: typeof recognizePdfPages = async (bytes, numbers, options) =>
  recognizePdfPages(await wrap(bytes), numbers, options)

export const drawImageRegions: typeof drawPdfRegions = async function* (bytes, regions, options) {
  yield* drawPdfRegions(await wrap(bytes), regions, options)
}

async function wrap(bytes: Uint8Array): Promise<Uint8Array> {
  return toPdf(await readPictures(bytes))
}

/** Decides by the first bytes, which were checked before. */
async function readPictures(bytes: Uint8Array): Promise<Picture[]> {
  switch (bytes[0]) {
    case 0x89:
      return [readPng(bytes)]
    case 0xff:
      return [readJpeg(bytes)]
    case 0x52:
      return [await readWebp(bytes)]
    default:
      return readTiff(bytes)
  }
}
