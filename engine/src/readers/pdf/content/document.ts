/** Opens a PDF from bytes: page count, title; a file that PDFium cannot open becomes a `ConversionError`. */
import { ConversionError } from '../../../errors.ts'
import type { CheckField } from './check-fields.ts'
import { type Engine, readString } from './engine.ts'
import { openErrors } from './format.ts'
import { haveInherited } from './inherited-resources.ts'
import { type LigatureNames, readLigatureNames } from './ligature-names.ts'

/** A document open in an engine, to be closed with `closeDocument`. */
export interface OpenDocument {
  readonly engine: Engine
  readonly handle: number
  /** The count that the file claims; a page may still fail to load. */
  readonly pageCount: number
  /** PDFium reads from here for as long as the document is open. */
  readonly data: number
  readonly length: number
  /** The page that was read last, if it stays loaded for its fonts; else 0. */
  lastPage: number
  /** Set on first use. */
  ligatures?: LigatureNames
  /** Set on first use. */
  inheritsResources?: boolean
  /** The check boxes and radio buttons of the pages read so far, by the page's number. */
  readonly checkFields: Map<number, readonly CheckField[]>
}

/**
 * Opens a document.
 *
 * @param password The user's or the owner's password; the empty one opens a file that is encrypted with an empty user
 * password.
 * @throws {ConversionError} `password_protected`, or `conversion_failed` for damaged bytes.
 */
export function openDocument(engine: Engine, bytes: Uint8Array, password = ''): OpenDocument {
  const { pdfium } = engine
  const data = pdfium.malloc(Math.max(bytes.length, 1))
  if (data === 0) throw damaged('out of memory for the file itself')
  engine.heap().bytes.set(bytes, data)
  const secret = password === '' ? 0 : writeText(engine, password)
  const handle = pdfium.FPDF_LoadMemDocument(data, bytes.length, secret)
  pdfium.free(secret)
  if (handle !== 0) {
    const pageCount = pdfium.FPDF_GetPageCount(handle)
    const { length } = bytes
    return { engine, handle, pageCount, data, length, lastPage: 0, checkFields: new Map() }
  }
  const error = pdfium.FPDF_GetLastError()
  pdfium.free(data)
  throw openingError(error, password !== '')
}

/** Writes text as UTF-8 with a terminator, as PDFium expects it; the caller frees it. */
function writeText(engine: Engine, text: string): number {
  const bytes = new TextEncoder().encode(`${text}\0`)
  const address = engine.pdfium.malloc(bytes.length)
  if (address === 0) throw damaged('out of memory for the password')
  engine.heap().bytes.set(bytes, address)
  return address
}

function openingError(error: number, hasPassword: boolean): ConversionError {
  if (error === openErrors.password) {
    const sentence = hasPassword
      ? 'The PDF cannot be opened with this password.'
      : 'The PDF needs a password to be opened; remove the password and send it again.'
    return new ConversionError('password_protected', sentence)
  }
  if (error === openErrors.security) {
    return new ConversionError(
      'password_protected',
      'The PDF is protected in a way that only special programs can open; remove the protection and send it again.',
    )
  }
  return damaged(`FPDF_GetLastError ${error}`)
}

/** Returns the error for a file that is too damaged to be read. */
export function damaged(detail: string, cause?: unknown): ConversionError {
  return new ConversionError(
    'conversion_failed',
    'The PDF could not be read: it is damaged, or not a PDF.',
    { detail, cause },
  )
}

/**
 * Keeps a page loaded until the next one is loaded, because PDFium drops a font with the last page that uses it.
 * Measured: loading a page then takes a seventh less in a book, a tenth in a report, a 25th in articles.
 *
 * @param page 0 to keep no page.
 */
export function keepPage(document: OpenDocument, page: number): void {
  if (document.lastPage !== 0) document.engine.pdfium.FPDF_ClosePage(document.lastPage)
  document.lastPage = page
}

/** Returns the ligatures that the document’s fonts name; scans the file once. */
export function ligaturesOf(document: OpenDocument): LigatureNames {
  const { engine, data, length } = document
  document.ligatures ??= readLigatureNames(engine.heap().bytes.subarray(data, data + length))
  return document.ligatures
}

/** Returns true if pages have their resources from their parents; scans the file once. */
export function inheritsResources(document: OpenDocument): boolean {
  const { engine, data, length } = document
  document.inheritsResources ??= haveInherited(engine.heap().bytes.subarray(data, data + length))
  return document.inheritsResources
}

export function closeDocument(document: OpenDocument): void {
  keepPage(document, 0)
  document.engine.pdfium.FPDF_CloseDocument(document.handle)
  document.engine.pdfium.free(document.data)
}

/**
 * Returns a text of the document information dictionary (ISO 32000-1, 14.3.3) with collapsed white space; `undefined` if it is
 * blank.
 */
export function readInfo(document: OpenDocument, key: 'Title' | 'Author'): string | undefined {
  const { pdfium, scratch, heap } = document.engine
  heap().bytes.set(new TextEncoder().encode(`${key}\0`), scratch)
  const text = readString(document.engine, 'utf16', (buffer, room) =>
    pdfium.FPDF_GetMetaText(document.handle, scratch, buffer, room),
  )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: texts come with trailing NULs and the like.
    .replace(/[\u0000-\u0020\u007f\u00a0\ufeff]+/g, ' ')
    .trim()
  return text === '' ? undefined : text
}
