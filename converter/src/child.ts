/** The child process: runs one conversion after the other from standard input, and ends when that closes. */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type CollectedImage,
  ConversionError,
  convertToTexts,
  countPages,
  type Document,
  defaultLimits,
  detectMediaType,
  drawPages,
  getFormat,
  loadReaders,
  type OcrOptions,
  type OutputFormat,
  outputFormats,
  type PageRange,
  type PageRecognition,
  type Progress,
  parsePageRanges,
  type Recognize,
  recognizePages,
  type Warning,
  writeChunks,
} from '@recto/engine'
import {
  type ConversionRequest,
  type Done,
  type Drawing,
  type Failure,
  type FromChild,
  HOCR_NAME,
  type ImageEntry,
  INPUT_NAME,
  MAX_DETAIL_CHARACTERS,
  MAX_DOCUMENT_BYTES,
  MAX_DRAWINGS,
  MAX_DRAWINGS_BYTES,
  MAX_FAULTS,
  MAX_SENTENCE_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_WARNINGS,
  type OutputName,
  outputName,
  PICTURE_NAME,
  type PictureRead,
  REPLIES_FD,
  recognitionName,
  type Scan,
  type ToChild,
} from './messages.ts'

/** Resolves the pending picture request. */
let resolvePicture: (answer: PictureRead) => void = () => {}

/** A fast level: a third of the default's time, and hardly larger output. */
const PACKING = { level: 3 }

/** The shortest time between two progress messages: a reader may report each of thousands of sheets. */
const PROGRESS_MS = 100

// Before it is ready for work, so that no document waits for code, and before it can end, so that all code is cached.
await loadReaders()
// Ends when the parent closes standard input or dies.
const orders = createInterface({ input: process.stdin }).on('close', () => process.exit())
orders.on('line', (line) => {
  // Sound: only the pool, which started this process, writes to standard input.
  const message = JSON.parse(line) as ToChild
  if ('isRead' in message) resolvePicture(message)
  else void run(message)
})
send({ type: 'ready' })

async function run(order: ConversionRequest): Promise<void> {
  const { id } = order
  send({ type: 'started', id })
  try {
    send({ type: 'done', id, done: await carryOut(order) })
  } catch (error) {
    if (error instanceof ScansFound) send({ type: 'scans', id, scans: { scans: error.pages } })
    else send({ type: 'failed', id, failure: toFailure(error) })
  }
}

function carryOut(order: ConversionRequest): Promise<Done> {
  if (order.scan) return recognizePage(order, order.scan)
  if (order.outputs.includes('drawings')) return drawFile(order)
  if (order.isDocument) return writeChunksAgain(order)
  return order.isCount ? countFile(order) : convertFile(order)
}

async function convertFile(order: ConversionRequest): Promise<Done> {
  const { id, outputs, filename, profile, maxPages, mainContent } = order
  const { password, chunkSize, pageBreaks, limits, imageFolder } = order
  const bytes = readFileSync(INPUT_NAME)
  const pages = chosenPages(order)
  const formats = outputs.filter(isText)
  const withImages = outputs.includes('images')
  const { texts, document, images, title, warnings, faults, ...facts } = await convertToTexts(
    bytes,
    {
      mediaType: await typeOf(bytes, order),
      filename,
      profile,
      outputs: formats,
      withImages,
      ...(imageFolder !== undefined && { imageFolder }),
      ...(pages && { pages }),
      ...(maxPages !== undefined && { maxPages }),
      ...(limits && { limits }),
      ...(password !== undefined && { password }),
      ...(chunkSize !== undefined && { chunkSize }),
      ...(mainContent && { mainContent }),
      ...(pageBreaks && { pageBreaks }),
      ocr: order.isOcrOff
        ? 'off'
        : { recognizePages: takeRecognized(order), isForced: order.isOcrForced ?? false },
      onProgress: reportProgress(id),
    },
  )
  for (const output of formats) writeFileSync(outputName(output), texts[output])
  if (outputs.includes('document')) {
    writeFileSync(outputName('document'), gzipSync(JSON.stringify(document), PACKING))
  }
  return {
    ...facts,
    ...(withImages && { imageEntries: writeImages(images) }),
    warnings: warnings.slice(0, MAX_WARNINGS).map(shorten),
    ...(faults.length > 0 && {
      faults: faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, cause: cut(fault.cause) })),
    }),
    ...(title !== undefined && { title: title.slice(0, MAX_TITLE_CHARACTERS) }),
  }
}

function writeImages(images: readonly CollectedImage[]): ImageEntry[] {
  const file = openSync(outputName('images'), 'w')
  for (const { bytes } of images) writeFileSync(file, bytes)
  closeSync(file)
  return images.map(({ name: _, bytes, ...entry }) => ({ ...entry, bytes: bytes.length }))
}

function isText(output: OutputName): output is OutputFormat {
  // Sound: the cast only widens the list.
  return (outputFormats as readonly string[]).includes(output)
}

async function writeChunksAgain({ chunkSize: size }: ConversionRequest): Promise<Done> {
  const json = gunzipSync(readFileSync(INPUT_NAME), { maxOutputLength: MAX_DOCUMENT_BYTES })
  // Sound: the code above wrote it; a manipulated document would be confined like any other.
  const document = JSON.parse(json.toString()) as Document
  const options = { limits: defaultLimits, ...(size !== undefined && { size }) }
  writeFileSync(outputName('chunks'), writeChunks(document, options))
  return { format: 'text', pages: document.pages.length, warnings: [] }
}

