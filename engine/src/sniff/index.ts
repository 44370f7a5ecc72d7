/** Bytes and the declared media type → the format, or an error when they do not agree. */
import { ConversionError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { openPackage } from '../readers/ooxml/index.ts'
import { isWideText } from '../readers/text/index.ts'
import { getFormat, legacyAdvice, unsupported } from './declared.ts'
import { type Format, parseMediaType } from './media-type.ts'
import { isOle, oleNames } from './ole.ts'

export { getFormat } from './declared.ts'
export { detectMediaType } from './detect.ts'
export {
  type ContractFormat,
  type ExtraFormat,
  extraMediaTypes,
  type Format,
  mediaTypeOf,
  mediaTypes,
  parseMediaType,
  supportedEndings,
} from './media-type.ts'

export interface Sniffed {
  readonly format: Format
  /** The `charset` parameter of the declared type. */
  readonly charset?: string
}

/** Acrobat accepts the header anywhere in the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1_024

/**
 * Finds the format that is declared and checks that the bytes are of it.
 *
 * @param declared A media type, parameters allowed.
 * @throws {ConversionError} `unsupported_media_type` when the type is not accepted or the bytes are of another;
 *   `password_protected` for an encrypted office file; `conversion_failed` for a damaged or empty one.
 */
export async function sniff(bytes: Uint8Array, declared: string, limits: Limits): Promise<Sniffed> {
  const { type, parameters } = parseMediaType(declared)
  const format = getFormat(type, true)
  await checks[format](bytes, limits)
  const charset = parameters.get('charset')
  return charset === undefined ? { format } : { format, charset }
}

const checks: Readonly<Record<Format, (bytes: Uint8Array, limits: Limits) => Promise<void>>> = {
  pdf: async (bytes) => {
    refuseEmpty(bytes)
    if (latin1(bytes, PDF_HEADER_WITHIN).includes('%PDF-')) return
    throw hasPdfSyntax(bytes) ? headless() : mismatch('a PDF')
  },
  docx: (bytes, limits) => checkOffice(bytes, 'docx', limits),
  pptx: (bytes, limits) => checkOffice(bytes, 'pptx', limits),
  xlsx: (bytes, limits) => checkOffice(bytes, 'xlsx', limits),
  html: async (bytes) => {
    if (!isHtmlWithNul(bytes)) checkText(bytes, 'HTML')
  },
  text: async (bytes) => checkText(bytes, 'text'),
  csv: async (bytes) => checkText(bytes, 'separated values'),
  epub: async (bytes) => {
    refuseEmpty(bytes)
    if (!startsWith(bytes, 'PK')) throw mismatch('an EPUB')
  },
  image: async (bytes) => {
    refuseEmpty(bytes)
    if (!isPicture(bytes)) throw mismatch('a PNG, JPEG, TIFF or WebP picture')
  },
}

const pictureSignatures = [
  '\u0089PNG\r\n\u001a\n',
  '\u00ff\u00d8\u00ff',
  'II*\0',
  'MM\0*',
  'II+\0',
  'MM\0+',
]

function isPicture(bytes: Uint8Array): boolean {
  const isWebp = startsWith(bytes, 'RIFF') && latin1(bytes.subarray(8), 4) === 'WEBP'
  return isWebp || pictureSignatures.some((signature) => startsWith(bytes, signature))
}

/** Objects, a trailer or its address where a PDF has them (ISO 32000-1, 7.3.10 and 7.5.5): a PDF that lost its head. */
function hasPdfSyntax(bytes: Uint8Array): boolean {
  const head = latin1(bytes, PDF_HEADER_WITHIN)
  const tail = latin1(bytes.subarray(-PDF_HEADER_WITHIN), PDF_HEADER_WITHIN)
  const isOther = binarySignatures.some((signature) => startsWith(bytes, signature))
  return !isOther && /\d \d+ obj\b|\btrailer\s*<<|\bstartxref\s/.test(head + tail)
}

function headless(): ConversionError {
  const sentence = 'The document is damaged: it is a PDF without the header of one.'
  return new ConversionError('conversion_failed', sentence)
}

async function checkOffice(
  bytes: Uint8Array,
  format: 'docx' | 'pptx' | 'xlsx',
  limits: Limits,
): Promise<void> {
  refuseEmpty(bytes)
  if (isOle(bytes)) {
    // [MS-OFFCRYPTO] 2.3.2: an encrypted package is a stream of a compound file.
    if (oleNames(bytes).includes('EncryptedPackage')) {
      throw new ConversionError('password_protected', 'The document is protected by a password.')
    }
    throw unsupported(legacyAdvice)
  }
  if (!startsWith(bytes, 'PK')) throw mismatch(`a .${format} file`)
  const office = await openPackage(bytes, limits)
  if (office?.format !== format) throw mismatch(`a .${format} file`)
}

/** First bytes of files that are not text, whatever they decode to. */
const binarySignatures = [
  '%PDF-',
  'PK\u0003\u0004',
  '\u0089PNG',
  '\u007fELF',
  '\u001f\u008b',
  '\u00d0\u00cf\u0011\u00e0',
  'GIF8',
  '\u00ff\u00d8\u00ff',
  'MZ\u0090',
  'Rar!',
  '7z\u00bc\u00af',
] as const

/** Text has no NUL, but in UTF-16 and UTF-32, which their byte order marks or their regular zeros tell. */
function checkText(bytes: Uint8Array, what: string): void {
  if (binarySignatures.some((signature) => startsWith(bytes, signature))) throw mismatch(what)
  if (bytes.includes(0) && !isWideText(bytes)) throw mismatch(what)
}

/** NUL bytes that a page may have for each of its bytes: templates and databases leave some; a binary file has many more. */
const MAX_NUL_SHARE = 0.001
const HEAD_BYTES = 1_024

/** Whether bytes begin like a page of HTML and hold hardly any NUL; parsers drop those. */
function isHtmlWithNul(bytes: Uint8Array): boolean {
  if (!/^[^<]{0,100}<(?:!doctype\s+html|html|head)\b/i.test(latin1(bytes, HEAD_BYTES))) return false
  let count = 0
  for (const byte of bytes) if (byte === 0) count += 1
  return count <= bytes.length * MAX_NUL_SHARE
}

function refuseEmpty(bytes: Uint8Array): void {
  if (bytes.length > 0) return
  throw new ConversionError('conversion_failed', 'The file is empty: it has no bytes.')
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString('latin1')
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return latin1(bytes, signature.length) === signature
}

function mismatch(what: string): ConversionError {
  return unsupported(`The file's content does not match its declared type: it is not ${what}.`)
}
