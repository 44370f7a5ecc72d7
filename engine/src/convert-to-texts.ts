/** Reads bytes once and writes the document in several formats. */
import { ConversionError, type Fault, type Warning } from './errors.ts'
import { type Collected, type CollectedImage, collectImages, noImages } from './images/index.ts'
import { lazy } from './lazy.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Document } from './model/index.ts'
import type { PageRange } from './page-ranges.ts'
import {
  type OcrOptions,
  type Profile,
  type Progress,
  pageCounters,
  readers,
} from './readers/index.ts'
import { type Format, parseMediaType, sniff } from './sniff/index.ts'
import { type ChunkOptions, toChunks } from './writers/chunks/index.ts'
import { type Source, stringifyDocling, toDocling } from './writers/docling/index.ts'
import { writeHtml } from './writers/html/index.ts'
import { type ImageTarget, writeMarkdown } from './writers/markdown/index.ts'
import { writePlain } from './writers/plain/index.ts'

/**
 * `json`: a DoclingDocument with `pages` as an array; `docling`: the form that docling-core loads; `chunks`: one JSON
 * object per line.
 */
export const outputFormats = ['markdown', 'json', 'docling', 'chunks', 'html', 'text'] as const
export type OutputFormat = (typeof outputFormats)[number]

interface ReadingOptions {
  /** The declared type with its parameters: `text/html; charset=iso-8859-1`. */
  readonly mediaType: string
  readonly profile: Profile
  /** Pages, slides or sheets to read; all by default. */
  readonly pages?: readonly PageRange[]
  readonly maxPages?: number
  /** The password of a protected PDF. */
  readonly password?: string
  /** True to read only the main content of an HTML page; ignored for other formats. */
  readonly mainContent?: boolean
  readonly limits?: Limits
  /** True to collect the images of pictures, in the fidelity profile. */
  readonly withImages?: boolean
  /** How text in pictures is recognised, in the fidelity profile. */
  readonly ocr?: OcrOptions | 'off'
  readonly onProgress?: (progress: Progress) => void
}

export interface TextsOptions<Output extends OutputFormat = OutputFormat> extends ReadingOptions {
  /** The formats to write; the document is read once. */
  readonly outputs: readonly Output[]
  /** Name of the file, for the JSON and the HTML. */
  readonly filename?: string
  /** The largest number of characters in a chunk. */
  readonly chunkSize?: number
  /** Writes a comment in the Markdown where a page, slide or sheet begins. */
  readonly pageBreaks?: boolean
  /** Folder of image links in the Markdown and the HTML; `images` by default. */
  readonly imageFolder?: string
}

/** Facts about the document and its reading. */
export interface Facts {
  readonly format: Format
  /** The title from the document's metadata; see `Document.title`. */
  readonly title?: string
  /** Number of pages, slides or sheets; 0 for formats without. */
  readonly pages: number
  /** Number of pages whose text was recognised from their picture. */
  readonly ocrPages: number
  readonly warnings: readonly Warning[]
}

/** Failures of the reader's own code, for the log. */
interface Faulty {
  /** Failures of the reader's own code; the warnings describe the lost content. */
  readonly faults: readonly Fault[]
}

interface ReadDocument extends Facts, Faulty {
  readonly document: Document
  readonly collected: Collected
}

export interface Texts<Output extends OutputFormat = OutputFormat> extends Facts, Faulty {
  readonly texts: Readonly<Record<Output, string>>
  /** The converted document as plain data, from which other formats can be written later. */
  readonly document: Document
  readonly images: readonly CollectedImage[]
}

/**
 * Reads one document.
 *
 * @throws {ConversionError} if the document has another type than declared, is damaged or protected, or exceeds a limit.
 */
export async function readDocument(
  bytes: Uint8Array,
  { mediaType, limits = defaultLimits, pages, withImages = false, ...options }: ReadingOptions,
): Promise<ReadDocument> {
  const { format, charset } = await sniff(bytes, mediaType, limits)
  const isCollecting = withImages && options.profile === 'fidelity'
  if (pages && !pageCounters[format]) {
    const sentence =
      'The document was not converted: its format has no pages, so "pages" cannot be used. Leave it out.'
    throw new ConversionError('conversion_failed', sentence)
  }
  const {
    document,
    warnings,
    ocrPages = 0,
    faults = [],
  } = await readers[format](bytes, {
    ...options,
    limits,
    withSources: isCollecting,
    ...(pages && { pages }),
    ...(charset !== undefined && { charset }),
  })
  const { title, pages: all } = document
  const { password } = options
  const collected = isCollecting
    ? await collectImages(bytes, document, { format, limits, password })
    : noImages
  return {
    document,
    collected,
    format,
    ...(title !== undefined && { title }),
    pages: all.length,
    ocrPages,
    warnings: [...warnings, ...collected.warnings],
    faults,
  }
}

/** Returns links `FOLDER/NAME`; a picture without an image is written as its alternative text. */
export function toImageTarget({ nameOf }: Collected, folder = 'images'): ImageTarget {
  return (picture) => {
    const name = nameOf(picture)
    return name === undefined ? undefined : `${folder}/${name}`
  }
}

/**
 * Converts one document to several texts.
 *
 * @throws {ConversionError} if the document has another type than declared, is damaged or protected, or exceeds a limit.
 */
export async function convertToTexts<Output extends OutputFormat>(
  bytes: Uint8Array,
  options: TextsOptions<Output>,
): Promise<Texts<Output>> {
  const { limits = defaultLimits } = options
  const { document, collected, ...facts } = await readDocument(bytes, options)
  const imageTarget = toImageTarget(collected, options.imageFolder)
  const texts = writeAll(
    document,
    { bytes, warnings: facts.warnings },
    options,
    limits,
    imageTarget,
  )
  return { ...facts, texts, document, images: collected.images }
}

function writeAll<Output extends OutputFormat>(
  document: Document,
  read: Pick<Source, 'bytes' | 'warnings'>,
  options: TextsOptions<Output>,
  limits: Limits,
  imageTarget: ImageTarget,
): Record<Output, string> {
  const { profile, mediaType, filename = 'document', chunkSize: size, pageBreaks } = options
  const source: Source = { ...read, filename, mediaType: parseMediaType(mediaType).type }
  const docling = lazy(() => toDocling(document, source, limits))
  const tables = profile === 'fast' ? 'pipe' : 'html'
  const writers: Readonly<Record<OutputFormat, () => string>> = {
    markdown: () =>
      writeMarkdown(document, { tables, limits, imageTarget, ...(pageBreaks && { pageBreaks }) }),
    json: () => stringifyDocling(docling(), 'array'),
    docling: () => stringifyDocling(docling(), 'object'),
    chunks: () => writeChunks(document, { limits, ...(size !== undefined && { size }) }),
    html: () => writeHtml(document, { filename, limits, imageTarget }),
    text: () => writePlain(document, limits),
  }
  // Sound: exactly the requested outputs get a text.
  return Object.fromEntries(options.outputs.map((output) => [output, writers[output]()])) as Record<
    Output,
    string
  >
}

/**
 * Writes one JSON object per line.
 *
 * @throws {ConversionError} like `toChunks`.
 */
export function writeChunks(document: Document, options: ChunkOptions): string {
  return toChunks(document, options)
    .map((chunk) => `${JSON.stringify(chunk)}\n`)
    .join('')
}
