/** Records changes of accounts in the audit table. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Runner, readRows } from '../database/index.ts'

type AuditAction =
  | 'account_created'
  | 'account_suspended'
  | 'account_resumed'
  | 'account_exported'
  | 'account_deleted'
  | 'tier_changed'
  | 'credits_granted'
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

const auditRow = z.object({
  id: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
})
type AuditEntry = Readonly<z.output<typeof auditRow>>

/**
 * Lists audit entries, the oldest first.
 *
 * @param after Id of the last entry of the previous page.
 */
export function listAudit(
  runner: Runner,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: string },
): Promise<readonly AuditEntry[]> {
  return readRows(
    runner,
    auditRow,
    sql`
    SELECT id::text, action, details, created_at AS "createdAt" FROM audit
    WHERE account_id = ${accountId} AND id > ${after}::bigint ORDER BY audit.id LIMIT ${limit}::integer
  `,
  )
}

/**
 * Deletes the oldest entries before a date.
 *
 * @returns The number of deleted entries.
 */
export async function forgetAudit(runner: Runner, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM audit WHERE id IN (
      SELECT id FROM audit WHERE created_at < ${before.toISOString()}::timestamptz LIMIT ${most}::integer
    ) RETURNING id
  `.execute(runner)
  return rows.length
}
