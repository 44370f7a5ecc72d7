/** Documents with pages to recognise, in children that do what the file's name says of each page. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPdf } from '../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { pictureOf, scanOf } from '../../engine/src/readers/pdf/ocr/testing/pictures.ts'
import { createPool, type Pool, type PoolConfig } from './pool.ts'
import { convertWithScans, type ScanTools } from './scans.ts'
import { findTesseract } from './tesseract.ts'
import type { Task } from './worker.ts'

const soon = { deadlineMs: 15_000 }
let folder = ''
let pool: Pool | undefined
const script = join(import.meta.dirname, 'testing', 'misbehaving-child.ts')

/** The default of tests that do not set one. */
let shared: Pool

beforeAll(() => {
  shared = createPool({ size: 2, script })
})
afterAll(() => shared.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-scans-test-'))
  await writeFile(join(folder, 'input'), 'hello')
})
afterEach(async () => {
  await pool?.close()
  pool = undefined
  expect(await readdir(folder)).toEqual(['input'])
  await rm(folder, { recursive: true, force: true })
})

function start(more: PoolConfig = {}): Pool {
  pool = createPool({ size: 2, parentFolder: folder, script, ...more })
  return pool
}

function scanned(pages: string): Task {
  const inputPath = join(folder, 'input')
  return { inputPath, outputs: {}, mediaType: 'scanned', filename: pages, profile: 'fidelity' }
}

test.each([
  { name: 'one page', pages: 'fine', title: '1 ?' },
  { name: 'pages whose language is not detected', pages: 'fine,fine,fine', title: '1 ?, 2 ?, 3 ?' },
  {
    name: 'the first detected language applies to later pages, and earlier pages are read again',
    pages: 'fine,fine:deu,fine:fra,fine,fine,fine',
    title: '1 deu, 2 ?, 3 ?, 4 deu, 5 deu, 6 deu',
  },
  {
    name: 'pages are not read again if the detected language is English, the default',
    pages: 'fine,fine:eng,fine,fine,fine',
    title: '1 ?, 2 ?, 3 ?, 4 ?, 5 eng',
  },
  { name: 'a page that kills its child once', pages: 'dieOnce', size: 1, title: '1 ?' },
  {
    name: 'pages that kill every child are left out',
    pages: 'fine,die,fine,die',
    title: '1 ?, 3 ?',
  },
  { name: 'a document whose pages all kill the child is empty', pages: 'die', size: 1, title: '' },
])('recognised pages become one document: $name', async ({ pages, size, title }) => {
  const { convert, stats } = size === undefined ? shared : start({ size })
  expect(await convert(scanned(pages), soon)).toMatchObject({ title })
  expect(stats()).toMatchObject({ waiting: 0 })
})

test.each([
  {
    name: 'one language is used for all pages',
    ocrLanguages: ['deu'],
    title: '1 deu, 2 deu, 3 deu',
  },
  {
    name: 'pages that show none of two set languages are read in the first one, as all pages are at first',
    ocrLanguages: ['deu', 'ita'],
    title: '1 ?, 2 ?, 3 ?',
  },
  {
    name: 'a detected language that is one of two set ones is used',
    ocrLanguages: ['eng', 'fra'],
    title: '1 fra, 2 ?, 3 fra',
  },
] as const)('languages set by the caller: $name', async ({ ocrLanguages, title }) => {
  const task = { ...scanned('fine,fine:fra,fine'), ocrLanguages }
  expect(await shared.convert(task, soon)).toMatchObject({ title })
})

test.each([
  { page: 'hang', bounds: { pageMs: 400 } },
  { page: 'spin', bounds: process.platform === 'linux' ? { pageCpuMs: 300 } : { pageMs: 400 } },
])('a page that never ends is left out: $page', async ({ page, bounds }) => {
  const { convert } = start(bounds)
  const result = await convert(scanned(`fine,${page},fine`), soon)
  expect(result).toMatchObject({ title: '1 ?, 3 ?' })
})

