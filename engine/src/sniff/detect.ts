/** Bytes without a declared type → the media type they most likely have: for files without a telling name. */
import { ConversionError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { openPackage } from '../readers/ooxml/index.ts'
import { mediaTypes } from './media-type.ts'

/** Bytes looked at for the marks of a format. */
const HEAD_BYTES = 1_024

/** @returns A media type that is accepted; `text/plain` when nothing else fits. */
export async function detectMediaType(bytes: Uint8Array): Promise<string> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (head.includes('%PDF-')) return mediaTypes.pdf
  if (head.startsWith('PK')) return mediaTypes[(await findOfficeFormat(bytes)) ?? 'docx']
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0')) return mediaTypes.docx
  const isHtml = /^[^<]{0,100}<(?:!doctype\s+html|html|head|body)\b/i.test(head)
  return isHtml ? mediaTypes.html : mediaTypes.text
}

/** What cannot be opened is said when it is read. */
async function findOfficeFormat(bytes: Uint8Array) {
  try {
    return (await openPackage(bytes, defaultLimits))?.format
  } catch (error) {
    if (error instanceof ConversionError) return undefined
    throw error
  }
}
