/** A mail address → a link and a code for it; the link or the code → who signed in, once. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Runner } from '../database/index.ts'
import type { Mailer } from '../mail/index.ts'
import { type Account, getOrCreateAccount } from './accounts.ts'
import { audit } from './audit.ts'
import { newId, newToken } from './ids.ts'
import { hashOf } from './key-text.ts'
import { createSession } from './sessions.ts'

const LIFE = sql`interval '15 minutes'`
const MAX_PER_EMAIL = 3
const EMAIL_WINDOW = sql`interval '15 minutes'`
const MAX_PER_ADDRESS = 10
const ADDRESS_WINDOW = sql`interval '1 hour'`
const ALL_WINDOW = sql`interval '1 hour'`
const MAX_CODE_TRIES = 5

export interface LoginRequest {
  readonly email: string
  /** What the browser holds that asks; only there the code counts. */
  readonly browser: string
  /** What requests of the address are counted under. */
  readonly address: string
  /** Mails in an hour, to whomever: more are not sent, so that the sender does not come to be known for it. */
  readonly maxPerHour: number
  /** Makes the address of the page that the link leads to. */
  readonly linkOf: (token: string) => string
}

/** `too_many`: of this mail address, or from this place; `none_left`: of all. */
export type LoginVerdict = 'sent' | 'too_many' | 'none_left'

/** Sends a link and a code, the same way whether there is an account or not. */
export async function sendLogin(
  db: Db,
  mailer: Mailer,
  request: LoginRequest,
): Promise<LoginVerdict> {
  const token = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const verdict = await db.transaction().execute((tx) => noteLogin(tx, request, token, code))
  if (verdict !== 'sent') return verdict
  const link = request.linkOf(token)
  await mailer.send({
    to: request.email,
    subject: `Sign in to Recto: ${code}`,
    text: `Open this link to sign in:\n\n${link}\n\nOr type the code ${code} where you asked for it.\n\nBoth work once, for 15 minutes. If you did not ask for this, do nothing.\n`,
  })
  return 'sent'
}

async function noteLogin(
  tx: Runner,
  { email, browser, address, maxPerHour }: LoginRequest,
  token: string,
  code: string,
): Promise<LoginVerdict> {
  // One at a time, so that the counts hold; these are rare.
  await sql`SELECT pg_advisory_xact_lock(7261403)`.execute(tx)
  const addressHash = hashOf(address)
  const { rows } = await sql<{ isOver: boolean; isEnd: boolean }>`
    SELECT
      (SELECT count(*) FROM login_token
        WHERE email = ${email} AND created_at > now() - ${EMAIL_WINDOW}) >= ${MAX_PER_EMAIL}::integer
      OR (SELECT count(*) FROM login_token
        WHERE address_hash = ${addressHash}
          AND created_at > now() - ${ADDRESS_WINDOW}) >= ${MAX_PER_ADDRESS}::integer AS "isOver",
      (SELECT count(*) FROM login_token
        WHERE created_at > now() - ${ALL_WINDOW}) >= ${maxPerHour}::integer AS "isEnd"
  `.execute(tx)
  if (rows[0]?.isOver) return 'too_many'
  if (rows[0]?.isEnd) return 'none_left'
  const browserHash = hashOf(browser)
  await sql`
    UPDATE login_token SET used_at = now()
    WHERE email = ${email} AND browser_hash = ${browserHash} AND used_at IS NULL
  `.execute(tx)
  const id = newId('lgn')
  await sql`
    INSERT INTO login_token (id, email, hash, code_hash, browser_hash, address_hash, expires_at)
    VALUES (${id}, ${email}, ${hashOf(token)}, ${hashOf(`${id}:${code}`)}, ${browserHash},
      ${addressHash}, now() + ${LIFE})
  `.execute(tx)
  return 'sent'
}

export interface Link {
  readonly email: string
  readonly browserHash: string
}

/** Whose link it is, for the page that asks whether to sign in; uses nothing up. */
export async function findLink(runner: Runner, token: string): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    SELECT email, browser_hash AS "browserHash" FROM login_token
    WHERE hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
  `.execute(runner)
  return rows[0]
}

export interface SignedIn {
  readonly account: Account
  /** For the browser to hold. */
  readonly session: string
}

/** @returns `undefined` for a link that was used, is too old, or never was. */
export function signInByLink(db: Db, token: string): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ email: string }>`
      UPDATE login_token SET used_at = now()
      WHERE hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
      RETURNING email
    `.execute(tx)
    return rows[0] && signIn(tx, rows[0].email, 'link')
  })
}

/** In the browser that asked. @returns `undefined` for a wrong code, or after too many of them. */
export async function signInByCode(
  db: Db,
  browser: string,
  code: string,
): Promise<SignedIn | undefined> {
  // By itself, so that a wrong try counts whatever follows.
  const { rows } = await sql<{ id: string; codeHash: string }>`
    UPDATE login_token SET code_tries = code_tries + 1
    WHERE id = (
      SELECT id FROM login_token WHERE browser_hash = ${hashOf(browser)} AND used_at IS NULL
        AND expires_at > now() ORDER BY created_at DESC LIMIT 1
    ) AND code_tries < ${MAX_CODE_TRIES}::integer
    RETURNING id, code_hash AS "codeHash"
  `.execute(db)
  const token = rows[0]
  if (!token) return undefined
  const given = hashOf(`${token.id}:${code.replace(/\s/g, '')}`)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(token.codeHash))) return undefined
  return db.transaction().execute(async (tx) => {
    const { rows: used } = await sql<{ email: string }>`
      UPDATE login_token SET used_at = now() WHERE id = ${token.id} AND used_at IS NULL
      RETURNING email
    `.execute(tx)
    return used[0] && signIn(tx, used[0].email, 'code')
  })
}

async function signIn(tx: Runner, email: string, by: string): Promise<SignedIn> {
  const account = await getOrCreateAccount(tx, email, 'free')
  const session = await createSession(tx, account.id)
  await audit(tx, account.id, 'signed_in', { by })
  return { account, session }
}

/** Addresses are personal: what was asked for is forgotten with its day. */
export async function forgetOldLogins(runner: Runner): Promise<void> {
  await sql`DELETE FROM login_token WHERE created_at < now() - interval '1 day'`.execute(runner)
  await sql`DELETE FROM session WHERE expires_at < now()`.execute(runner)
}