async function typeOf(
  bytes: Uint8Array,
  { mediaType, isTypeOpen, filename }: ConversionRequest,
): Promise<string> {
  return isTypeOpen ? detectMediaType(bytes, filename, mediaType) : mediaType
}

async function drawFile(order: ConversionRequest): Promise<Done> {
  const { mediaType, maxPages, password } = order
  const options = { mediaType, maxPages, password, pages: chosenPages(order) }
  const drawings: Drawing[] = []
  let left = MAX_DRAWINGS_BYTES
  const file = openSync(outputName('drawings'), 'w')
  for await (const { page, png } of drawPages(readFileSync(INPUT_NAME), options)) {
    left -= png.length
    if (left < 0 || drawings.length === MAX_DRAWINGS) break
    writeFileSync(file, png)
    drawings.push({ page, bytes: png.length })
  }
  closeSync(file)
  return { format: getFormat(mediaType), pages: drawings.length, warnings: [], drawings }
}

function chosenPages({ pages }: ConversionRequest): readonly PageRange[] | undefined {
  return pages === undefined ? undefined : parsePageRanges(pages)
}

/** Thrown out of a conversion: it restarts after these pages are recognised, by several children in parallel. */
class ScansFound extends Error {
  readonly pages: readonly number[]

  constructor(pages: readonly number[]) {
    super('there are pages to recognise')
    this.pages = pages
  }
}

function takeRecognized({
  recognized,
}: ConversionRequest): NonNullable<OcrOptions['recognizePages']> {
  return async (scans) => {
    if (!recognized) throw new ScansFound(scans)
    // Sound: the code below wrote it, for the same document.
    const read = (page: number) =>
      JSON.parse(readFileSync(recognitionName(page), 'utf8')) as PageRecognition
    return new Map(recognized.map((page) => [page, read(page)]))
  }
}

async function recognizePage(order: ConversionRequest, { page, language }: Scan): Promise<Done> {
  const { id, password, hasTesseract, isOcrForced: isForced, ocrLanguages: languages } = order
  const bytes = readFileSync(INPUT_NAME)
  const mediaType = await typeOf(bytes, order)
  const tesseract = hasTesseract && { recognize: askForReading(id) }
  const forced = isForced && { isForced }
  const asked = { mediaType, password, pages: [page], language, languages }
  const options = { ...asked, ...forced, ...tesseract }
  const found = (await recognizePages(bytes, options)).get(page)
  if (!found) throw new ConversionError('conversion_failed', 'The page could not be recognised.')
  writeFileSync(outputName('recognition'), JSON.stringify(found))
  const languageField = found.language === undefined ? {} : { language: found.language }
  return { format: 'pdf', pages: 1, warnings: [], ...languageField }
}

/**
 * Asks the parent to run the system's Tesseract: this process can start no programs, even if a document has taken it
 * over.
 */
function askForReading(id: number): Recognize {
  return async (pgm, options) => {
    writeFileSync(PICTURE_NAME, pgm)
    const { isRead } = await new Promise<PictureRead>((resolve) => {
      resolvePicture = resolve
      send({ type: 'picture', id, options })
    })
    if (!isRead) throw new Error('Tesseract failed or took too long')
    const hocr = readFileSync(HOCR_NAME, 'utf8')
    for (const name of [PICTURE_NAME, HOCR_NAME]) rmSync(name)
    return hocr
  }
}

async function countFile(order: ConversionRequest): Promise<Done> {
  const { maxPages, password } = order
  const bytes = readFileSync(INPUT_NAME)
  const mediaType = await typeOf(bytes, order)
  const options = { mediaType, maxPages, password, pages: chosenPages(order) }
  return { ...(await countPages(bytes, options)), warnings: [] }
}

function reportProgress(id: number): (progress: Progress) => void {
  let next = 0
  return (progress) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_MS
    send({ type: 'progress', id, progress })
  }
}

function shorten(warning: Warning): Warning {
  return { ...warning, message: warning.message.slice(0, MAX_SENTENCE_CHARACTERS) }
}

function toFailure(error: unknown): Failure {
  if (error instanceof ConversionError) {
    const sentence = error.message.slice(0, MAX_SENTENCE_CHARACTERS)
    const detail = error.detail ?? (error.cause === undefined ? '' : String(error.cause))
    return { code: error.code, sentence, detail: cut(detail), isFatal: false }
  }
  const detail = cut(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (isExhaustion(error)) {
    const sentence = 'The document was not converted: it is too deep or too large.'
    return { code: 'conversion_failed', sentence, detail, isFatal: true }
  }
  return {
    code: 'internal',
    sentence: 'The document could not be converted.',
    detail,
    isFatal: true,
    ...(isWithoutRoom(error) && { isWithoutRoom: true }),
  }
}

/** Returns true if the disk or the user's quota is full. */
function isWithoutRoom(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Recognises exhaustion of the engine's own limits: stack, string length, memory, or a trap in WebAssembly. */
function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
}

function cut(detail: string): string {
  return detail.slice(0, MAX_DETAIL_CHARACTERS)
}

/** Writes synchronously, so that progress arrives during long computations, too. */
function send(message: FromChild): void {
  try {
    writeSync(REPLIES_FD, `${JSON.stringify(message)}\n`)
  } catch {
    // The parent has closed the channel: nobody waits for the reply.
    process.exit()
  }
}
