/** Limits the credits that a key may spend in a period. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, type Runner } from '../database/index.ts'

const capRow = z.object({ cap: z.int(), isOver: z.boolean() })

/**
 * Checks if a key and the other keys of its family have now spent more than their cap.
 *
 * Must run after the credits were taken: the row of the balance is then locked, so that two calls can't both take the
 * last credit.
 *
 * @returns A sentence with the reason; the transaction must then be rolled back.
 */
export async function findCapRefusal(
  tx: Runner,
  { accountId, keyId }: { readonly accountId: string; readonly keyId: string | undefined },
): Promise<string | undefined> {
  if (keyId === undefined) return undefined
  const capped = await findRow(
    tx,
    capRow,
    sql`
      WITH family AS (
        SELECT other.id FROM api_key AS own JOIN api_key AS other
          ON other.account_id = own.account_id
          AND coalesce(other.family_id, other.id) = coalesce(own.family_id, own.id)
        WHERE own.id = ${keyId} AND own.spend_cap IS NOT NULL
      )
      SELECT spend_cap AS cap, spend_cap <
        (SELECT coalesce(-sum(amount), 0) FROM ledger
          WHERE key_id IN (SELECT id FROM family)
            AND created_at >= balance.period_start::timestamp AT TIME ZONE 'UTC')
        + (SELECT coalesce(sum(credits), 0) FROM hold
          WHERE account_id = ${accountId} AND key_id IN (SELECT id FROM family)) AS "isOver"
      FROM api_key JOIN balance ON balance.account_id = api_key.account_id
      WHERE api_key.id = ${keyId} AND api_key.account_id = ${accountId} AND spend_cap IS NOT NULL
    `,
  )
  return capped?.isOver
    ? `This call would exceed the key's limit of ${capped.cap} credits in a period. Raise the limit, or use another key of the account.`
    : undefined
}
