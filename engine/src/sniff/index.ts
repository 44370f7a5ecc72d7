/** Determines the format from the bytes and the declared media type, and throws if they do not agree. */
import { ConversionError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { openPackage } from '../readers/ooxml/index.ts'
import { getFormat, legacyAdvice, unsupported } from './declared.ts'
import { type Format, parseMediaType } from './media-type.ts'
import { isOle, oleNames } from './ole.ts'
import { binarySignatures, latin1, mismatch, startsWith, textChecks } from './text-content.ts'

export { getFormat } from './declared.ts'
export { detectMediaType } from './detect.ts'
export {
  type ContractFormat,
  extraMediaTypes,
  type Format,
  mediaTypeOf,
  mediaTypes,
  parseMediaType,
  supportedEndings,
} from './media-type.ts'

interface Sniffed {
  readonly format: Format
  /** The `charset` parameter of the declared type. */
  readonly charset?: string
}

/** Acrobat accepts the header anywhere in the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1_024

/**
 * Returns the declared format after checking that the bytes match it.
 *
 * @param declared A media type, parameters allowed.
 * @throws {ConversionError} `unsupported_media_type` if the type is not accepted or the bytes are of another;
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
  html: async (bytes) => textChecks.html(bytes),
  text: async (bytes) => textChecks.text(bytes),
  csv: async (bytes) => textChecks.csv(bytes),
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

/**
 * Returns true for a PDF without its header: objects, a trailer or its address are in their usual positions (ISO
 * 32000-1, 7.3.10 and 7.5.5).
 */
function hasPdfSyntax(bytes: Uint8Array): boolean {
  const head = latin1(bytes, PDF_HEADER_WITHIN)
  const tail = latin1(bytes.subarray(-PDF_HEADER_WITHIN), PDF_HEADER_WITHIN)
  const isOther = binarySignatures.some((signature) => startsWith(bytes, signature))
  return !isOther && /\d \d+ obj\b|\btrailer\s*<<|\bstartxref\s/.test(head + tail)
}

function headless(): ConversionError {
  const sentence = 'The document is damaged: its PDF header is missing.'
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
      throw new ConversionError(
        'password_protected',
        'The document is protected by a password. Remove the password and convert it again.',
      )
    }
    throw unsupported(legacyAdvice)
  }
  if (!startsWith(bytes, 'PK')) throw mismatch(`a .${format} file`)
  const office = await openPackage(bytes, limits)
  if (office?.format !== format) throw mismatch(`a .${format} file`)
}

function refuseEmpty(bytes: Uint8Array): void {
  if (bytes.length > 0) return
  throw new ConversionError('conversion_failed', 'The file is empty.')
}