test('progress counts the pages whose text is known', async () => {
  const reported: string[] = []
  await start({ size: 1 }).convert(scanned('fine,fine,fine:eng'), {
    ...soon,
    onProgress: ({ stage, pagesDone, pagesTotal }) =>
      reported.push(`${stage} ${pagesDone}/${pagesTotal}`),
  })
  expect(reported).toEqual(['pages 1/4', 'ocr 2/4', 'ocr 3/4', 'ocr 4/4'])
})

test('the deadline applies to the whole document', async () => {
  const { convert } = shared
  const begin = performance.now()
  const late = convert(scanned('hang,fine,hang'), { deadlineMs: 600 })
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
  expect(performance.now() - begin).toBeLessThan(3_000)
  expect(await convert(scanned('fine'), soon)).toMatchObject({ title: '1 ?' })
})

test('on a busy machine, time in which pages wait for a core does not count', async () => {
  const work = { inputPath: join(folder, 'input'), profile: 'fidelity' } as const
  const done = { format: 'pdf', pages: 1, warnings: [], bytes: {} } as const
  const tools: ScanTools = {
    run: async (step, { onBegin, onWait, signal }) => {
      if (!step.scan && !step.recognized) return { scans: [1, 2] }
      onBegin?.()
      for (let turn = 0; turn < 10; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (step.filename === 'busy') onWait?.(50)
        signal?.throwIfAborted()
      }
      return done
    },
    ...{ pagesAtATime: 2, pageMs: 10_000, pageCpuMs: 10_000, folder: tmpdir() },
  }
  const convert = (filename: string) =>
    convertWithScans(
      tools,
      { ...work, filename, mediaType: 'application/pdf', outputs: {} },
      { deadlineMs: 400 },
    )
  expect(await convert('busy')).toEqual(done)
  await expect(convert('calm')).rejects.toMatchObject({ code: 'timeout' })
})

test('a caller that aborts frees all children', async () => {
  const { convert } = shared
  const controller = new AbortController()
  const gone = convert(scanned('hang,hang,hang'), { ...soon, signal: controller.signal })
  setTimeout(() => controller.abort(), 300)
  await expect(gone).rejects.toMatchObject({ code: 'cancelled' })
  expect(await convert(scanned('fine'), soon)).toMatchObject({ title: '1 ?' })
})

test('a scan does not delay other documents, and the pages of two scans take turns', async () => {
  const { convert } = start({ size: 1 })
  const ended: string[] = []
  const run = (name: string, task: Task): Promise<void> =>
    convert(task, soon).then(() => {
      ended.push(name)
    })
  const long = run('long', scanned(Array.from({ length: 20 }, () => 'slow').join(',')))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const short = run('short', scanned('slow,slow'))
  const plain = run('plain', { ...scanned(''), mediaType: 'echo' })
  await Promise.all([long, short, plain])
  expect(ended).toEqual(['plain', 'short', 'long'])
})

test('a closing pool ends the recognition', async () => {
  const { convert, close } = start()
  const ended = expect(convert(scanned('hang,hang'), soon)).rejects.toMatchObject({
    reason: 'closed',
  })
  setTimeout(() => void close(), 500)
  await ended
})

const lines = [
  'The mayor opened the new bridge across the river on Thursday.',
  'During the ceremony he spoke about the difficult years in which',
  'floods had destroyed the streets.',
]

test.each([
  { name: 'in a child of the converter', find: async () => undefined },
  { name: 'by the installed Tesseract, if it is found', find: () => findTesseract('auto') },
])('a scan of two pages is read $name', async ({ find }) => {
  const { pages } = scanOf(await pictureOf(lines))
  await writeFile(join(folder, 'input'), buildPdf({ pages: [...pages, ...pages] }))
  const markdown = join(folder, 'output')
  pool = createPool({ size: 2, parentFolder: folder, tesseract: await find() })
  const task = { ...scanned('scan.pdf'), outputs: { markdown }, mediaType: 'application/pdf' }
  const result = await pool.convert(task, { deadlineMs: 60_000 })
  expect(result).toMatchObject({ pages: 2, ocrPages: 2, warnings: [] })
  expect(await readFile(markdown, 'utf8')).toBe(`${lines.join(' ')}\n\n${lines.join(' ')}\n`)
  await rm(markdown)
})
