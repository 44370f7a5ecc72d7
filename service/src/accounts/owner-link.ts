/** Makes one-time links that sign in the owner of a self-hosted instance; anyone who can start the service may make one. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner } from '../database/index.ts'
import { accountColumns, accountRow } from './accounts.ts'
import { audit } from './audit.ts'
import { newToken } from './ids.ts'
import { hashOf } from './key-text.ts'
import type { SignedIn } from './login.ts'
import { createSession } from './sessions.ts'

/** Links expire soon: the owner reads the terminal right after a start. */
const LIFE = sql`interval '1 hour'`

/** @returns The token of the link; `undefined` if no account has the plan `self_hosted`. */
export function makeOwnerToken(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    // The oldest account is the one that the first start created.
    const owner = await findRow(
      tx,
      accountRow,
      sql`
        SELECT ${accountColumns} FROM account WHERE tier = 'self_hosted' AND suspended_at IS NULL
        ORDER BY email IS NOT NULL, created_at, id LIMIT 1
      `,
    )
    if (!owner) return undefined
    const token = newToken()
    await sql`DELETE FROM owner_link WHERE expires_at < now()`.execute(tx)
    await sql`
      INSERT INTO owner_link (hash, account_id, expires_at)
      VALUES (${hashOf(token)}, ${owner.id}, now() + ${LIFE})
    `.execute(tx)
    return token
  })
}

/** Returns the URL that a token opens. The token follows `#`, so no log and no proxy sees it. */
export function ownerLinkOf(publicUrl: string, token: string): string {
  return `${publicUrl}/account/owner#${token}`
}

const usedRow = z.object({ accountId: z.string() })

/** @returns `undefined` for a link that is unknown, used or expired. */
export function signInByOwnerLink(db: Db, token: string): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const used = await findRow(
      tx,
      usedRow,
      sql`
        DELETE FROM owner_link WHERE hash = ${hashOf(token)} AND expires_at > now()
        RETURNING account_id AS "accountId"
      `,
    )
    return used && enter(tx, used.accountId)
  })
}

async function enter(tx: Runner, accountId: string): Promise<SignedIn | undefined> {
  const statement = sql`SELECT ${accountColumns} FROM account WHERE id = ${accountId}`
  const account = await findRow(tx, accountRow, statement)
  if (!account) return undefined
  const session = await createSession(tx, account.id)
  await audit(tx, account.id, 'signed_in', { by: 'owner link' })
  return { account, session }
}
