/** Names of accounts and keys, and secrets that browsers hold. */
import { randomBytes, randomUUID } from 'node:crypto'

export function newId(kind: 'acc' | 'key' | 'lgn'): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`
}

/** 256 bits, as text that an address and a cookie can hold. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
