/** The whole way: bytes → sniff → reader → Document → writers → texts. */
import type { Warning } from './errors.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Document } from './model/index.ts'
import { type OcrOptions, type Profile, type Progress, readers } from './readers/index.ts'
import { type Format, parseMediaType, sniff } from './sniff/index.ts'
import { type Source, stringifyDocling, toDocling } from './writers/docling/index.ts'
import { writeMarkdown } from './writers/markdown/index.ts'

/** `json` is a DoclingDocument with `pages` as an array, `docling` the same as docling-core loads it. */
export const outputFormats = ['markdown', 'json', 'docling'] as const
export type OutputFormat = (typeof outputFormats)[number]

export interface ConvertOptions<Output extends OutputFormat = OutputFormat> {
  /** As declared, parameters included: `text/html; charset=iso-8859-1`. */
  readonly mediaType: string
  readonly profile: Profile
  /** What to write; all from one reading. */
  readonly outputs: readonly Output[]
  /** Name of the file, for the JSON. */
  readonly filename?: string
  readonly maxPages?: number
  /** Of an HTML page only its main content; other formats have no other. */
  readonly mainContent?: boolean
  readonly limits?: Limits
  /** How text is read that only pictures show; of the fidelity profile. */
  readonly ocr?: OcrOptions | 'off'
  readonly onProgress?: (progress: Progress) => void
}

export interface Conversion<Output extends OutputFormat = OutputFormat> {
  readonly format: Format
  readonly texts: Readonly<Record<Output, string>>
  /** Core property or metadata title; see `Document.title`. */
  readonly title?: string
  /** Pages, slides or sheets; 0 for formats without. */
  readonly pages: number
  /** Pages whose text was recognised from their picture. */
  readonly ocrPages: number
  readonly warnings: readonly Warning[]
}

/**
 * Converts one document.
 *
 * @throws {ConversionError} when the document is of another type than declared, damaged, protected, or past a limit.
 */
export async function convert<Output extends OutputFormat>(
  bytes: Uint8Array,
  options: ConvertOptions<Output>,
): Promise<Conversion<Output>> {
  const { ocr, onProgress } = options
  const { mediaType, profile, limits = defaultLimits, maxPages, mainContent } = options
  const { format, charset } = await sniff(bytes, mediaType, limits)
  const {
    document,
    warnings,
    ocrPages = 0,
  } = await readers[format](bytes, {
    profile,
    limits,
    ...(charset !== undefined && { charset }),
    ...(maxPages !== undefined && { maxPages }),
    ...(mainContent && { mainContent }),
    ...(ocr && { ocr }),
    ...(onProgress && { onProgress }),
  })
  const texts = writeAll(document, { bytes, warnings }, options, limits)
  return {
    format,
    texts,
    ...(document.title !== undefined && { title: document.title }),
    pages: document.pages.length,
    ocrPages,
    warnings,
  }
}

function writeAll<Output extends OutputFormat>(
  document: Document,
  read: Pick<Source, 'bytes' | 'warnings'>,
  options: ConvertOptions<Output>,
  limits: Limits,
): Record<Output, string> {
  const { outputs, profile, mediaType, filename = 'document' } = options
  const source: Source = { ...read, filename, mediaType: parseMediaType(mediaType).type }
  const docling = outputs.some((output) => output !== 'markdown')
    ? toDocling(document, source, limits)
    : undefined
  const write = (output: OutputFormat): string => {
    if (docling && output !== 'markdown') {
      return stringifyDocling(docling, output === 'json' ? 'array' : 'object')
    }
    return writeMarkdown(document, { tables: profile === 'fast' ? 'pipe' : 'html', limits })
  }
  // Sound: every output asked for, and no other, gets a text.
  return Object.fromEntries(outputs.map((output) => [output, write(output)])) as Record<
    Output,
    string
  >
}
