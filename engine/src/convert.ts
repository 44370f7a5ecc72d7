/**
 * Implements the library's `convert`: reads a document, given by path or as bytes; Markdown and JSON are made on
 * demand.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConvertOptions, checkOptions } from './convert-options.ts'
import { type Facts, readDocument, toImageTarget } from './convert-to-texts.ts'
import type { CollectedImage } from './images/index.ts'
import { lazy } from './lazy.ts'
import { defaultLimits } from './limits.ts'
import { parsePageRanges } from './page-ranges.ts'
import type { OcrOptions } from './readers/index.ts'
import { detectMediaType, parseMediaType } from './sniff/index.ts'
import { type Chunk, type ChunkOptions, toChunks } from './writers/chunks/index.ts'
import { type DoclingDocument, stringifyDocling, toDocling } from './writers/docling/index.ts'
import { writeHtml } from './writers/html/index.ts'
import { writeMarkdown } from './writers/markdown/index.ts'
import { writePlain } from './writers/plain/index.ts'

/** A path, a `file:` URL, or the bytes of a document. */
export type ConvertInput = string | URL | Uint8Array | Blob

/** The JSON of the HTTP API: a DoclingDocument whose `pages` are an array. */
export type JsonDocument = Omit<DoclingDocument, 'pages' | 'origin'> & {
  readonly pages: readonly DoclingDocument['pages'][string][]
  readonly origin: unknown
}

export interface Conversion extends Facts {
  /** Images of the document's pictures, in reading order; empty unless `images` is `collect`. */
  readonly images: readonly CollectedImage[]
  /** GitHub-Flavored Markdown, formulas as LaTeX between dollars. */
  readonly markdown: string
  /** @returns The JSON of the HTTP API as an object: pages as an array, boxes in points. */
  toJson(): JsonDocument
  /** @returns The DoclingDocument that docling-core loads, as an object. */
  toDocling(): object
  /** @returns Chunks for search and language models, with their headings, pages and boxes. */
  toChunks(options?: Pick<ChunkOptions, 'size'>): Chunk[]
  /** @returns An HTML page that is safe to show. */
  toHtml(): string
  /** @returns The text without markup. */
  toText(): string
}

/**
 * Converts a document.
 *
 * Works in this process: for untrusted documents use `@recto/converter`, which has the same call.
 *
 * @example
 * const { markdown } = await convert('report.pdf')
 * @example
 * const { toChunks } = await convert(bytes, { filename: 'paper.pdf', pages: '1-3' })
 *
 * @throws {TypeError} for an unknown option or a wrong value.
 * @throws {ConversionError} if the document has no supported type, is damaged or protected, or exceeds a limit.
 * @throws The reason of `signal` once it is aborted, and errors of reading the file.
 */
export async function convert(
  input: ConvertInput,
  options: ConvertOptions = {},
): Promise<Conversion> {
  checkOptions(options)
  const { lane = 'fidelity', limits: some, signal, onProgress, password, images } = options
  const limits = { ...defaultLimits, ...some }
  const { bytes, filename = 'document', mediaType: declared } = await readInput(input)
  const name = options.filename ?? filename
  const mediaType = options.mediaType ?? (await detectMediaType(bytes, name, declared))
  signal?.throwIfAborted()
  const ranges = options.pages === undefined ? undefined : parsePageRanges(options.pages)
  const {
    document,
    collected,
    faults: _,
    ...facts
  } = await readDocument(bytes, {
    mediaType,
    profile: lane,
    limits,
    withImages: images === 'collect',
    ...(ranges && { pages: ranges }),
    ...(password !== undefined && { password }),
    ocr: toOcrOptions(options),
    onProgress: (progress) => {
      // Progress calls are the only points at which readers can be stopped.
      signal?.throwIfAborted()
      onProgress?.(progress)
    },
  })
  const source = { bytes, warnings: facts.warnings, filename: name }
  const docling = lazy(() => {
    return toDocling(document, { ...source, mediaType: parseMediaType(mediaType).type }, limits)
  })
  const imageTarget = toImageTarget(collected)
  const markdown = lazy(() => {
    return writeMarkdown(document, {
      tables: lane === 'fast' ? 'pipe' : 'html',
      limits,
      imageTarget,
    })
  })
  return {
    ...facts,
    images: collected.images,
    get markdown() {
      return markdown()
    },
    // Parses the JSON text, because the hash of the file is too large for a number of JavaScript.
    toJson: () => JSON.parse(stringifyDocling(docling(), 'array')) as JsonDocument,
    toDocling: () => JSON.parse(stringifyDocling(docling(), 'object')) as object,
    toChunks: ({ size } = {}) =>
      toChunks(document, { limits, ...(size !== undefined && { size }) }),
    toHtml: () => writeHtml(document, { filename: name, limits, imageTarget }),
    toText: () => writePlain(document, limits),
  }
}

interface Input {
  readonly bytes: Uint8Array
  readonly filename?: string
  /** Media type declared by the source of the file. */
  readonly mediaType?: string
}

async function readInput(input: ConvertInput): Promise<Input> {
  if (input instanceof Uint8Array) return { bytes: input }
  if (input instanceof Blob) {
    const bytes = new Uint8Array(await input.arrayBuffer())
    const { type } = input
    return {
      bytes,
      ...(input instanceof File && input.name !== '' && { filename: input.name }),
      ...(type !== '' && { mediaType: type }),
    }
  }
  if (typeof input !== 'string' && !(input instanceof URL)) {
    throw new TypeError(
      'convert: the document must be a path, a file: URL, a Uint8Array or a Blob.',
    )
  }
  const path = typeof input === 'string' ? input : pathOf(input)
  return { bytes: await readFile(path), filename: basename(path) }
}

function pathOf(url: URL): string {
  if (url.protocol === 'file:') return fileURLToPath(url)
  throw new TypeError(`convert: "${url.protocol}" addresses are not fetched; pass the bytes.`)
}

function toOcrOptions({ ocr, ocrLanguages }: ConvertOptions): OcrOptions | 'off' {
  if (ocr === 'off') return ocr
  return { isForced: ocr === 'force', ...(ocrLanguages && { languages: ocrLanguages }) }
}
