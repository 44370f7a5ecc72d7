/** Keys of an account: made, shown once, listed, replaced, revoked. */
import { sql } from 'kysely'
import type { Db, Runner } from '../database/index.ts'
import { audit } from './audit.ts'
import { newId } from './ids.ts'
import { hashOf, newKeyText, prefixOf } from './key-text.ts'
import type { Feature } from './plans.ts'

export interface Key {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly prefix: string
  readonly lastFour: string
  readonly isTest: boolean
  /** Credits that it may spend in a period. */
  readonly spendCap: number | null
  /** All that it may do; `null` for all that its plan includes. */
  readonly features: readonly Feature[] | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** When it stops working because another took its place. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Whether it works, by the database's clock. */
  readonly isValid: boolean
}

export interface NewKey {
  readonly name: string
  readonly isTest: boolean
  readonly spendCap?: number | undefined
  /** Left out for all that the plan includes. */
  readonly features?: readonly Feature[] | undefined
}

export interface CreatedKey {
  readonly id: string
  /** Shown once, and kept nowhere. */
  readonly key: string
}

/** For the old key, once it was replaced: time to bring the new one to wherever it is used. */
const OVERLAP = sql`interval '24 hours'`
const MAX_NAME = 100
/** So that nobody fills the table; far more than anyone uses. */
export const MAX_KEYS = 100

const columns = sql`
  id, account_id AS "accountId", name, prefix, last_four AS "lastFour", is_test AS "isTest",
  spend_cap AS "spendCap", features, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt",
  (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS "isValid"`

export async function createKey(
  tx: Runner,
  accountId: string,
  { name, isTest, spendCap, features }: NewKey,
): Promise<CreatedKey> {
  const id = newId('key')
  const key = newKeyText(isTest)
  await sql`
    INSERT INTO api_key (id, account_id, hash, name, prefix, last_four, is_test, spend_cap, features)
    VALUES (${id}, ${accountId}, ${hashOf(key)}, ${name.slice(0, MAX_NAME)}, ${prefixOf(key)},
      ${key.slice(-4)}, ${isTest}, ${spendCap ?? null},
      ${features ? JSON.stringify(features) : null}::jsonb)
  `.execute(tx)
  await audit(tx, accountId, 'key_created', { key_id: id, is_test: isTest })
  return { id, key }
}

/** The newest first. */
export async function listKeys(runner: Runner, accountId: string): Promise<readonly Key[]> {
  const { rows } = await sql<Key>`
    SELECT ${columns} FROM api_key WHERE account_id = ${accountId} ORDER BY created_at DESC, id
  `.execute(runner)
  return rows
}

/**
 * Makes a key in place of another, which works for another 24 hours.
 *
 * @returns `undefined` when the account has no such key, or it does not work any more.
 */
export function rotateKey(db: Db, accountId: string, id: string): Promise<CreatedKey | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Key>`
      UPDATE api_key SET expires_at = now() + ${OVERLAP}
      WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL AND expires_at IS NULL
      RETURNING ${columns}
    `.execute(tx)
    const old = rows[0]
    if (!old) return undefined
    const { name, isTest, spendCap, features } = old
    const created = await createKey(tx, accountId, {
      name,
      isTest,
      spendCap: spendCap ?? undefined,
      features: features ?? undefined,
    })
    await audit(tx, accountId, 'key_rotated', { key_id: id, new_key_id: created.id })
    return created
  })
}

/**
 * Ends a key at once.
 *
 * @param which Its id, or the key itself.
 * @param accountId Left out where the operator does it.
 * @returns Whether there was one that worked.
 */
export function revokeKey(db: Db, which: string, accountId: string | undefined): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; accountId: string }>`
      UPDATE api_key SET revoked_at = now()
      WHERE (id = ${which} OR hash = ${hashOf(which)}) AND revoked_at IS NULL
        AND (${accountId ?? null}::text IS NULL OR account_id = ${accountId ?? null})
      RETURNING id, account_id AS "accountId"
    `.execute(tx)
    const revoked = rows[0]
    if (revoked) await audit(tx, revoked.accountId, 'key_revoked', { key_id: revoked.id })
    return revoked !== undefined
  })
}
