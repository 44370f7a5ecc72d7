/** Encrypts secrets for the database, so that its contents alone reveal none of them. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '../secrets/index.ts'

export interface Sealer {
  seal(secret: string): Buffer
  /** @throws If it was sealed with another key, or changed. */
  unseal(sealed: Uint8Array): string
  /** Returns a keyed hash of the secret; without the key, guesses can't be checked. */
  digest(secret: string): string
}

/** NIST SP 800-38D, 5.2.1.1: 96 bits. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** @param keys The first key seals; former keys can still unseal. */
export function createSealer(keys: Keys): Sealer {
  const [today] = keys
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, today, nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    unseal: (sealed) => {
      for (const key of keys) {
        const secret = tryUnseal(key, sealed)
        if (secret !== undefined) return secret
      }
      throw new Error('A secret was sealed with another key, or changed.')
    },
    digest: (secret) => createHmac('sha256', today).update(`digest:${secret}`).digest('hex'),
  }
}

function tryUnseal(key: Buffer, sealed: Uint8Array): string | undefined {
  const tagEnd = NONCE_BYTES + TAG_BYTES
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), options)
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd))
  const text = decipher.update(sealed.subarray(tagEnd), undefined, 'utf8')
  try {
    return text + decipher.final('utf8')
  } catch {
    // A wrong key makes the tag differ, which is the only reason for `final` to throw in this mode.
    return undefined
  }
}
