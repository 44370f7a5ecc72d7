/** Draws the pages of a local PDF by pdf.js. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { PictureSource, RawResult } from '../result/index.ts'

GlobalWorkerOptions.workerSrc = workerUrl

interface Opened {
  readonly pictures: PictureSource
  readonly pages: NonNullable<RawResult['pageSizes']>
}

/** Most pages that are shown: reading the sizes of all pages of a longer document takes too long. */
const MAX_ASKED = 200

export async function openPdf(file: File): Promise<Opened> {
  const data = new Uint8Array(await file.arrayBuffer())
  const document = await getDocument({ data, useWasm: false }).promise
  const numbers = Array.from({ length: Math.min(document.numPages, MAX_ASKED) }, (_, at) => at + 1)
  const pages = await Promise.all(numbers.map((number) => sizeOf(document, number)))
  return { pages, pictures: { load: (page, width) => draw(document, page, width) } }
}

async function sizeOf(document: PDFDocumentProxy, number: number) {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

async function draw(document: PDFDocumentProxy, number: number, width: number): Promise<Blob> {
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  const canvas = new OffscreenCanvas(Math.round(viewport.width), Math.round(viewport.height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures.')
  // Sound: pdf.js uses only methods that both kinds of context have.
  const target = context as unknown as CanvasRenderingContext2D
  await page.render({ canvas: null, canvasContext: target, viewport }).promise
  page.cleanup()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}
