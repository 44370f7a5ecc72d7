/**
 * Builds arguments and environment for the system's Tesseract.
 *
 * It uses the same data as the WebAssembly version, so it finds the same words. The caller starts it, because the engine
 * starts no processes.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLanguageData } from './language-data.ts'
import {
  type Language,
  type RecognizeOptions,
  segmentationModes,
  tesseractVariables,
} from './recognizer.ts'

/** Disables the default of four threads, which mostly wait for each other; pages are processed in parallel instead. */
export const tesseractEnvironment = { OMP_THREAD_LIMIT: '1' }

/**
 * Returns arguments for a picture on standard input and hOCR on standard output. @param dataFolder Folder of the
 * language data.
 */
export function tesseractArguments(options: RecognizeOptions, dataFolder: string): string[] {
  const { language, dpi, layout } = options
  const data = ['--tessdata-dir', dataFolder, '-l', language]
  const reading = ['--oem', '1', '--psm', String(segmentationModes[layout])]
  const dots = ['--dpi', String(Math.round(dpi))]
  const variables = Object.entries(tesseractVariables(options)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return [
    'stdin',
    'stdout',
    ...data,
    ...reading,
    ...dots,
    ...variables,
    '-c',
    'tessedit_create_hocr=1',
  ]
}

/** Writes the data of a language, a few megabytes, to the folder where Tesseract finds it. */
export async function writeLanguageData(language: Language, folder: string): Promise<void> {
  await writeFile(join(folder, `${language}.traineddata`), await readLanguageData(language))
}
