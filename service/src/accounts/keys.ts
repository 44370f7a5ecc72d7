/** Creates, lists, rotates and revokes the API keys of an account. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner, readRows } from '../database/index.ts'
import { audit } from './audit.ts'
import { newId } from './ids.ts'
import { hashOf, newKeyText, prefixOf } from './key-text.ts'
import { type Feature, features } from './plans.ts'

const keyRow = z.object({
  id: z.string(),
  accountId: z.string(),
  /** Id of the first key of a chain of rotations; the keys of a chain share their spending cap. */
  familyId: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  isTest: z.boolean(),
  /** The most credits that this key and the other keys of its family may spend in a period. */
  spendCap: z.int().nullable(),
  /** The features that the key may use; `null` for all features of the plan. */
  features: z.array(z.enum(features)).nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  /** The time at which a rotated key stops working. */
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** True if the key is valid now, by the database's clock. */
  isValid: z.boolean(),
})
export type Key = Readonly<z.output<typeof keyRow>>

interface NewKey {
  readonly name: string
  readonly isTest: boolean
  readonly spendCap?: number | undefined
  /** Left out for all features of the plan. */
  readonly features?: readonly Feature[] | undefined
  /** The family of the rotated key. */
  readonly familyId?: string | undefined
}

interface CreatedKey {
  readonly id: string
  /** The text of the key; it is shown once and never stored. */
  readonly key: string
}

/** A rotated key keeps working for this long, so that users can deploy the new one. */
const OVERLAP = sql`interval '24 hours'`
const MAX_NAME = 100
/** Bounds the table; far more than any account needs. */
export const MAX_KEYS = 100

const columns = sql`
  id, account_id AS "accountId", coalesce(family_id, id) AS "familyId", name, prefix, last_four AS "lastFour", is_test AS "isTest",
  spend_cap AS "spendCap", features, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt",
  (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS "isValid"`

export async function createKey(
  tx: Runner,
  accountId: string,
  { name, isTest, spendCap, features: allowed, familyId }: NewKey,
): Promise<CreatedKey> {
  const id = newId('key')
  const key = newKeyText(isTest)
  await sql`
    INSERT INTO api_key (id, account_id, hash, name, prefix, last_four, is_test, spend_cap, features, family_id)
    VALUES (${id}, ${accountId}, ${hashOf(key)}, ${name.slice(0, MAX_NAME)}, ${prefixOf(key)},
      ${key.slice(-4)}, ${isTest}, ${spendCap ?? null},
      ${allowed ? JSON.stringify(allowed) : null}::jsonb, ${familyId ?? null})
  `.execute(tx)
  await audit(tx, accountId, 'key_created', { key_id: id, is_test: isTest })
  return { id, key }
}

/** Lists the keys of an account, the newest first. */
export function listKeys(runner: Runner, accountId: string): Promise<readonly Key[]> {
  return readRows(
    runner,
    keyRow,
    sql`
      SELECT ${columns} FROM api_key WHERE account_id = ${accountId} ORDER BY created_at DESC, id
    `,
  )
}

/**
 * Creates a replacement for a key, which works for another 24 hours.
 *
 * @returns `undefined` if the account has no such key or the key no longer works.
 */
export function rotateKey(db: Db, accountId: string, id: string): Promise<CreatedKey | undefined> {
  return db.transaction().execute(async (tx) => {
    const old = await findRow(
      tx,
      keyRow,
      sql`
        UPDATE api_key SET expires_at = now() + ${OVERLAP}
        WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL AND expires_at IS NULL
        RETURNING ${columns}
      `,
    )
    if (!old) return undefined
    const { name, isTest, familyId, spendCap, features: allowed } = old
    const created = await createKey(tx, accountId, {
      name,
      isTest,
      familyId,
      spendCap: spendCap ?? undefined,
      features: allowed ?? undefined,
    })
    await audit(tx, accountId, 'key_rotated', { key_id: id, new_key_id: created.id })
    return created
  })
}

const revokedRow = z.object({ id: z.string(), accountId: z.string() })

/**
 * Revokes a key at once.
 *
 * @param which Its id, or the key itself.
 * @param accountId Left out when the operator revokes it.
 * @returns True if the key worked until now.
 */
export function revokeKey(db: Db, which: string, accountId: string | undefined): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const revoked = await findRow(
      tx,
      revokedRow,
      sql`
        UPDATE api_key SET revoked_at = now()
        WHERE (id = ${which} OR hash = ${hashOf(which)}) AND revoked_at IS NULL
          AND (${accountId ?? null}::text IS NULL OR account_id = ${accountId ?? null})
        RETURNING id, account_id AS "accountId"
      `,
    )
    if (revoked) await audit(tx, revoked.accountId, 'key_revoked', { key_id: revoked.id })
    return revoked !== undefined
  })
}
