/** Derives a separate key for each purpose from the secret key of the instance. */
import { hkdfSync } from 'node:crypto'
import type { Config } from '../config/index.ts'
import type { Db } from '../database/index.ts'
import { checkFingerprint } from './fingerprint.ts'
import { readMasterKeys } from './master-keys.ts'

export { findFingerprint, SecretKeyWrong } from './fingerprint.ts'
export { KEY_FILE, readKeyFile } from './master-keys.ts'

export interface Secrets {
  /**
   * Derives the keys for one purpose, 256 bits each; the keys of other purposes can't be computed from them.
   *
   * @returns The current key first, then former ones for reading older data.
   */
  keysFor(purpose: string): Keys
}

export type Keys = readonly [today: Buffer, ...former: Buffer[]]

const KEY_BYTES = 32

/** @param masters The current secret key, then former ones; any texts that are hard to guess. */
export function createSecrets([today, ...former]: readonly [string, ...string[]]): Secrets {
  const derive = (master: string, purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
  return {
    keysFor: (purpose) => [
      derive(today, purpose),
      ...former.map((master) => derive(master, purpose)),
    ],
  }
}

/** Returns the fingerprint of a secret key that the database stores. */
export function fingerprintOf(master: string): string {
  const [today] = createSecrets([master]).keysFor('fingerprint')
  return today.toString('hex')
}

/** @throws {SecretKeyWrong} if the data in the database was encrypted with another key. */
export async function openSecrets(config: Config, db: Db): Promise<Secrets> {
  const secrets = createSecrets(await readMasterKeys(config))
  await checkFingerprint(db, secrets.keysFor('fingerprint'))
  return secrets
}
