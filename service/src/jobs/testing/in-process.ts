/** A converter for tests that converts in the test's process. */
import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { ConversionFailure, type Result } from '@recto/converter'
import {
  ConversionError,
  convertToTexts,
  drawPages,
  type PageRange,
  parsePageRanges,
} from '@recto/engine'
import type { Converter, Task } from '../convert-job.ts'
import { storedFormats } from '../job.ts'

export const inProcess: Converter = {
  convert: async ({ inputPath, outputs, pages, isOcrOff, ocrLanguages: _languages, ...task }) => {
    const ranges = pages === undefined ? undefined : parsePageRanges(pages)
    try {
      const input = await readFile(inputPath)
      if ('drawings' in outputs) return await draw(input, task, ranges, outputs.drawings)
      const withImages = outputs.images !== undefined
      const { texts, document, images, ...rest } = await convertToTexts(input, {
        ...task,
        withImages,
        outputs: storedFormats,
        ...(ranges && { pages: ranges }),
        ...(isOcrOff && { ocr: 'off' }),
      })
      for (const format of storedFormats) await writeFile(outputs[format], texts[format])
      await writeFile(outputs.document, gzipSync(JSON.stringify(document)))
      const all = Buffer.concat(images.map(({ bytes }) => bytes))
      if (outputs.images !== undefined) await writeFile(outputs.images, all)
      const imageEntries = images.map(({ mediaType, bytes }) => {
        return { mediaType, bytes: bytes.length }
      })
      return { ...rest, imageEntries, bytes: { images: all.length } }
    } catch (error) {
      if (error instanceof ConversionError) throw new ConversionFailure(error.code, error.message)
      throw error
    }
  },
}

async function draw(
  input: Uint8Array,
  task: Pick<Task, 'mediaType' | 'maxPages' | 'password'>,
  pages: readonly PageRange[] | undefined,
  path: string,
): Promise<Result> {
  const drawn = await Array.fromAsync(drawPages(input, { ...task, pages }))
  const all = Buffer.concat(drawn.map(({ png }) => png))
  await writeFile(path, all)
  const drawings = drawn.map(({ page, png }) => ({ page, bytes: png.length }))
  const bytes = { drawings: all.length }
  return { format: 'pdf', pages: drawings.length, warnings: [], drawings, bytes }
}
