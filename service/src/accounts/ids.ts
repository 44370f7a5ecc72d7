/** Generates ids of accounts and keys, and the random tokens that browsers hold. */
import { randomBytes, randomUUID } from 'node:crypto'

export function newId(kind: 'acc' | 'key' | 'lgn'): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`
}

/** Makes a random token of 256 bits, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
