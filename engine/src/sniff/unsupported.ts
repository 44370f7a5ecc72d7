/** Refuses common formats without a reader by name, instead of converting their raw bytes as text. */
import { ConversionError } from '../errors.ts'

interface Unread {
  /** Name of the format in messages: `an RTF document`. */
  readonly what: string
  readonly advice: string
}

const asDocx = 'save it as .docx and convert that.'
const asXlsx = 'save it as .xlsx and convert that.'
const asPptx = 'save it as .pptx and convert that.'
const asPdf = 'save it as a PDF and convert that.'

const unread: Readonly<Record<string, Unread>> = {
  rtf: { what: 'an RTF document', advice: asDocx },
  odt: { what: 'an OpenDocument text', advice: asDocx },
  ods: { what: 'an OpenDocument spreadsheet', advice: asXlsx },
  odp: { what: 'an OpenDocument presentation', advice: asPptx },
  doc: { what: 'a Word document of the old format', advice: asDocx },
  xls: { what: 'an Excel workbook of the old format', advice: asXlsx },
  xlsb: { what: 'a binary Excel workbook', advice: asXlsx },
  ppt: { what: 'a PowerPoint presentation of the old format', advice: asPptx },
  pages: { what: 'a Pages document', advice: asDocx },
  numbers: { what: 'a Numbers spreadsheet', advice: asXlsx },
  key: { what: 'a Keynote presentation', advice: asPptx },
  eml: { what: 'an e-mail', advice: 'save its text as HTML, and its attachments as files.' },
  msg: {
    what: 'an Outlook message',
    advice: 'save its text as HTML, and its attachments as files.',
  },
  mobi: { what: 'a Kindle book', advice: asPdf },
  djvu: { what: 'a DjVu document', advice: asPdf },
  ps: { what: 'a PostScript document', advice: asPdf },
  xps: { what: 'an XPS document', advice: asPdf },
  zip: { what: 'a zip archive', advice: 'unpack it and convert the files in it.' },
}

/** Signatures that identify a format regardless of the file's name. */
const signatures: readonly { readonly start: string; readonly ending: string }[] = [
  { start: '{\\rtf', ending: 'rtf' },
  { start: '%!PS', ending: 'ps' },
  { start: 'AT&TFORM', ending: 'djvu' },
]

/** OpenDocument 1.3, part 2, 3.3: the first, uncompressed entry of the zip names the format. */
const openDocument =
  /^PK[\s\S]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/
const openDocumentEndings: Readonly<Record<string, string>> = {
  text: 'odt',
  spreadsheet: 'ods',
  presentation: 'odp',
}

const HEAD_BYTES = 128

/**
 * Refuses a file whose name or first bytes belong to a known format without a reader.
 *
 * @throws {ConversionError} `unsupported_media_type`; the message names the format and suggests a remedy.
 */
export function refuseUnread(bytes: Uint8Array, filename: string): void {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const named = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  const [, kind = ''] = openDocument.exec(head) ?? []
  const signed = signatures.find(({ start }) => head.startsWith(start))?.ending
  const found = unread[openDocumentEndings[kind] ?? signed ?? named]
  if (!found) return
  const sentence = `The file is ${found.what}, which is not supported: ${found.advice}`
  throw new ConversionError('unsupported_media_type', sentence)
}
