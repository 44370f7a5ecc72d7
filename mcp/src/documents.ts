/** Converts requested documents in a confined child, with a cache of bounded size. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool, type Result, type Task } from '@recto/converter'
import type { Progress } from '@recto/engine'
import { type Fetched, fetchDocument } from './addresses.ts'
import { createCache } from './cache.ts'
import { copyFileTo, findFile } from './files.ts'
import { type Part, toParts } from './parts.ts'
import { Refusal } from './refusal.ts'

export interface Source {
  readonly path?: string | undefined
  readonly url?: string | undefined
}

export type Lane = 'fast' | 'fidelity'

export interface Call {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

interface Document {
  /** Identifies this version of the document. */
  readonly key: string
  readonly filename: string
  /** The declared media type, or an empty string. */
  readonly type: string
  /** Copies the document to a file. */
  readonly copyTo: (path: string) => Promise<void>
}

/** A document whose pages are counted. */
export interface Opened extends Document {
  /** Pages, slides or sheets; 0 for formats without pages. */
  readonly pages: number
}

interface Reading {
  readonly title: string | undefined
  readonly parts: readonly Part[]
  readonly warnings: Result['warnings']
}

export interface Documents {
  /** @throws {Refusal} if the document may not be read; {ConversionError} if it can't be. */
  open(source: Source, call: Call): Promise<Opened>
  /** @param pages `1-20`; all when left out. */
  read(document: Opened, lane: Lane, pages: string | undefined, call: Call): Promise<Reading>
  close(): Promise<void>
}

interface DocumentOptions {
  readonly roots: readonly string[]
  readonly allowUrls: boolean
  readonly allowPrivate: boolean
}

const DEADLINE_MS = 600_000
/** Characters of conversions, and bytes of fetched documents, to keep. */
const KEPT_CHARACTERS = 50_000_000
const KEPT_BYTES = 500 * 1024 ** 2
const KEPT_COUNTS = 1_000
/** The time for which a fetched document is reused. */
const FRESH_MS = 10 * 60_000

export function createDocuments({ roots, allowUrls, allowPrivate }: DocumentOptions): Documents {
  const readings = createCache<Reading>(KEPT_CHARACTERS)
  const fetched = createCache<Fetched & { readonly at: number }>(KEPT_BYTES)
  const counts = createCache<number>(KEPT_COUNTS)
  let pool: Pool | undefined
  let folder: string | undefined
  const convert = async (document: Document, task: Partial<Task>, call: Call): Promise<Result> => {
    folder ??= await mkdtemp(join(tmpdir(), 'recto-mcp-'))
    pool ??= createPool({ parentFolder: folder, size: 2, sizeAtStart: 1 })
    const inputPath = join(folder, randomUUID())
    try {
      await document.copyTo(inputPath)
      const { type: mediaType, filename } = document
      const whole = { inputPath, outputs: {}, mediaType, isTypeOpen: true, filename } as const
      const all = { ...whole, profile: 'fidelity', ...task } as const
      return await pool.convert(all, { deadlineMs: DEADLINE_MS, ...call })
    } finally {
      await rm(inputPath, { force: true })
    }
  }
  const openAddress = async (url: string, { signal }: Call): Promise<Document> => {
    if (!allowUrls)
      throw new Refusal('Addresses are not fetched: start the server with --allow-urls.')
    let cached = fetched.find(url)
    if (!cached || performance.now() - cached.at > FRESH_MS) {
      cached = { ...(await fetchDocument(url, { allowPrivate, signal })), at: performance.now() }
      fetched.keep(url, cached, cached.bytes.length)
    }
    const { bytes, type, at } = cached
    const filename = URL.parse(url)?.pathname.split('/').at(-1) || 'document'
    return { key: `${url} ${at}`, filename, type, copyTo: (to) => writeFile(to, bytes) }
  }
  return {
    open: async ({ path, url }, call) => {
      if ((path === undefined) === (url === undefined)) throw new Refusal('Give a path or a url.')
      const document =
        path === undefined ? await openAddress(url ?? '', call) : await openFile(path, roots)
      const cached = counts.find(document.key)
      const pages = cached ?? (await convert(document, { isCount: true }, call)).pages
      counts.keep(document.key, pages, 1)
      return { ...document, pages }
    },
    read: async (document, lane, pages, call) => {
      const key = (chosen = 'all'): string => `${document.key} ${lane} ${chosen}`
      const cached = readings.find(key()) ?? readings.find(key(pages))
      if (cached) return cached
      const output = join(folder ?? '', randomUUID())
      try {
        const chosen = pages !== undefined && document.pages > 0 ? { pages } : {}
        const outputs = { markdown: output }
        const task = { outputs, profile: lane, pageBreaks: true, ...chosen } as const
        const { title, warnings } = await convert(document, task, call)
        const markdown = await readFile(output, 'utf8')
        const parts = toParts(markdown, document.pages > 0)
        const reading = { title, warnings, parts }
        readings.keep(key(document.pages > 0 ? pages : undefined), reading, markdown.length)
        return reading
      } finally {
        await rm(output, { force: true })
      }
    },
    close: async () => {
      await pool?.close()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openFile(path: string, roots: readonly string[]): Promise<Document> {
  const file = await findFile(path, roots)
  const { filename, version } = file
  const copyTo = (to: string): Promise<void> => copyFileTo(file, to)
  return { key: `${file.path} ${version}`, filename, type: '', copyTo }
}
