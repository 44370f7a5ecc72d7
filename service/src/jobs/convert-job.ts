/** Converts the document of a job into files of text and, on request, pictures of its pages. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { ConversionFailure, type Result } from '@recto/converter'
import type { Progress, Warning } from '@recto/engine'
import type { Language } from '@recto/engine/tesseract'
import type { Source } from '../store/index.ts'
import type { Texts } from './bundle.ts'
import type { Drawing, Job, StoredFormat, StoredImages } from './job.ts'
import type { JobParts } from './parts.ts'
import { simulatedOutcome } from './simulated.ts'

/** The converter: the pool, or a substitute in tests. */
export interface Converter {
  convert(task: Task, options: TaskOptions): Promise<Result>
}
export interface Task {
  readonly inputPath: string
  /** The paths of texts, or of the concatenated page images. */
  readonly outputs: TextPaths | { readonly drawings: string }
  readonly mediaType: string
  readonly filename: string
  readonly profile: 'fidelity'
  readonly maxPages: number
  readonly pages?: string
  readonly password?: string
  readonly isOcrOff?: true
  readonly isOcrForced?: true
  readonly ocrLanguages?: readonly Language[]
}
interface TaskOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** The paths of the texts and of the document model. */
type TextPaths = Readonly<Record<StoredFormat | 'document', string>> & { readonly images?: string }

export interface Conversion {
  readonly parts: JobParts
  readonly job: Job
  readonly converter: Converter
  /** The folder for the written files. */
  readonly folder: string
  readonly signal: AbortSignal
  /** The deadline of the job. */
  readonly leftMs: () => number
  readonly onProgress: (progress: Progress) => void
}

export interface Converted {
  readonly result: Result
  readonly texts: Texts
  readonly drawn: Drawn | undefined
  readonly images?: CollectedImages
}

/** The images of the document's pictures, concatenated. */
interface CollectedImages {
  readonly source: Source
  readonly files: StoredImages['files']
}

/** Page images, concatenated. */
interface Drawn {
  readonly source: Source
  readonly pages: readonly Drawing[]
}

/**
 * Runs a job of a test key, without reading a document or writing files.
 *
 * @throws {ConversionFailure}
 */
export async function answerTest({ job, signal, onProgress }: Conversion): Promise<Converted> {
  const outcome = await simulatedOutcome(job.filename ?? 'document', { signal, onProgress })
  return { ...outcome, drawn: undefined }
}

/** @throws {ConversionFailure} and {PoolError}, as the converter does. */
export async function convertDocument(
  conversion: Conversion,
  inputPath: string,
): Promise<Converted> {
  const { job, converter, folder, signal, leftMs, onProgress } = conversion
  const path = (name: string): string => join(folder, `output.${name}`)
  const paths = {
    markdown: path('markdown'),
    json: path('json'),
    docling: path('docling'),
    document: path('document'),
    ...(job.options.images && { images: path('images') }),
  }
  const task = toTask(conversion, inputPath)
  const options = { deadlineMs: leftMs(), signal, onProgress }
  const texts = {
    markdown: read(paths.markdown),
    json: read(paths.json),
    docling: read(paths.docling),
    document: read(paths.document),
  }
  const result = await converter.convert({ ...task, outputs: paths }, options)
  const images = imagesOf(result, paths.images)
  const converted = { result, texts, ...(images && { images }) }
  if (!job.options.previews || result.format !== 'pdf') return { ...converted, drawn: undefined }
  onProgress({ stage: 'drawing', pagesDone: result.pages, pagesTotal: result.pages })
  const drawn = await drawPages(conversion, task)
  const missing = result.pages - (drawn?.pages.length ?? 0)
  const warnings = missing > 0 ? [...result.warnings, warnOfDrawings(missing)] : result.warnings
  return { ...converted, result: { ...result, warnings }, drawn }
}

function imagesOf(
  { imageEntries = [], bytes }: Result,
  path: string | undefined,
): CollectedImages | undefined {
  const files = imageEntries.map(({ mediaType, bytes }) => ({ mediaType, bytes }))
  const all = files.reduce((sum, file) => sum + file.bytes, 0)
  return path !== undefined && all > 0 && all === bytes.images
    ? { source: read(path), files }
    : undefined
}

function read(path: string): Source {
  return () => createReadStream(path)
}

function toTask({ parts, job }: Conversion, inputPath: string): Omit<Task, 'outputs'> {
  const { mediaType, filename, options, sealedPassword } = job
  return {
    inputPath,
    mediaType,
    filename: filename ?? 'document',
    profile: 'fidelity',
    maxPages: parts.settings.maxPages,
    ...(options.pages !== undefined && { pages: options.pages }),
    ...(options.ocr === 'off' && { isOcrOff: true }),
    ...(options.ocr === 'force' && { isOcrForced: true }),
    ...(options.ocrLanguages && { ocrLanguages: options.ocrLanguages }),
    ...(sealedPassword && { password: parts.sealer.unseal(sealedPassword) }),
  }
}

/** @returns `undefined` if the pages can't be drawn in time; the job succeeds without them. */
async function drawPages(
  { converter, folder, signal, leftMs }: Conversion,
  task: Omit<Task, 'outputs'>,
): Promise<Drawn | undefined> {
  const path = join(folder, 'drawings')
  const options = { deadlineMs: leftMs(), signal, onProgress: () => {} }
  try {
    const result = await converter.convert({ ...task, outputs: { drawings: path } }, options)
    const { drawings: pages = [], bytes } = result
    const all = pages.reduce((sum, page) => sum + page.bytes, 0)
    return all > 0 && all === bytes.drawings ? { source: read(path), pages } : undefined
  } catch (error) {
    if (!(error instanceof ConversionFailure) || signal.aborted) throw error
    return undefined
  }
}

function warnOfDrawings(missing: number): Warning {
  const pages = missing === 1 ? '1 page was' : `${missing} pages were`
  return {
    code: 'page_not_drawn',
    message: `${pages} could not be drawn: their images are missing.`,
  }
}
