/** Simulates jobs of test keys: the name of the file selects the outcome, and nothing is converted. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ConversionFailure, type FailureCode, type Result } from '@recto/converter'
import type { Document } from '@recto/engine'
import type { Texts } from './bundle.ts'

/** The failures that a word in the file's name selects: `report.timeout.pdf`. */
const failures: readonly (readonly [code: FailureCode, sentence: string])[] = [
  ['conversion_failed', 'The document is damaged. (A test result that the file name selects.)'],
  ['password_protected', 'The document is protected by a password. (A test.)'],
  ['timeout', 'The conversion took too long. (A test.)'],
  ['too_many_pages', 'The document has too many pages. (A test.)'],
  ['internal', 'The document could not be converted. (A test.)'],
]
/** Delays the job, so that its progress can be watched and it can be cancelled. */
const SLOW = 'slow'
const SLOW_PAGES = 10
const SLOW_PAGE_MS = 1_000

interface TestOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: {
    readonly stage: string
    readonly pagesDone: number
    readonly pagesTotal: number
  }) => void
}

/** Replaces the conversion of a queued job. */
export async function simulatedOutcome(
  filename: string,
  options: TestOptions,
): Promise<{ readonly result: Result; readonly texts: Texts }> {
  if (wordsOf(filename).has(SLOW)) await takeTime(options)
  const failure = findFailure(filename)
  if (failure) throw failure
  const text = (content: string) => () => [Buffer.from(content)]
  return {
    result: canned,
    texts: {
      markdown: text(markdown),
      json: text(docling(filename, [page])),
      docling: text(docling(filename, { 1: page })),
      document: () => [gzipSync(JSON.stringify(document))],
    },
  }
}

const canned: Result = {
  format: 'text',
  title: 'Test document',
  pages: 1,
  warnings: [],
  bytes: {},
}

/** Replaces a synchronous conversion. */
export async function simulatedAnswer(output: string, filename: string): Promise<Result> {
  const failure = findFailure(filename)
  if (failure) throw failure
  await writeFile(output, markdown)
  return canned
}

function findFailure(filename: string): ConversionFailure | undefined {
  const words = wordsOf(filename)
  const failure = failures.find(([code]) => words.has(code))
  return failure && new ConversionFailure(...failure)
}

function wordsOf(filename: string): ReadonlySet<string> {
  return new Set(filename.toLowerCase().split(/[^a-z_]+/))
}

async function takeTime({ signal, onProgress }: TestOptions): Promise<void> {
  for (let pagesDone = 0; pagesDone < SLOW_PAGES; pagesDone++) {
    onProgress({ stage: 'pages', pagesDone, pagesTotal: SLOW_PAGES })
    await sleep(SLOW_PAGE_MS, undefined, { signal })
  }
}

const markdown = '# Test document\n\nA test key converts nothing: this is its fixed result.\n'

const document: Document = {
  title: 'Test document',
  pages: [{ number: 1, size: { width: 595, height: 842 } }],
  blocks: [
    { type: 'heading', level: 1, inlines: [{ type: 'text', text: 'Test document' }] },
    {
      type: 'paragraph',
      inlines: [{ type: 'text', text: 'A test key converts nothing: this is its fixed result.' }],
    },
  ],
  notes: [],
}

const page = { size: { width: 595, height: 842 }, page_no: 1 }
const prov = [
  {
    page_no: 1,
    bbox: { l: 72, t: 770, r: 300, b: 750, coord_origin: 'BOTTOMLEFT' },
    charspan: [0, 13],
  },
]

function docling(filename: string, pages: object): string {
  const group = { self_ref: '#/body', children: [], content_layer: 'body', name: '_root_' }
  const text = (index: number, label: string, content: string): object => ({
    self_ref: `#/texts/${index}`,
    parent: { $ref: '#/body' },
    children: [],
    content_layer: 'body',
    label,
    prov,
    orig: content,
    text: content,
  })
  return JSON.stringify({
    schema_name: 'DoclingDocument',
    version: '1.8.0',
    name: filename.replace(/\.[^.]*$/, ''),
    origin: { mimetype: 'text/plain', binary_hash: 0, filename },
    furniture: {
      ...group,
      self_ref: '#/furniture',
      content_layer: 'furniture',
      label: 'unspecified',
    },
    body: {
      ...group,
      children: [{ $ref: '#/texts/0' }, { $ref: '#/texts/1' }],
      label: 'unspecified',
    },
    groups: [],
    texts: [
      { ...text(0, 'section_header', 'Test document'), level: 1 },
      text(1, 'text', 'A test key converts nothing: this is its fixed result.'),
    ],
    pictures: [],
    tables: [],
    key_value_items: [],
    form_items: [],
    pages,
  })
}
