/** Compares the secret key with its fingerprint in the database, so that no process works with a wrong key. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner } from '../database/index.ts'

/** The message is a sentence for the operator. */
export class SecretKeyWrong extends Error {
  override readonly name = 'SecretKeyWrong'
}

const stored = z.object({ fingerprint: z.string() })

/**
 * Stores the fingerprint on the very first start, and replaces that of a former key.
 *
 * @param keys Derived for this purpose only: the stored fingerprint reveals nothing of the secret key.
 * @throws {SecretKeyWrong} if neither the current nor a former key matches the stored fingerprint.
 */
export async function checkFingerprint(
  db: Db,
  keys: readonly [today: Buffer, ...former: Buffer[]],
): Promise<void> {
  const [today, ...former] = keys.map((key) => key.toString('hex'))
  if (today === undefined) throw new Error('There is no key.')
  await sql`
    INSERT INTO secret_key (fingerprint) VALUES (${today}) ON CONFLICT DO NOTHING
  `.execute(db)
  const stored = await findFingerprint(db)
  if (stored === today) return
  if (stored === undefined || !former.includes(stored)) {
    throw new SecretKeyWrong(
      'The secrets in this database are encrypted with another secret key. Set RECTO_SECRET_KEY (or the file secret.key in RECTO_DATA_DIR) to the former key; to change the key, set the former one in RECTO_SECRET_KEY_OLD.',
    )
  }
  await sql`
    UPDATE secret_key SET fingerprint = ${today}, since = now() WHERE fingerprint = ${stored}
  `.execute(db)
}

/** @returns `undefined` if no service has started yet. */
export async function findFingerprint(runner: Runner): Promise<string | undefined> {
  return (await findRow(runner, stored, sql`SELECT fingerprint FROM secret_key`))?.fingerprint
}
