/** Random characters ↔ the text of a key, which tells by itself whether it can be one. */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 32
const CHECK_CHARACTERS = 6
const KEY = /^rk_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
/** Shown in lists: enough to tell keys apart, far too little to guess one. */
const PREFIX_CHARACTERS = 12

export function newKeyText(isTest: boolean): string {
  const characters = Array.from({ length: RANDOM_CHARACTERS }, () => alphabet[randomInt(62)] ?? '')
  const random = characters.join('')
  return `rk_${isTest ? 'test' : 'live'}_${random}${checkOf(random)}`
}

/** Whether a text is made as keys are: so a typing error, or a made-up key, costs no question to the database. */
export function isKeyText(text: string): boolean {
  const [, , random = '', check] = KEY.exec(text) ?? []
  return check !== undefined && checkOf(random) === check
}

/** CRC-32 in base 62. */
function checkOf(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let count = 0; count < CHECK_CHARACTERS; count += 1) {
    digits = `${alphabet[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** What is kept of a secret. It has so much chance in it that no salt is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_CHARACTERS)
}
