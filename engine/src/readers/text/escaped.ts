/** Text of seven bits that switches alphabets by escape sequences (ISO/IEC 2022): RFC 1468, RFC 1557, RFC 1922. */
import { TextDecoder } from 'node:util'

const ESCAPE = 0x1b
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

/** Sequences at which the alphabet between SHIFT OUT and SHIFT IN is named, and what it is with the eighth bit set. */
const shifted: readonly { readonly sequence: string; readonly label: string }[] = [
  { sequence: '\u001b$)C', label: 'euc-kr' },
  { sequence: '\u001b$)A', label: 'gb18030' },
]

/** @returns `undefined` for bytes without such escapes, or with any of eight bits. */
export function decodeEscaped(bytes: Uint8Array): string | undefined {
  if (!bytes.includes(ESCAPE) || bytes.some((byte) => byte > 0x7f)) return undefined
  const text = Buffer.from(bytes).toString('latin1')
  const found = shifted.find(({ sequence }) => text.includes(sequence))
  if (found) return decodeShifted(bytes, found.label)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for.
  const isJapanese = /\u001b(?:\$[@B]|\([IJ])/.test(text)
  return isJapanese ? new TextDecoder('iso-2022-jp').decode(bytes) : undefined
}

/** The bytes between the shifts get their eighth bit, and the escapes go: what is left is an encoding of eight bits. */
function decodeShifted(bytes: Uint8Array, label: string): string {
  const plain: number[] = []
  let isOut = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === SHIFT_OUT || byte === SHIFT_IN) isOut = byte === SHIFT_OUT
    else if (byte === ESCAPE) at += 3
    // White space and line ends are the same in both.
    else plain.push(isOut && byte > 0x20 ? byte | 0x80 : byte)
  }
  return new TextDecoder(label).decode(Uint8Array.from(plain))
}
