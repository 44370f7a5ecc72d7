/** For tests: renders lines of text as a picture, and builds a page with only a picture. */
import { closeDocument, openDocument } from '../../content/document.ts'
import { acquireEngine, releaseEngine } from '../../content/engine.ts'
import { renderPage } from '../../content/render.ts'
import { buildPdf, type PdfDescription, showLines } from '../../content/testing/pdf-builder.ts'
import { darkThreshold, type GrayImage } from '../gray-image.ts'

const SIZE = { width: 380, height: 190 }

export async function pictureOf(lines: readonly string[], dpi = 200): Promise<GrayImage> {
  const content = showLines(30, 160, 16, lines.map(toWinAnsi), { font: 'times', size: 11 })
  const engine = await acquireEngine(2 ** 29)
  const document = openDocument(engine, buildPdf({ pages: [{ ...SIZE, content }] }))
  const picture = renderPage(document, 1, dpi)
  closeDocument(document)
  releaseEngine(engine)
  if (!picture) throw new Error('The page was not drawn')
  return picture
}

/**
 * Encodes one byte per character, in the encoding of the standard fonts (ISO 32000-1, annex D.2: Latin letters are as
 * in Latin-1).
 */
function toWinAnsi(line: string): string {
  return Buffer.from(line, 'latin1').toString('latin1')
}

/**
 * Makes a page of the size of the picture at its resolution, drawn as an inline image of one bit a pixel (ISO 32000-1,
 * 8.9.7).
 */
export function scanOf(image: GrayImage, dpi = 200): PdfDescription {
  const width = (image.width * 72) / dpi
  const height = (image.height * 72) / dpi
  const parameters = `/W ${image.width} /H ${image.height} /CS /G /BPC 1 /F /AHx`
  const content = `q ${width} 0 0 ${height} 0 0 cm BI ${parameters} ID ${bitsOf(image)}> EI Q`
  return { pages: [{ width, height, content }] }
}

/** Returns rows of bits in hexadecimal digits, each padded to whole bytes; 1 is white. */
function bitsOf(image: GrayImage): string {
  const limit = darkThreshold(image)
  const rowBytes = Math.ceil(image.width / 8)
  const bytes = Buffer.alloc(rowBytes * image.height)
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      if ((image.pixels[y * image.width + x] as number) <= limit) continue
      const at = y * rowBytes + (x >> 3)
      bytes[at] = (bytes[at] as number) | (0x80 >> (x & 7))
    }
  }
  return bytes.toString('hex')
}
