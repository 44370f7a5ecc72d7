/**
 * Makes the samples of the page from the sources beside this file: documents, results, pictures of pages.
 *
 * Needs pdflatex, Chromium, LibreOffice Impress and poppler's pdftoppm: `npm run samples --workspace web`. What it writes
 * is committed, so the build does not need these tools.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { convert } from '@recto/engine'
import { type Browser, chromium } from 'playwright-core'
import { writeDeck } from './deck.ts'
import { writeScan } from './scan.ts'
import { writeWorkbook } from './workbook.ts'

const here = import.meta.dirname
const sources = join(here, 'sources')
const output = join(here, '..', 'src', 'samples')
const DOTS_PER_INCH = 110

interface Sample {
  readonly file: string
  readonly make: (browser: Browser, scratch: string) => Promise<Uint8Array>
}

const samples: Readonly<Record<string, Sample>> = {
  paper: { file: 'two-column-paper.pdf', make: async (_browser, scratch) => printTex(scratch) },
  statement: { file: 'income-statement.pdf', make: (browser) => print(browser, 'statement.html') },
  receipt: { file: 'scanned-receipt.pdf', make: (browser) => scan(browser, 'receipt.html') },
  deck: { file: 'harbour-deck.pptx', make: async () => writeDeck() },
  workbook: { file: 'river-stations.xlsx', make: async () => writeWorkbook() },
}

function printTex(scratch: string): Uint8Array {
  const words = ['-interaction=batchmode', `-output-directory=${scratch}`, 'paper.tex']
  // The second run prints the references that the first one collects.
  for (let run = 0; run < 2; run += 1) {
    execFileSync('pdflatex', words, {
      cwd: sources,
      env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' },
    })
  }
  return readFileSync(join(scratch, 'paper.pdf'))
}

async function print(browser: Browser, name: string): Promise<Uint8Array> {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(join(sources, name)).href)
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false })
}

async function scan(browser: Browser, name: string): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 900, height: 1_120 } })
  await page.goto(pathToFileURL(join(sources, name)).href)
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 72 })
  return writeScan(jpeg, { width: 900, height: 1_120 })
}

/** Draws the pages as JPEG files beside the result. @returns The names of the files. */
function draw(folder: string, file: string, scratch: string): readonly string[] {
  let pdf = join(folder, file)
  if (file.endsWith('.xlsx')) return []
  if (file.endsWith('.pptx')) {
    execFileSync('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', scratch, pdf])
    pdf = join(scratch, file.replace(/\.\w+$/, '.pdf'))
  }
  const words = ['-jpeg', '-jpegopt', 'quality=78', '-r', String(DOTS_PER_INCH)]
  execFileSync('pdftoppm', [...words, pdf, join(folder, 'page')])
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .toSorted()
}

async function makeSample(name: string, { file, make }: Sample, browser: Browser): Promise<void> {
  const folder = join(output, name)
  const scratch = mkdtempSync(join(tmpdir(), 'recto-sample-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bytes = await make(browser, scratch)
  writeFileSync(join(folder, file), bytes)
  const { markdown, title, format, pages, ocrPages, warnings, toJson, toChunks } = await convert(
    bytes,
    { filename: file },
  )
  const facts = { filename: file, format, title, pages, ocr_pages: ocrPages, warnings }
  const result = { ...facts, markdown, document: toJson(), chunks: toChunks() }
  writeFileSync(join(folder, 'result.json'), `${JSON.stringify(result)}\n`)
  const pictures = draw(folder, file, scratch)
  rmSync(scratch, { recursive: true })
  process.stderr.write(`${name}: ${pages} pages, ${pictures.length} pictures\n`)
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const wanted = process.argv.slice(2)
for (const [name, sample] of Object.entries(samples)) {
  if (wanted.length === 0 || wanted.includes(name)) await makeSample(name, sample, browser)
}
await browser.close()
