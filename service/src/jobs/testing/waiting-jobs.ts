/** Creates accounts with waiting jobs for tests and measurements: rows without files, 100,000 in seconds. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow } from '../../database/index.ts'
import { newJobId } from '../ids.ts'

/** @returns The ids of the accounts. */
export async function addAccounts(
  db: Db,
  name: string,
  count: number,
  tier: string,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}_${index}`)
  await sql`
    INSERT INTO account (id, tier, anchor_on)
    SELECT id, ${tier}, current_date FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS id
  `.execute(db)
  return ids
}

/** @returns The id of the account. */
export async function findAccount(db: Db, email: string): Promise<string> {
  const row = z.object({ id: z.string() })
  const found = await findRow(db, row, sql`SELECT id FROM account WHERE email = ${email}`)
  if (!found) throw new Error('The account does not exist.')
  return found.id
}

/**
 * @param each Jobs per account.
 * @returns The ids of the jobs; those of an account are in the order of the queue.
 */
export async function addWaitingJobs(
  db: Db,
  accountIds: readonly string[],
  each: number,
): Promise<string[]> {
  const jobs = accountIds.flatMap((account) =>
    Array.from({ length: each }, () => ({ id: newJobId(), account })),
  )
  await sql`
    INSERT INTO job (id, account_id, filename, media_type, bytes, sha256, expires_at)
    SELECT id, account, 'a.txt', 'text/plain', 1, 'x', now() + interval '1 day'
    FROM jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS job (id text, account text)
  `.execute(db)
  return jobs.map(({ id }) => id)
}
