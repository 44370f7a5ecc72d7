/** Loads Tesseract's trained data for a language, from its npm package. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Language } from './recognizer.ts'

/** @returns The contents of a `.traineddata` file, which has a few megabytes. */
export async function readLanguageData(language: Language): Promise<Uint8Array> {
  const path = fileURLToPath(
    import.meta.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`),
  )
  return gunzipSync(await readFile(path))
}
