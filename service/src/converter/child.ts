/** A converting process: takes one order after the other from its standard input, and ends when that ends. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ConversionError, convert, countPages, type Progress, type Warning } from '@recto/engine'
import {
  type Done,
  type Failure,
  type FromChild,
  INPUT_NAME,
  MAX_DETAIL_CHARACTERS,
  MAX_SENTENCE_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_WARNINGS,
  type Order,
  outputName,
  REPLIES_FD,
} from './messages.ts'

/** Progress is told at most this often; a reader may tell of each of thousands of sheets. */
const PROGRESS_MS = 100

// The parent has gone, or wants us to.
const orders = createInterface({ input: process.stdin }).on('close', () => process.exit())
orders.on('line', (line) => {
  // Sound: only the pool, which started this process, writes to it.
  void run(JSON.parse(line) as Order)
})
send({ type: 'ready' })

async function run(order: Order): Promise<void> {
  const { id } = order
  send({ type: 'started', id })
  try {
    const done = order.isCount ? await countFile(order) : await convertFile(order)
    send({ type: 'done', id, done })
  } catch (error) {
    send({ type: 'failed', id, failure: toFailure(error) })
  }
}

async function convertFile(order: Order): Promise<Done> {
  const { id, outputs, mediaType, filename, profile, maxPages, mainContent } = order
  const { texts, format, title, pages, ocrPages, warnings } = await convert(
    readFileSync(INPUT_NAME),
    {
      mediaType,
      filename,
      profile,
      outputs,
      ...(maxPages !== undefined && { maxPages }),
      ...(mainContent && { mainContent }),
      onProgress: tellProgress(id),
    },
  )
  for (const output of outputs) writeFileSync(outputName(output), texts[output])
  return {
    format,
    pages,
    ocrPages,
    warnings: warnings.slice(0, MAX_WARNINGS).map(shorten),
    ...(title !== undefined && { title: title.slice(0, MAX_TITLE_CHARACTERS) }),
  }
}

async function countFile({ mediaType, maxPages }: Order): Promise<Done> {
  const { format, pages } = await countPages(readFileSync(INPUT_NAME), { mediaType })
  if (maxPages !== undefined && pages > maxPages) {
    const sentence = `The document has ${pages} pages; at most ${maxPages} are converted.`
    throw new ConversionError('too_many_pages', sentence)
  }
  return { format, pages, warnings: [] }
}

function tellProgress(id: number): (progress: Progress) => void {
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
  }
}

/** What a document does to the machine that runs us: no stack, string or memory left, or a trap in WebAssembly. */
function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
}

function cut(detail: string): string {
  return detail.slice(0, MAX_DETAIL_CHARACTERS)
}

/** Written at once, so that progress is told in the middle of long work too. */
function send(message: FromChild): void {
  try {
    writeSync(REPLIES_FD, `${JSON.stringify(message)}\n`)
  } catch {
    // The parent has closed its end: nobody waits for us.
    process.exit()
  }
}
