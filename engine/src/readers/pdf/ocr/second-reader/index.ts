/**
 * A second reader of pictures that makes other errors than Tesseract: it finds lines of text and reads single lines.
 *
 * PP-OCRv3, English, of PaddleOCR (Apache-2.0), in WebAssembly. It knows the printable characters of ASCII, and often leaves blanks out.
 */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { findLines } from './find-lines.ts'
import { loadNetworks } from './networks.ts'
import { type LineReading, readLine } from './read-line.ts'

export type { LineCharacter, LineReading } from './read-line.ts'

export interface SecondReader {
  /** @param letterHeight From descender to ascender, pixels, when that is known. */
  findLines(image: GrayImage, letterHeight: number | undefined): Promise<Blob[]>
  readLine(image: GrayImage, box: Blob): Promise<LineReading>
}

/** Loads the networks at the first call. */
export const secondReader: SecondReader = {
  findLines: async (image, letterHeight) =>
    findLines((await loadNetworks()).detector, image, letterHeight),
  readLine: async (image, box) => readLine((await loadNetworks()).recognizer, image, box),
}
