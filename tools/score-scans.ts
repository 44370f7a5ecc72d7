/**
 * Makes clean and damaged scans of our own texts in each language, and measures how well and at what cost they are
 * read, compared with plain Tesseract on the same data and pictures.
 *
 * `npm run score:scans` uses the system's Tesseract if available, `-- --wasm` the WebAssembly build. With corpora in
 * `../shared`, it also prints the cost of their scans beside plain Tesseract; `-- --costs` prints only that.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertToTexts, type Recognize } from '../engine/src/index.ts'
import { closeDocument, openDocument } from '../engine/src/readers/pdf/content/document.ts'
import { acquireEngine, releaseEngine } from '../engine/src/readers/pdf/content/engine.ts'
import { renderPage } from '../engine/src/readers/pdf/content/render.ts'
import { buildPdf, showLines } from '../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import {
  blankImage,
  type GrayImage,
  toPgm,
  turnBy,
  turnByQuarters,
} from '../engine/src/readers/pdf/ocr/gray-image.ts'
import {
  type Language,
  languages,
  tesseractArguments,
  tesseractEnvironment,
  writeLanguageData,
} from '../engine/src/tesseract.ts'
import { compress, lightUnevenly } from './scan-damage.ts'
import { type ScanText, scanTexts } from './scan-texts.ts'

const DPI = 200
/** A5, points. */
const PAGE = { width: 420, height: 595 }
const PDF = 'application/pdf'

const { values } = parseArgs({
  options: {
    wasm: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
  },
})
const dataFolder = await mkdtemp(join(tmpdir(), 'recto-score-scans-'))
const hasTesseract = spawnSync('tesseract', ['--version']).status === 0
const isNative = hasTesseract && !values.wasm
const ocr = isNative ? { recognize: recognizeNatively() } : {}

interface Damage {
  readonly dpi?: number
  readonly change: (image: GrayImage) => GrayImage
}

const damages: Readonly<Record<string, Damage>> = {
  '3° askew': { change: (image) => turnBy(image, 3) },
  '90° turned': { change: (image) => turnByQuarters(image, 1) },
  '180° turned': { change: (image) => turnByQuarters(image, 2) },
  '270° turned': { change: (image) => turnByQuarters(image, 3) },
  'photo light': { change: lightUnevenly },
  'JPEG 35': { change: (image) => compress(image, 35) },
  '100 dpi': { dpi: 100, change: keep },
}

function keep(image: GrayImage): GrayImage {
  return image
}

async function score(
  name: string,
  language: Language,
  dpi: number,
  change: Damage['change'],
): Promise<void> {
  const text = scanTexts[language]
  const image = change(await drawPage(text, dpi))
  const before = cpuSeconds()
  const { texts } = await convertToTexts(buildPdf(scanOf(image, dpi)), {
    ...{ mediaType: PDF, profile: 'fidelity', outputs: ['markdown'], ocr },
  })
  const seconds = cpuSeconds() - before
  const truth = [text.title, ...text.paragraphs].join(' ')
  const ours = compare(truth, texts.markdown ?? '')
  const plain = hasTesseract ? compare(truth, readPlainly(image, language, dpi)) : undefined
  const cells = [ours.errors, ours.accents, seconds.toFixed(1)]
  print(row([name, ...cells, plain?.errors ?? '–', plain?.accents ?? '–']))
}

const LINE_CHARACTERS = 74
const MARGIN = 36

/** Sets the title in bold, and paragraphs alternately with and without serifs. */
async function drawPage({ title, paragraphs }: ScanText, dpi: number): Promise<GrayImage> {
  let y = PAGE.height - 60
  const content = [showLines(MARGIN, y, 0, [toWinAnsi(title)], { font: 'bold', size: 16 })]
  y -= 32
  for (const [index, paragraph] of paragraphs.entries()) {
    const lines = wrap(paragraph).map(toWinAnsi)
    const font = index % 2 === 0 ? 'times' : 'helvetica'
    content.push(showLines(MARGIN, y, 15, lines, { font, size: font === 'times' ? 11 : 9.5 }))
    y -= 15 * lines.length + 12
  }
  const pdf = buildPdf({ pages: [{ ...PAGE, content: content.join('\n') }] })
  return (await renderFirst(pdf, dpi)) ?? blankImage(1, 1)
}

