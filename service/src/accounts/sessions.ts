/** Creates and ends the sessions of signed-in browsers. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, type Runner, readRows } from '../database/index.ts'
import { type Account, accountColumns, accountRow } from './accounts.ts'
import { newToken } from './ids.ts'
import { hashOf } from './key-text.ts'

/** Counted from the last sign-in. */
export const SESSION_DAYS = 30

/** @returns The token for the browser; only its hash is stored. */
export async function createSession(tx: Runner, accountId: string): Promise<string> {
  const session = newToken()
  await sql`
    INSERT INTO session (hash, account_id, expires_at)
    VALUES (${hashOf(session)}, ${accountId}, now() + make_interval(days => ${SESSION_DAYS}::integer))
  `.execute(tx)
  return session
}

export function findSession(runner: Runner, session: string): Promise<Account | undefined> {
  return findRow(
    runner,
    accountRow,
    sql`
      SELECT ${accountColumns} FROM session JOIN account ON account.id = session.account_id
      WHERE session.hash = ${hashOf(session)} AND session.expires_at > now()
    `,
  )
}

export async function endSession(runner: Runner, session: string): Promise<void> {
  await sql`DELETE FROM session WHERE hash = ${hashOf(session)}`.execute(runner)
}

/** Ends all sessions of an account. */
export async function endSessions(runner: Runner, accountId: string): Promise<void> {
  await sql`DELETE FROM session WHERE account_id = ${accountId}`.execute(runner)
}

const sessionRow = z.object({ createdAt: z.date(), expiresAt: z.date() })
type Session = Readonly<z.output<typeof sessionRow>>

export function listSessions(runner: Runner, accountId: string): Promise<readonly Session[]> {
  return readRows(
    runner,
    sessionRow,
    sql`
      SELECT created_at AS "createdAt", expires_at AS "expiresAt" FROM session
      WHERE account_id = ${accountId} ORDER BY created_at
    `,
  )
}
