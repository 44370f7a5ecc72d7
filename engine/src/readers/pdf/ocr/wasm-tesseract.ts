/** Runs Tesseract in WebAssembly on the current thread: one picture at a time, one warm instance, data from npm packages. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type {
  TesseractApi,
  TesseractModule,
} from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'
import { cpuMicroseconds } from './cpu-time.ts'
import { readPgm } from './gray-image.ts'
import { readLanguageData } from './language-data.ts'
import {
  type Language,
  type Recognize,
  type RecognizeOptions,
  segmentationModes,
  tesseractVariables,
} from './recognizer.ts'
import { ocrLimits } from './settings.ts'
import { withFasterNetwork } from './tesseract-code/index.ts'

// Values of OcrEngineMode in tesseract/publictypes.h.
const engineModes = { lstmOnly: 1 } as const

interface Instance {
  readonly module: TesseractModule
  readonly memory: WebAssembly.Memory
  readonly api: TesseractApi
  readonly clock: Clock
  language: Language | undefined
  pictures: number
}

/** End of the current picture's time, in microseconds of CPU. */
interface Clock {
  end: number
}

let warm: Promise<Instance> | undefined

/** Drops an instance that threw, or ran out of time or memory. */
export const wasmTesseract: Recognize = async (pgm, options) => {
  const instance = await takeInstance()
  try {
    await useLanguage(instance, options.language)
    return read(instance, pgm, options)
  } catch (error) {
    warm = undefined
    throw error
  }
}

async function takeInstance(): Promise<Instance> {
  const held = await warm?.catch(() => undefined)
  if (!held || held.pictures >= ocrLimits.picturesPerInstance) warm = createInstance()
  return warm ?? createInstance()
}

async function createInstance(): Promise<Instance> {
  const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm'
  const { default: createTesseract } = await import(
    'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'
  )
  const binary = await readFile(fileURLToPath(import.meta.resolve(`${name}.wasm`)))
  const compiled = await WebAssembly.compile(withFasterNetwork(new Uint8Array(binary)))
  const clock: Clock = { end: Number.POSITIVE_INFINITY }
  let memory: WebAssembly.Memory | undefined
  const module = await createTesseract({
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(compiled, imports)
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
      return receive(instance)
    },
    print: ignore,
    printErr: ignore,
    // An exception thrown here rejects the call of `Recognize`.
    TesseractProgress: () => {
      if (cpuMicroseconds() > clock.end) throw new Error('a picture took too long to recognise')
    },
  })
  if (!memory) throw new Error('Tesseract has no memory')
  return { module, memory, api: new module.TessBaseAPI(), clock, language: undefined, pictures: 0 }
}

/** Ignores Tesseract's messages: "Empty page!!", implausible resolutions. */
function ignore(): void {}

async function useLanguage(instance: Instance, language: Language): Promise<void> {
  if (instance.language === language) return
  const { module, api } = instance
  const file = `${language}.traineddata`
  module.FS.writeFile(file, await readLanguageData(language), { canOwn: true })
  if (instance.language !== undefined) api.End()
  const failed = api.Init(null, language, engineModes.lstmOnly) !== 0
  module.FS.unlink(file)
  if (failed) throw new Error(`Tesseract does not read its data of ${language}`)
  instance.language = language
}

function read(instance: Instance, pgm: Uint8Array, options: RecognizeOptions): string {
  const { api, clock } = instance
  instance.pictures += 1
  clock.end = cpuMicroseconds() + ocrLimits.pictureSeconds * 1_000_000
  api.SetPageSegMode(segmentationModes[options.layout])
  api.SetVariable('user_defined_dpi', String(Math.round(options.dpi)))
  for (const [name, value] of Object.entries(tesseractVariables(options))) {
    api.SetVariable(name, value)
  }
  setPicture(instance, pgm)
  api.Recognize(null)
  const hocr = api.GetHOCRText(0)
  api.Clear()
  return hocr
}

/** Copies a picture to Tesseract, which reads files byte by byte. */
function setPicture({ module, memory, api }: Instance, pgm: Uint8Array): void {
  const { width, height, pixels } = readPgm(pgm)
  const address = module._malloc(pixels.length)
  if (address === 0) throw new Error('Tesseract has no memory for the picture')
  new Uint8Array(memory.buffer).set(pixels, address)
  api.SetImage(address, width, height, 1, width)
  module._free(address)
}
