/** A converter for tests that converts in the test's own process. */
import { readFile, writeFile } from 'node:fs/promises'
import { ConversionFailure } from '@recto/converter'
import { ConversionError, convertToTexts, parsePageRanges } from '@recto/engine'
import { storedFormats } from '../job.ts'
import type { Converter } from '../run-job.ts'

export const inProcess: Converter = {
  convert: async ({ inputPath, outputs, pages, isOcrOff, ...task }) => {
    const ranges = pages === undefined ? undefined : parsePageRanges(pages)
    try {
      const { texts, ...rest } = await convertToTexts(await readFile(inputPath), {
        ...task,
        outputs: storedFormats,
        ...(ranges && { pages: ranges }),
        ...(isOcrOff && { ocr: 'off' }),
      })
      for (const format of storedFormats) await writeFile(outputs[format], texts[format])
      return { ...rest, bytes: {} }
    } catch (error) {
      if (error instanceof ConversionError) throw new ConversionFailure(error.code, error.message)
      throw error
    }
  },
}
