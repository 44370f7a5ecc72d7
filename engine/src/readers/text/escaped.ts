/** Decodes 7-bit text that switches alphabets by escape sequences (ISO/IEC 2022): RFC 1468, RFC 1557, RFC 1922. */
import { TextDecoder } from 'node:util'

const ESCAPE = 0x1b
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

/** Escape sequences that select the alphabet between SHIFT OUT and SHIFT IN, with the equivalent 8-bit encoding. */
const shifted: readonly { readonly sequence: string; readonly label: string }[] = [
  { sequence: '\u001b$)C', label: 'euc-kr' },
  { sequence: '\u001b$)A', label: 'gb18030' },
]

/** @returns `undefined` without such escapes, or with any 8-bit byte. */
export function decodeEscaped(bytes: Uint8Array): string | undefined {
  if (!bytes.includes(ESCAPE) || bytes.some((byte) => byte > 0x7f)) return undefined
  const text = Buffer.from(bytes).toString('latin1')
  const found = shifted.find(({ sequence }) => text.includes(sequence))
  if (found) return decodeShifted(bytes, found.label)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the escape character.
  const isJapanese = /\u001b(?:\$[@B]|\([IJ])/.test(text)
  return isJapanese ? new TextDecoder('iso-2022-jp').decode(bytes) : undefined
}

/** Sets the eighth bit of shifted bytes and removes the escapes: the result is in an 8-bit encoding. */
function decodeShifted(bytes: Uint8Array, label: string): string {
  const plain: number[] = []
  let isOut = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === SHIFT_OUT || byte === SHIFT_IN) isOut = byte === SHIFT_OUT
    else if (byte === ESCAPE) at += 3
    // White space and line ends are the same in both alphabets.
    else plain.push(isOut && byte > 0x20 ? byte | 0x80 : byte)
  }
  return new TextDecoder(label).decode(Uint8Array.from(plain))
}
