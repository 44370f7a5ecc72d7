/**
 * Checks that bytes are text of the declared format without loading a reader, so that servers can check in their own
 * process.
 */
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

/** Signatures of binary files, which may decode as text by accident. */
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

/** Refuses NUL bytes, except in UTF-16 and UTF-32, which byte order marks or regular zeros reveal. */
function checkText(bytes: Uint8Array, what: string): void {
  if (binarySignatures.some((signature) => startsWith(bytes, signature))) throw mismatch(what)
  if (bytes.includes(0) && !isWideText(bytes)) throw mismatch(what)
}

/** Largest share of NUL bytes in a page: templates and databases leave some, binary files have many more. */
const MAX_NUL_SHARE = 0.001
const HEAD_BYTES = 1_024

/** Returns true for bytes that begin like an HTML page and hold few NUL bytes, which parsers drop. */
function isHtmlWithNul(bytes: Uint8Array): boolean {
  if (!/^[^<]{0,100}<(?:!doctype\s+html|html|head)\b/i.test(latin1(bytes, HEAD_BYTES))) return false
  const most = bytes.length * MAX_NUL_SHARE
  let count = 0
  for (let at = bytes.indexOf(0); at >= 0 && count <= most; at = bytes.indexOf(0, at + 1))
    count += 1
  return count <= most
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
