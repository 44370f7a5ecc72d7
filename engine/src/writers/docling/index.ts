/** Converts a document to DoclingDocument, and to its JSON in the two forms that the service sends. */
import { createHash } from 'node:crypto'
import type { Warning } from '../../errors.ts'
import { defaultLimits, type Limits, refuse } from '../../limits.ts'
import type { Document, Note, OcrWord, Page } from '../../model/index.ts'
import { createAssembly, setExtra } from './assembly.ts'
import { splitOwnText, writeBlocks } from './blocks.ts'
import { addInlines } from './inlines.ts'
import type { ParentContext } from './parent-context.ts'
import { type Pages, toPageBBox, toPages, toProv } from './provenance.ts'
import type { DoclingDocument, Extra, ExtraOcrWord } from './schema.ts'

export { fromDocling } from './from-docling.ts'
export type { DoclingDocument } from './schema.ts'

/** The file that a document was read from. */
export interface Source {
  /** File name with extension, without a path. */
  readonly filename: string
  /** Media type without parameters. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Losses and guesses of the reader. */
  readonly warnings?: readonly Warning[]
}

/**
 * Converts a document to a DoclingDocument of the lowest version that its features need.
 *
 * @throws {ConversionError} `conversion_failed` if a table or the text of nested tables would exceed a limit.
 */
export function toDocling(
  document: Document,
  source: Source,
  limits: Limits = defaultLimits,
): DoclingDocument {
  const assembly = createAssembly()
  const pages = toPages(document.pages)
  const context: ParentContext = {
    assembly,
    pages,
    limits,
    parent: assembly.body,
    layer: 'body',
    depth: 0,
  }
  writeBlocks(document.blocks, context)
  for (const note of document.notes) writeNote(note, context)
  for (const page of document.pages) {
    const extra = toExtra(page, pages)
    if (extra) assembly.extras[`#/pages/${page.number}`] = extra
  }
  return {
    schema_name: 'DoclingDocument',
    version: assembly.version,
    name: source.filename.replace(/(?<=.)\.[^.]+$/, ''),
    origin: {
      mimetype: source.mediaType,
      binary_hash: hashOf(source.bytes),
      filename: source.filename,
    },
    furniture: assembly.furniture,
    body: assembly.body,
    groups: assembly.groups,
    texts: assembly.texts,
    pictures: assembly.pictures,
    tables: assembly.tables,
    key_value_items: [],
    form_items: [],
    pages: Object.fromEntries(pages.entries()),
    extras: assembly.extras,
    warnings: (source.warnings ?? []).map(({ code, message }) => ({ code, message })),
  }
}

/** Confidences are rounded to thousandths, the precision of recognition. */
const CONFIDENCE_STEPS = 1_000

function toExtra(page: Page, pages: Pages): Extra | undefined {
  const { straightened, ocrConfidence, ocrWords, number } = page
  if (!straightened && ocrConfidence === undefined) return undefined
  return {
    ...(straightened && { straightened }),
    ...(ocrConfidence !== undefined && { ocr_confidence: round(ocrConfidence) }),
    ...(ocrWords && { ocr_words: ocrWords.map((word) => toOcrWord(word, number, pages)) }),
  }
}

function toOcrWord(
  { text, bbox, confidence, isDoubtful, otherReading }: OcrWord,
  page: number,
  pages: Pages,
): ExtraOcrWord {
  return {
    text,
    bbox: toPageBBox(bbox, page, pages),
    confidence: round(confidence),
    ...(isDoubtful && { doubtful: true }),
    ...(otherReading !== undefined && { other_reading: otherReading }),
  }
}

function round(confidence: number): number {
  return Math.round(confidence * CONFIDENCE_STEPS) / CONFIDENCE_STEPS
}

function writeNote(note: Note, context: ParentContext): void {
  const { own, rest } = splitOwnText(note.blocks)
  const prov = (length: number) => toProv(own?.provenance, length, context.pages)
  const node = addInlines(context, own?.inlines ?? [], { label: 'footnote' }, prov)
  setExtra(context.assembly, node, { note_id: note.id })
  writeBlocks(rest, { ...context, parent: node })
}

/** Returns the low 64 bits of the file's SHA-256. */
function hashOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${createHash('sha256').update(bytes).digest('hex').slice(-16)}`)
}

/**
 * Writes a DoclingDocument as JSON.
 *
 * @param pages `object`: the form that docling-core loads. `array`: `pages` as an array ordered by `page_no`, the form
 * of the service's contract.
 * @throws {ConversionError} `conversion_failed` if the text would exceed the longest possible string.
 */
export function stringifyDocling(docling: DoclingDocument, pages: 'object' | 'array'): string {
  const value = pages === 'object' ? docling : { ...docling, pages: Object.values(docling.pages) }
  // JSON.stringify cannot write integers above 2^53, so the digits replace a marker afterwards.
  const origin = { ...docling.origin, binary_hash: '@@hash@@' }
  const digits = `"binary_hash":${docling.origin.binary_hash}`
  return toJson({ ...value, origin }).replace('"binary_hash":"@@hash@@"', digits)
}

function toJson(value: object): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // Strings are limited to half a gigabyte.
    if (error instanceof RangeError) refuse('its JSON would be too long')
    throw error
  }
}
