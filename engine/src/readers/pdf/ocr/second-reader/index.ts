/**
 * A second reader of pictures, which finds lines of text and reads single lines, and makes other errors than Tesseract.
 *
 * PP-OCRv3, English, of PaddleOCR (Apache-2.0), in WebAssembly. It knows the printable characters of ASCII, and often
 * leaves blanks out.
 */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { findLines } from './find-lines.ts'
import { loadNetworks } from './networks.ts'
import { type LineReading, readLine } from './read-line.ts'

export type { LineCharacter, LineReading } from './read-line.ts'

export interface SecondReader {
  /** @param letterHeight Height from descender to ascender in pixels, if known. */
  findLines(image: GrayImage, letterHeight: number | undefined): Promise<Blob[]>
  readLine(image: GrayImage, box: Blob): Promise<LineReading>
}

/** Loads the networks on the first call. */
export const secondReader: SecondReader = {
  findLines: async (image, letterHeight) =>
    findLines((await loadNetworks()).detector, image, letterHeight),
  readLine: async (image, box) => readLine((await loadNetworks()).recognizer, image, box),
}
