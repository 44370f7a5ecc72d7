/** Makes the text of a key from random characters, with a checksum that reveals mistyped keys. */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 32
const CHECK_CHARACTERS = 6
const KEY = /^rk_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
/** The prefix that lists show: enough to recognise a key, far too little to guess one. */
const PREFIX_CHARACTERS = 12

export function newKeyText(isTest: boolean): string {
  const characters = Array.from({ length: RANDOM_CHARACTERS }, () => alphabet[randomInt(62)] ?? '')
  const random = characters.join('')
  return `rk_${isTest ? 'test' : 'live'}_${random}${checkOf(random)}`
}

/** Returns true if the checksum of a key fits: mistyped and invented keys then cost no database query. */
export function isKeyText(text: string): boolean {
  const [, , random = '', check] = KEY.exec(text) ?? []
  return check !== undefined && checkOf(random) === check
}

/** Computes a CRC-32 in base 62. */
function checkOf(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let count = 0; count < CHECK_CHARACTERS; count += 1) {
    digits = `${alphabet[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Returns the stored hash of a secret. Secrets are random enough to need no salt. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_CHARACTERS)
}
