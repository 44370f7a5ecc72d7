/** Secrets ↔ what the database keeps of them: of no use to who reads only the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Sealer {
  seal(secret: string): Buffer
  /** @throws When it was sealed with another key, or changed. */
  unseal(sealed: Uint8Array): string
}

const KEY_BYTES = 32
/** NIST SP 800-38D, 5.2.1.1: 96 bits. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** @param master Any text that is hard to guess; the key is derived from it. */
export function createSealer(master: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'webhook secrets', KEY_BYTES))
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    unseal: (sealed) => {
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), options)
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd))
      return decipher.update(sealed.subarray(tagEnd), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

const FILE_NAME = 'secret.key'

/** Reads the key that lies beside the data, and makes one on the first start. */
export async function readMasterKey(dataFolder: string): Promise<string> {
  const path = join(dataFolder, FILE_NAME)
  const own = `${path}.${process.pid}`
  await writeFile(own, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 })
  try {
    // Fails when there is one: two processes that start together agree on one key.
    await link(own, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(own)
  }
  await chmod(path, 0o600)
  return await readFile(path, 'utf8')
}
