/** A mail address → a link and a code for it; the link or the code → who signed in, once. */
import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner } from '../database/index.ts'
import type { Mail, Mailer } from '../mail/index.ts'
import { type Account, getOrCreateAccount } from './accounts.ts'
import { audit } from './audit.ts'
import { newCode, readCode } from './codes.ts'
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
/** Wrong codes of a mail address: afterwards the links in its mails still work. Whoever mistypes makes a handful. */
const MAX_WRONG_CODES = 20
const WRONG_CODES_WINDOW = sql`interval '1 day'`

export interface LoginRequest {
  readonly email: string
  /** The token of the requesting browser; the code is valid in this browser only. */
  readonly browser: string
  /** The rate limit key of the client's address. */
  readonly address: string
  /**
   * Mails in an hour to addresses without an account, and as many to those with one: more are not sent, so that the
   * sender does not come to be known for it, and whoever asks for a thousand strangers keeps no customer out.
   */
  readonly maxPerHour: number
  /** Makes the address of the page that the link leads to. */
  readonly linkOf: (token: string) => string
}

/**
 * What came of a request. It says nothing of whether there is an account, for it depends on what all have asked for.
 *
 * `too_many`: of this mail address, or from this place; `none_left`: no mails to anyone; `accounts_only`: where there is an
 * account, the mail is on its way, and there are none left for others.
 */
export type LoginResult = 'sent' | 'accounts_only' | 'too_many' | 'none_left'

/** Sends a link and a code, the same way whether there is an account or not. */
export async function sendLogin(
  db: Db,
  mailer: Mailer,
  request: LoginRequest,
): Promise<LoginResult> {
  const token = newToken()
  const code = newCode()
  const { verdict, hasAccount } = await db
    .transaction()
    .execute((tx) => noteLogin(tx, request, token, code))
  if (verdict !== 'sent' && verdict !== 'accounts_only') return verdict
  const mail = writeMail(request.email, request.linkOf(token), code)
  if (verdict === 'sent') await mailer.send(mail)
  // Not awaited: the response time would reveal which addresses have accounts. The mailer logs failures.
  else if (hasAccount) void mailer.send(mail).catch(() => {})
  return verdict
}

function writeMail(to: string, link: string, code: string): Mail {
  return {
    to,
    subject: `Sign in to Recto: ${code}`,
    text: `Open this link to sign in:\n\n${link}\n\nOr type the code ${code} where you asked for it.\n\nBoth work once, for 15 minutes. If you did not ask for this, do nothing.\n`,
  }
}

interface Noted {
  readonly verdict: LoginResult
  readonly hasAccount: boolean
}

async function noteLogin(
  tx: Runner,
  request: LoginRequest,
  token: string,
  code: string,
): Promise<Noted> {
  // One at a time, so that the counts hold; these are rare.
  await sql`SELECT pg_advisory_xact_lock(7261403)`.execute(tx)
  const counts = await countLogins(tx, request)
  const { hasAccount } = counts
  const verdict = judge(counts, request.maxPerHour)
  if (verdict === 'too_many' || verdict === 'none_left') return { verdict, hasAccount }
  const { email, browser, address } = request
  const browserHash = hashOf(browser)
  await sql`
    UPDATE login_token SET used_at = now()
    WHERE email = ${email} AND browser_hash = ${browserHash} AND used_at IS NULL
  `.execute(tx)
  const id = newId('lgn')
  const isSent = verdict === 'sent' || hasAccount
  // Also where no mail is sent: the next request is counted the same way for all.
  await sql`
    INSERT INTO login_token
      (id, email, hash, code_hash, browser_hash, address_hash, expires_at, has_account)
    VALUES (${id}, ${email}, ${hashOf(token)}, ${codeHashOf(id, code)}, ${browserHash},
      ${hashOf(address)}, now() + ${LIFE}, ${isSent ? hasAccount : null}::boolean)
  `.execute(tx)
  return { verdict, hasAccount }
}

const countsRow = z.object({
  hasAccount: z.boolean(),
  ofEmail: z.int(),
  ofAddress: z.int(),
  toAccounts: z.int(),
  toOthers: z.int(),
})

