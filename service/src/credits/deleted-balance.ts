/** Keeps the remaining credits of a deleted account for its owner's return within the same period. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, type Runner } from '../database/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Counting } from './counting.ts'
import { noteEntry } from './grants.ts'
import { dayOf, type Period } from './periods.ts'

const departedRow = z.object({ balance: z.int(), anchorOn: z.string(), periodStart: z.string() })
type DeletedBalance = Readonly<z.infer<typeof departedRow>>

/** Derives the keys that addresses are hashed with. */
export function addressKeysOf(secrets: Secrets): readonly Buffer[] {
  return secrets.keysFor('addresses of deleted accounts')
}

function hashesOf(keys: readonly Buffer[], email: string | null): string[] {
  if (email === null) return []
  return keys.map((key) => createHmac('sha256', key).update(email).digest('hex'))
}

/**
 * Stores the remaining credits of an account, so that deleting it and coming back grants no new ones.
 *
 * The record is stored under a keyed hash of the mail address: without the key, the database reveals no owner and
 * guesses can't be checked.
 *
 * @param tx The transaction that deletes the account, before the deletion.
 */
export async function keepDeletedBalance(
  tx: Runner,
  { clock, addressKeys }: Counting,
  accountId: string,
  email: string | null,
): Promise<void> {
  const [hash] = hashesOf(addressKeys, email)
  if (hash === undefined) return
  await sql`
    INSERT INTO departed_balance (address_hash, balance, anchor_on, period_start, period_end)
    SELECT ${hash}, balance, account.anchor_on, period_start, period_end
    FROM balance JOIN account ON account.id = balance.account_id
    WHERE account_id = ${accountId} AND period_end > ${dayOf(clock())}::date
    ON CONFLICT (address_hash) DO UPDATE SET balance = excluded.balance,
      anchor_on = excluded.anchor_on, period_start = excluded.period_start,
      period_end = excluded.period_end
  `.execute(tx)
}

/** @returns The stored balance of this address, once; `undefined` without one. */
export async function takeDeletedBalance(
  tx: Runner,
  { clock, addressKeys }: Counting,
  email: string | null,
): Promise<DeletedBalance | undefined> {
  const hashes = hashesOf(addressKeys, email)
  if (hashes.length === 0) return undefined
  return findRow(
    tx,
    departedRow,
    sql`
      DELETE FROM departed_balance WHERE address_hash IN (${sql.join(hashes)})
        AND period_end > ${dayOf(clock())}::date
      RETURNING balance, anchor_on::text AS "anchorOn", period_start::text AS "periodStart"
    `,
  )
}

/** Subtracts from a returning account what its predecessor had spent, and continues the same periods. */
export async function spendBefore(
  tx: Runner,
  accountId: string,
  departed: DeletedBalance,
  { start }: Period,
  credits: number,
): Promise<void> {
  await sql`
    UPDATE account SET anchor_on = ${departed.anchorOn}::date WHERE id = ${accountId}
  `.execute(tx)
  const spent = Math.max(credits - departed.balance, 0)
  await noteEntry(tx, accountId, { amount: -spent, reason: 'spent_before', ref: start })
  await sql`
    UPDATE balance SET balance = balance - ${spent}::integer WHERE account_id = ${accountId}
  `.execute(tx)
}

/** Deletes the balances whose period has ended: their owners would get new credits anyway. */
export async function forgetDeletedBalances(runner: Runner, { clock }: Counting): Promise<void> {
  await sql`
    DELETE FROM departed_balance WHERE period_end <= ${dayOf(clock())}::date
  `.execute(runner)
}
