/** What was done to an account → a row that stays. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'

export type AuditAction =
  | 'account_created'
  | 'tier_changed'
  | 'key_created'
  | 'key_rotated'
  | 'key_revoked'
  | 'signed_in'
  | 'signed_out'

/** @param details Names and numbers; never a key, a mail address or a token. */
export async function audit(
  runner: Runner,
  accountId: string,
  action: AuditAction,
  details: Readonly<Record<string, string | number | boolean>> = {},
): Promise<void> {
  await sql`
    INSERT INTO audit (account_id, action, details)
    VALUES (${accountId}, ${action}, ${JSON.stringify(details)}::jsonb)
  `.execute(runner)
}
