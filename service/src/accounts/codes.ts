/** Codes that people read from a mail and type. */
import { randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O and U, which are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits: with the tries that an address has in a day, nobody guesses one in a lifetime. */
const CHARACTERS = 8

/** @returns `7KQ4-M2XD`. */
export function newCode(): string {
  const characters = Array.from(
    { length: CHARACTERS },
    () => alphabet[randomInt(alphabet.length)] ?? '',
  )
  const half = CHARACTERS / 2
  return `${characters.slice(0, half).join('')}-${characters.slice(half).join('')}`
}

/** @returns The code as it is compared, however it was typed. */
export function readCode(text: string): string {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  return plain.replace(/O/g, '0').replace(/[IL]/g, '1')
}