function wrap(paragraph: string): string[] {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length >= LINE_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** ISO 32000-1, annex D.2: the characters whose codes differ from Latin-1. */
const winAnsi: Readonly<Record<string, number>> = { '’': 0x92, '“': 0x93, '”': 0x94, œ: 0x9c }

function toWinAnsi(text: string): string {
  return text.replace(/[’“”œ]/g, (character) => String.fromCharCode(winAnsi[character] ?? 63))
}

/** Builds a page with only the picture, as an inline image of one byte per pixel (ISO 32000-1, 8.9.7). */
function scanOf(image: GrayImage, dpi: number): Parameters<typeof buildPdf>[0] {
  const [width, height] = [(image.width * 72) / dpi, (image.height * 72) / dpi]
  const parameters = `/W ${image.width} /H ${image.height} /CS /G /BPC 8 /F /AHx`
  const data = Buffer.from(image.pixels).toString('hex')
  const content = `q ${width} 0 0 ${height} 0 0 cm BI ${parameters} ID ${data}> EI Q`
  return { pages: [{ width, height, content }] }
}

function recognizeNatively(): Recognize {
  return (pgm, options) => {
    const { status, stdout } = spawnSync('tesseract', tesseractArguments(options, dataFolder), {
      ...{ input: pgm, encoding: 'utf8', maxBuffer: 2 ** 28 },
      env: { ...process.env, ...tesseractEnvironment },
    })
    if (status !== 0) throw new Error('Tesseract failed')
    return Promise.resolve(stdout)
  }
}

/** Runs plain Tesseract as its users do: with the right language and all defaults. */
function readPlainly(image: GrayImage, language: Language, dpi: number): string {
  const words = ['stdin', 'stdout', '--tessdata-dir', dataFolder, '-l', language, '--dpi', `${dpi}`]
  const { stdout } = spawnSync('tesseract', words, {
    ...{ input: toPgm(image), encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: { ...process.env, ...tesseractEnvironment },
  })
  return stdout
}

/**
 * Computes the character error rate and the share of correct words with accents; ignores Markdown markup and kinds of
 * quotes.
 */
function compare(truth: string, output: string): { errors: string; accents: string } {
  const [wanted, found] = [plain(truth), plain(output)]
  const words = found.split(/[^\p{L}]+/u)
  const accented = wanted.split(/[^\p{L}]+/u).filter((word) => /[^\p{ASCII}]/u.test(word))
  const right = accented.filter((word) => {
    const at = words.indexOf(word)
    if (at >= 0) words.splice(at, 1)
    return at >= 0
  }).length
  const errors = ((100 * editDistance(wanted, found)) / wanted.length).toFixed(2)
  return { errors, accents: accented.length === 0 ? '–' : `${right}/${accented.length}` }
}

function plain(text: string): string {
  return text
    .replace(/[#*\\]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1)
    }
    above = row
  }
  return above[b.length] as number
}

async function scoreMadeScans(): Promise<void> {
  print(row(['scan', 'CER %', 'accents', 'CPU s', 'plain CER %', 'plain accents']))
  for (const language of languages) await score(`${language}, ${DPI} dpi`, language, DPI, keep)
  for (const [name, { dpi = DPI, change }] of Object.entries(damages)) {
    await score(`eng, ${name}`, 'eng', dpi, change)
    await score(`deu, ${name}`, 'deu', dpi, change)
  }
}

/** Converts the scans of a corpus, and prints the cost per page beside plain Tesseract on the same picture. */
async function printCost(corpus: string): Promise<void> {
  const folder = join(import.meta.dirname, '..', '..', 'shared', 'corpus', 'pdf', corpus, 'pdf')
  if (!existsSync(folder)) return print(`${corpus}: skipped, there are no corpora in ../shared.`)
  const costs: number[] = []
  let plainCost = 0
  for (const file of await readdir(folder)) {
    const bytes = readFileSync(join(folder, file))
    const before = cpuSeconds()
    await convertToTexts(bytes, { mediaType: PDF, profile: 'fidelity', outputs: ['markdown'], ocr })
    costs.push(cpuSeconds() - before)
    const picture = hasTesseract && (await renderFirst(bytes, SCAN_DPI))
    const start = cpuSeconds()
    if (picture) readPlainly(picture, 'eng', SCAN_DPI)
    plainCost += cpuSeconds() - start
  }
  costs.sort((a, b) => a - b)
  const total = costs.reduce((sum, each) => sum + each, 0)
  const at = (share: number) => costs[Math.floor(share * (costs.length - 1))] ?? 0
  const figures = {
    median: at(0.5),
    'worst tenth': at(0.9),
    most: at(1),
    mean: total / costs.length,
  }
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`)
  const ratio = hasTesseract ? `, ${(total / plainCost).toFixed(1)} times plain Tesseract` : ''
  print(`${corpus}, ${costs.length} pages: CPU s ${said.join(', ')}${ratio}`)
  const crowd = (CROWD_PAGES * figures.mean) / CROWD_CORES
  print(`  ${CROWD_PAGES} such pages on ${CROWD_CORES} cores: ${crowd.toFixed(0)} s`)
}

/** The reader uses this resolution. */
const SCAN_DPI = 300
/** A long document and a typical server, for the estimate. */
const CROWD_PAGES = 200
const CROWD_CORES = 8

async function renderFirst(bytes: Uint8Array, dpi: number): Promise<GrayImage | undefined> {
  const engine = await acquireEngine(2 ** 29)
  const document = openDocument(engine, bytes)
  const picture = renderPage(document, 1, dpi)
  closeDocument(document)
  releaseEngine(engine)
  return picture
}

/**
 * Returns the CPU seconds of this process and of its ended children (proc(5), the 16th and 17th field; Linux counts 100
 * a second).
 */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1_000_000
  if (!existsSync('/proc/self/stat')) return own
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return own + (Number(fields[13]) + Number(fields[14])) / 100
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart(13))).join(' ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  for (const language of languages) await writeLanguageData(language, dataFolder)
  print(`Read by Tesseract ${isNative ? 'of the system' : 'in WebAssembly'}; plain: the system's.`)
  if (!values.costs) await scoreMadeScans()
  await printCost('dpbench-scan')
  await printCost('sroie-receipts')
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}