async function countLogins(
  tx: Runner,
  { email, address }: LoginRequest,
): Promise<z.output<typeof countsRow>> {
  const row = await findRow(
    tx,
    countsRow,
    sql`
      SELECT EXISTS (SELECT FROM account WHERE email = ${email}) AS "hasAccount",
        (SELECT count(*)::integer FROM login_token
          WHERE email = ${email} AND created_at > now() - ${EMAIL_WINDOW}) AS "ofEmail",
        (SELECT count(*)::integer FROM login_token
          WHERE address_hash = ${hashOf(address)} AND created_at > now() - ${ADDRESS_WINDOW}) AS "ofAddress",
        count(*) FILTER (WHERE has_account)::integer AS "toAccounts",
        count(*) FILTER (WHERE NOT has_account)::integer AS "toOthers"
      FROM login_token WHERE created_at > now() - ${ALL_WINDOW}
    `,
  )
  if (!row) throw new Error('The count of mails is missing.')
  return row
}

function judge(counts: z.output<typeof countsRow>, maxPerHour: number): LoginResult {
  if (counts.ofEmail >= MAX_PER_EMAIL || counts.ofAddress >= MAX_PER_ADDRESS) return 'too_many'
  if (counts.toAccounts >= maxPerHour) return 'none_left'
  return counts.toOthers >= maxPerHour ? 'accounts_only' : 'sent'
}

/** With the id, so that equal codes have hashes of their own. */
function codeHashOf(id: string, code: string): string {
  return hashOf(`${id}:${readCode(code)}`)
}

const linkRow = z.object({ email: z.string(), browserHash: z.string() })
export type Link = Readonly<z.output<typeof linkRow>>

/** Whose link it is, for the page that asks whether to sign in; uses nothing up. */
export function findLink(runner: Runner, token: string): Promise<Link | undefined> {
  return findRow(
    runner,
    linkRow,
    sql`
      SELECT email, browser_hash AS "browserHash" FROM login_token
      WHERE hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
    `,
  )
}

export interface SignedIn {
  readonly account: Account
  /** For the browser to hold. */
  readonly session: string
}

const emailRow = z.object({ email: z.string() })

/** @returns `undefined` for a link that was used, is too old, or never was. */
export function signInByLink(db: Db, token: string): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const used = await findRow(
      tx,
      emailRow,
      sql`
        UPDATE login_token SET used_at = now()
        WHERE hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
        RETURNING email
      `,
    )
    return used && signIn(tx, used.email, 'link')
  })
}

/** In the browser that asked. @returns `undefined` for a wrong code, or after too many of them. */
export function signInByCode(db: Db, browser: string, code: string): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const token = await takeCodeTry(tx, browser)
    if (!token) return undefined
    const given = codeHashOf(token.id, code)
    // What was tried is counted: the transaction ends well with a wrong code too.
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(token.codeHash))) return undefined
    await sql`
      UPDATE login_token SET used_at = now(), code_tries = code_tries - 1 WHERE id = ${token.id}
    `.execute(tx)
    return signIn(tx, token.email, 'code')
  })
}

const codeRow = z.object({ id: z.string(), email: z.string(), codeHash: z.string() })

/** Counts a try of the code that this browser has asked for last. @returns `undefined` where there is none left. */
async function takeCodeTry(
  tx: Runner,
  browser: string,
): Promise<z.output<typeof codeRow> | undefined> {
  const mine = sql`(
    SELECT id FROM login_token
    WHERE browser_hash = ${hashOf(browser)} AND used_at IS NULL AND expires_at > now()
    ORDER BY created_at DESC LIMIT 1
  )`
  const asked = await findRow(tx, emailRow, sql`SELECT email FROM login_token WHERE id = ${mine}`)
  if (!asked) return undefined
  // One at a time for a mail address, so that the count holds: many browsers may have asked for it.
  await sql`SELECT pg_advisory_xact_lock(7261404, hashtext(${asked.email}))`.execute(tx)
  return findRow(
    tx,
    codeRow,
    sql`
      UPDATE login_token SET code_tries = code_tries + 1
      WHERE id = ${mine} AND code_tries < ${MAX_CODE_TRIES}::integer
        AND (SELECT sum(code_tries) FROM login_token
          WHERE email = ${asked.email} AND created_at > now() - ${WRONG_CODES_WINDOW}
        ) < ${MAX_WRONG_CODES}::integer
      RETURNING id, email, code_hash AS "codeHash"
    `,
  )
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
