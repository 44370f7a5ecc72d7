/** Bytes of a text of unknown encoding → its characters. */
import { TextDecoder } from 'node:util'
import { decodeEscaped } from './escaped.ts'
import { guessEncoding } from './guess-encoding.ts'

/** UTF-32 is not among the WHATWG encodings, so it is told apart from what `TextDecoder` knows. */
type Encoding = { readonly label: string; readonly skip: number }

/**
 * Decodes text.
 *
 * Byte order mark, then the declared charset (when the bytes are valid in it, but for a few), then UTF-16 and UTF-32 by
 * their zeros, then the escapes of ISO 2022, then UTF-8 (if valid, but for a few), then the likeliest of the older encodings.
 *
 * @param declared A `charset` parameter or a declaration within the text; unknown ones are ignored.
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

/** Byte order marks (Unicode 16, 2.6); the one of UTF-32LE begins like that of UTF-16LE. */
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
  if (label === undefined || !isKnown(label)) return undefined
  // A file that is not what it says is better guessed at than shown with replacement characters.
  return isMostly(bytes, label) ? { label, skip: 0 } : undefined
}

/** Broken characters for each that is beyond ASCII and whole: texts are cut, and joined from several. */
const MAX_BROKEN_SHARE = 0.05

/** Whether bytes are text in an encoding, but for a few characters. */
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

function isKnown(label: string): boolean {
  if (/^utf-?32/.test(label)) return true
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

/** Bytes looked at for the regular zeros of UTF-16 and UTF-32. */
const WIDE_SAMPLE_BYTES = 4_096
/** ASCII letters and spaces make at least this share of every second byte zero in any Western or mixed text… */
const COMMON_ZEROS = 0.1
/** … while the other bytes are hardly ever. */
const RARE_ZEROS = 0.005

/** UTF-16 and UTF-32 without a byte order mark: the zeros of ASCII stand at every second byte, or at three of four. */
export function findWide(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES - (WIDE_SAMPLE_BYTES % 4))
  const quarter = Math.floor(sample.length / 4)
  if (quarter === 0 || bytes.length % 2 !== 0) return undefined
  const zeros = [0, 1, 2, 3].map(
    (place) => sample.filter((byte, index) => byte === 0 && index % 4 === place).length / quarter,
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

/** Whether bytes with zeros can be text all the same. */
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
