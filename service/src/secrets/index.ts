/** The secret key of an instance: from it, a key for each purpose. */
import { hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Db } from '../database/index.ts'
import { checkFingerprint } from './fingerprint.ts'
import { readMasterKeys } from './master-keys.ts'

export { findFingerprint, SecretKeyWrong } from './fingerprint.ts'
export { KEY_FILE, readKeyFile } from './master-keys.ts'

export interface Secrets {
  /**
   * Derives the keys for one purpose, 256 bits each: no purpose learns anything of another's.
   *
   * @returns The key of today, and after it those of former secret keys: to read what was written with them.
   */
  keysFor(purpose: string): Keys
}

export type Keys = readonly [today: Buffer, ...former: Buffer[]]

const KEY_BYTES = 32

/** @param masters The secret key of today, and those before it; each any text that is hard to guess. */
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

/** What a database remembers of a secret key. */
export function fingerprintOf(master: string): string {
  const [today] = createSecrets([master]).keysFor('fingerprint')
  return today.toString('hex')
}

/** @throws {SecretKeyWrong} when what the database holds was encrypted with another key. */
export async function openSecrets(config: Config, db: Db): Promise<Secrets> {
  const secrets = createSecrets(await readMasterKeys(config))
  await checkFingerprint(db, secrets.keysFor('fingerprint'))
  return secrets
}
