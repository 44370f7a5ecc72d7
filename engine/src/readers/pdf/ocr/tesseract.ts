/** Tesseract in WebAssembly, in this very thread → a recognizer. One at a time, kept warm; it reads its data from npm packages. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type {
  TesseractApi,
  TesseractModule,
} from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'
import { type GrayImage, toPgm } from './gray-image.ts'
import type { Language, RecognizeOptions, Recognizer } from './recognizer.ts'
import { type PictureWord, readHocr } from './words.ts'

// tesseract/publictypes.h: OcrEngineMode, PageSegMode.
const OEM_LSTM_ONLY = 1
const segmentation = { page: 3, line: 7, sparse: 11 } as const

/** After so many pages an instance is replaced: its memory only grows, some kilobytes a page. */
const PAGES_PER_INSTANCE = 200

interface Instance {
  readonly module: TesseractModule
  readonly api: TesseractApi
  language: Language | undefined
  pages: number
}

let warm: Promise<Instance> | undefined

export const tesseract: Recognizer = {
  async recognize(image, options) {
    const instance = await takeInstance()
    await useLanguage(instance, options.language)
    return read(instance, image, options)
  },
}

async function takeInstance(): Promise<Instance> {
  const held = await warm
  if (!held || held.pages >= PAGES_PER_INSTANCE) warm = createInstance()
  return warm ?? createInstance()
}

async function createInstance(): Promise<Instance> {
  const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm'
  const { default: createTesseract } = await import(
    'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'
  )
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve(`${name}.wasm`)))
  const module = await createTesseract({
    wasmBinary,
    print: ignore,
    printErr: ignore,
    TesseractProgress: ignore,
  })
  return { module, api: new module.TessBaseAPI(), language: undefined, pages: 0 }
}

/** Tesseract's own complaints: "Empty page!!", resolutions it does not believe. */
function ignore(): void {}

async function useLanguage(instance: Instance, language: Language): Promise<void> {
  if (instance.language === language) return
  const { module, api } = instance
  const path = fileURLToPath(
    import.meta.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`),
  )
  const file = `${language}.traineddata`
  module.FS.writeFile(file, gunzipSync(await readFile(path)))
  if (instance.language !== undefined) api.End()
  const failed = api.Init(null, language, OEM_LSTM_ONLY) !== 0
  module.FS.unlink(file)
  if (failed) throw new Error(`Tesseract does not read its data of ${language}`)
  instance.language = language
}

function read(instance: Instance, image: GrayImage, options: RecognizeOptions): PictureWord[] {
  const { module, api } = instance
  instance.pages += 1
  module.FS.writeFile('/input', toPgm(image))
  api.SetPageSegMode(segmentation[options.layout])
  api.SetVariable('user_defined_dpi', String(Math.round(options.dpi)))
  const isPicture = api.SetImageFile(1, 0, false) === 0
  module.FS.unlink('/input')
  if (!isPicture) throw new Error('Tesseract does not read the picture')
  api.Recognize(null)
  const words = readHocr(api.GetHOCRText(0))
  api.Clear()
  return words
}
