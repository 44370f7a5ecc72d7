/** Checks that bytes are a text of the declared format, without any reader: cheap enough for a server's own process. */
import type { ConversionError } from '../errors.ts'
import { isWideText } from '../readers/text/index.ts'
import { unsupported } from './declared.ts'

export const textChecks = {
  html: (bytes: Uint8Array): void => {
    if (!isHtmlWithNul(bytes)) checkText(bytes, 'HTML')
  },
  text: (bytes: Uint8Array): void => checkText(bytes, 'text'),
  csv: (bytes: Uint8Array): void => checkText(bytes, 'separated values'),
} as const

/** First bytes of files that are not text, whatever they decode to. */
export const binarySignatures = [
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

export function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString('latin1')
}

export function startsWith(bytes: Uint8Array, signature: string): boolean {
  return latin1(bytes, signature.length) === signature
}

export function mismatch(what: string): ConversionError {
  return unsupported(`The file's content does not match its declared type: it is not ${what}.`)
}
