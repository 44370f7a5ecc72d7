/**
 * The Tesseract of the system, where there is one: what it is started with.
 *
 * It reads the same data as the one in WebAssembly, so it finds the same words, in two thirds of the time. Starting it is up to
 * who may: the engine starts no processes.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLanguageData } from './language-data.ts'
import { type Language, type RecognizeOptions, segmentationModes } from './recognizer.ts'

/** It would otherwise use four threads, which wait for each other more than they help: pages are what is done side by side. */
export const tesseractEnvironment = { OMP_THREAD_LIMIT: '1' }

/** For a picture on its standard input, and hOCR on its standard output. @param dataFolder Where the language's data lies. */
export function tesseractArguments(
  { language, dpi, layout }: RecognizeOptions,
  dataFolder: string,
): string[] {
  const data = ['--tessdata-dir', dataFolder, '-l', language]
  const reading = ['--oem', '1', '--psm', String(segmentationModes[layout])]
  const dots = ['--dpi', String(Math.round(dpi))]
  const withCharacters = ['-c', 'hocr_char_boxes=1']
  return [
    'stdin',
    'stdout',
    ...data,
    ...reading,
    ...dots,
    ...withCharacters,
    '-c',
    'tessedit_create_hocr=1',
  ]
}

/** Puts a language's data, some megabytes, where Tesseract finds it. */
export async function writeLanguageData(language: Language, folder: string): Promise<void> {
  await writeFile(join(folder, `${language}.traineddata`), await readLanguageData(language))
}
