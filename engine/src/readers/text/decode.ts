/** Decodes text of unknown encoding. */
import { TextDecoder } from 'node:util'
import { decodeEscaped } from './escaped.ts'
import { guessEncoding } from './guess-encoding.ts'

/** A label for `TextDecoder`, or UTF-32, which WHATWG does not list; and the length of the byte order mark. */
type Encoding = { readonly label: string; readonly skip: number }

/**
 * Decodes text.
 *
 * Tries, in order: byte order mark; declared charset (if nearly all bytes are valid in it); UTF-16 and UTF-32 by their
 * zeros; ISO 2022 escapes; UTF-8 (if nearly all bytes are valid); the most likely of the older encodings.
 *
 * @param declared A `charset` parameter or a declaration within the text; unknown labels are ignored.
 */
export async function decodeText(bytes: Uint8Array, declared?: string): Promise<string> {
  const encoding = findMark(bytes) ?? findDeclared(bytes, declared) ?? findWide(bytes)
  if (encoding) return decodeAs(bytes.subarray(encoding.skip), encoding.label)
  const escaped = decodeEscaped(bytes)
  if (escaped !== undefined) return escaped
  if (isMostly(bytes, 'utf-8')) return decodeAs(bytes, 'utf-8')
  const isValid = (label: string): boolean => decodeStrictly(bytes, label) !== undefined
  return decodeAs(bytes, await guessEncoding(bytes, isValid))
}

/** Finds byte order marks (Unicode 16, 2.6); that of UTF-32LE begins like that of UTF-16LE. */
function findMark(bytes: Uint8Array): Encoding | undefined {
  const head = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = marks.find(([mark]) => head.startsWith(mark))
  return found && { label: found[1], skip: found[0].length / 2 }
}

const marks: readonly (readonly [mark: string, label: string])[] = [
  ['fffe0000', 'utf-32le'],
  ['0000feff', 'utf-32be'],
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

function findDeclared(bytes: Uint8Array, declared: string | undefined): Encoding | undefined {
  const label = declared?.trim().toLowerCase()
  if (label === undefined || !isSupported(label)) return undefined
  // For a wrong declaration, guessing is better than replacement characters.
  return isMostly(bytes, label) ? { label, skip: 0 } : undefined
}

/** The largest ratio of invalid to valid non-ASCII characters: texts may be truncated, or joined from several. */
const MAX_BROKEN_SHARE = 0.05

/** Returns true if nearly all bytes are valid in an encoding. */
function isMostly(bytes: Uint8Array, label: string): boolean {
  if (decodeStrictly(bytes, label) !== undefined) return true
  const text = decodeAs(bytes, label)
  let broken = 0
  let whole = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === REPLACEMENT) broken += 1
    else if (code > 0x7f) whole += 1
  }
  return broken <= whole * MAX_BROKEN_SHARE
}

const REPLACEMENT = 0xfffd

function isSupported(label: string): boolean {
  if (/^utf-?32/.test(label)) return true
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

/** The size of the sample that is searched for the regular zeros of UTF-16 and UTF-32. */
const WIDE_SAMPLE_BYTES = 4_096
/** The least share of zeros among the high bytes of Western or mixed text, which come from ASCII letters and spaces. */
const COMMON_ZEROS = 0.1
/** The largest share of zeros among the other bytes of such text. */
const RARE_ZEROS = 0.005

/** Detects UTF-16 and UTF-32 without a byte order mark: ASCII has zeros at every second byte, or at three of four. */
function findWide(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES - (WIDE_SAMPLE_BYTES % 4))
  const quarter = Math.floor(sample.length / 4)
  if (quarter === 0 || bytes.length % 2 !== 0) return undefined
  const zeros = [0, 1, 2, 3].map(
    (offset) => sample.filter((byte, index) => byte === 0 && index % 4 === offset).length / quarter,
  )
  const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = zeros
  if (bytes.length % 4 === 0 && z2 + z3 > 1.9 && z0 < RARE_ZEROS) {
    return { label: 'utf-32le', skip: 0 }
  }
  if (bytes.length % 4 === 0 && z0 + z1 > 1.9 && z3 < RARE_ZEROS) {
    return { label: 'utf-32be', skip: 0 }
  }
  const even = (z0 + z2) / 2
  const odd = (z1 + z3) / 2
  if (odd > COMMON_ZEROS && even < RARE_ZEROS) return { label: 'utf-16le', skip: 0 }
  if (even > COMMON_ZEROS && odd < RARE_ZEROS) return { label: 'utf-16be', skip: 0 }
  return undefined
}

/** Returns true if bytes with zeros can be text. */
export function isWideText(bytes: Uint8Array): boolean {
  const mark = findMark(bytes)?.label ?? ''
  return /^utf-(?:16|32)/.test(mark) || findWide(bytes) !== undefined
}

function decodeStrictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return /^utf-?32/.test(label)
      ? decodeUtf32(bytes, label)
      : new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeAs(bytes: Uint8Array, label: string): string {
  return /^utf-?32/.test(label) ? decodeUtf32(bytes, label) : new TextDecoder(label).decode(bytes)
}

function decodeUtf32(bytes: Uint8Array, label: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = !label.endsWith('be')
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, little)
    parts.push(point <= 0x10ffff && point !== 0xfeff ? String.fromCodePoint(point) : '\ufffd')
  }
  return parts.join('').replace(/^\ufffd/, '')
}
