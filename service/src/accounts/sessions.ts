/** Who is signed in, in which browser. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'
import { type Account, accountColumns } from './accounts.ts'
import { newToken } from './ids.ts'
import { hashOf } from './key-text.ts'

/** From the last sign-in. */
export const SESSION_DAYS = 30

/** @returns What the browser is to hold; only its hash is kept. */
export async function createSession(tx: Runner, accountId: string): Promise<string> {
  const session = newToken()
  await sql`
    INSERT INTO session (hash, account_id, expires_at)
    VALUES (${hashOf(session)}, ${accountId}, now() + make_interval(days => ${SESSION_DAYS}::integer))
  `.execute(tx)
  return session
}

export async function findSession(runner: Runner, session: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT ${accountColumns} FROM session JOIN account ON account.id = session.account_id
    WHERE session.hash = ${hashOf(session)} AND session.expires_at > now()
  `.execute(runner)
  return rows[0]
}

export async function endSession(runner: Runner, session: string): Promise<void> {
  await sql`DELETE FROM session WHERE hash = ${hashOf(session)}`.execute(runner)
}

/** In all browsers. */
export async function endSessions(runner: Runner, accountId: string): Promise<void> {
  await sql`DELETE FROM session WHERE account_id = ${accountId}`.execute(runner)
}

export interface Session {
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function listSessions(runner: Runner, accountId: string): Promise<readonly Session[]> {
  const { rows } = await sql<Session>`
    SELECT created_at AS "createdAt", expires_at AS "expiresAt" FROM session
    WHERE account_id = ${accountId} ORDER BY created_at
  `.execute(runner)
  return rows
}
