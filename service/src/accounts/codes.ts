/** Makes and parses the codes that people copy from a mail. */
import { randomInt } from 'node:crypto'

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits: with the attempts that an address has per day, guessing one takes more than a lifetime. */
const CHARACTERS = 8

/** @returns For example `7KQ4-M2XD`. */
export function newCode(): string {
  const characters = Array.from(
    { length: CHARACTERS },
    () => alphabet[randomInt(alphabet.length)] ?? '',
  )
  const half = CHARACTERS / 2
  return `${characters.slice(0, half).join('')}-${characters.slice(half).join('')}`
}

/** @returns The code in its normal form, without the differences of typing. */
export function readCode(text: string): string {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  return plain.replace(/O/g, '0').replace(/[IL]/g, '1')
}
