/** Detects the media type of a file, for callers that know at most its name. */
import { ConversionError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { openPackage } from '../readers/ooxml/index.ts'
import {
  type ContractFormat,
  extraMediaTypes,
  findFormat,
  mediaTypeOf,
  mediaTypes,
  parseMediaType,
} from './media-type.ts'
import { refuseUnread } from './unsupported.ts'

/** Bytes that are searched for the signature of a format. */
const HEAD_BYTES = 1_024

/**
 * Detects the media type of a file: by its extension, its declared type, or its bytes.
 *
 * @param declared Ignored unless it is an accepted type.
 * @returns `text/plain` if nothing else fits.
 * @throws {ConversionError} `unsupported_media_type` for a known format without a reader: RTF, OpenDocument, …
 */
export async function detectMediaType(
  bytes: Uint8Array,
  filename = '',
  declared = '',
): Promise<string> {
  const typeByName =
    mediaTypeOf(filename) ?? (findFormat(parseMediaType(declared).type) && declared)
  if (typeByName !== undefined) return typeByName
  const shown = await typeOfBytes(bytes)
  if (shown !== undefined) return shown
  refuseUnread(bytes, filename)
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  // Archives are not text; the reader reports why it cannot read them.
  const isArchive = head.startsWith('PK') || head === '\u00d0\u00cf\u0011\u00e0'
  return isArchive ? mediaTypes.docx : mediaTypes.text
}

const pictures = [
  { start: /^\u0089PNG/, type: extraMediaTypes.png },
  { start: /^\u00ff\u00d8\u00ff/, type: extraMediaTypes.jpeg },
  { start: /^(?:II\*\0|MM\0\*)/, type: extraMediaTypes.tiff },
  { start: /^RIFF[\s\S]{4}WEBP/, type: extraMediaTypes.webp },
]
/** EPUB 3.3, 4.2.2: the first, uncompressed entry of the zip names the type. */
const isEpub = /^PK[\s\S]{28}mimetypeapplication\/epub\+zip/

/** @returns `undefined` if the bytes match no signature. */
async function typeOfBytes(bytes: Uint8Array): Promise<string | undefined> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (head.includes('%PDF-')) return mediaTypes.pdf
  const picture = pictures.find(({ start }) => start.test(head))
  if (picture) return picture.type
  if (isEpub.test(head)) return extraMediaTypes.epub
  if (head.startsWith('PK')) {
    const format = await findOfficeFormat(bytes)
    return format && mediaTypes[format]
  }
  const isHtml = /^[^<]{0,100}<(?:!doctype\s+html|html|head|body)\b/i.test(head)
  return isHtml ? mediaTypes.html : undefined
}

/** Returns `undefined` for a package that cannot be opened; the reader reports the error. */
async function findOfficeFormat(bytes: Uint8Array): Promise<ContractFormat | undefined> {
  try {
    return (await openPackage(bytes, defaultLimits))?.format
  } catch (error) {
    if (error instanceof ConversionError) return undefined
    throw error
  }
}
