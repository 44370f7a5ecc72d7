/** Signs users in by mail: sends a one-time link with a code, and exchanges either for a session. */
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
/**
 * Wrong codes of one mail address per day; afterwards only the links in its mails work. A user who mistypes needs a
 * handful.
 */
const MAX_WRONG_CODES = 20
const WRONG_CODES_WINDOW = sql`interval '1 day'`

interface LoginRequest {
  readonly email: string
  /** The token of the requesting browser; the code is valid in this browser only. */
  readonly browser: string
  /** The rate limit key of the client's address. */
  readonly address: string
  /**
   * Mails per hour to addresses without an account, and the same number to addresses with one. The limit protects the
   * sender's reputation; the separate counts keep requests for strangers from locking customers out.
   */
  readonly maxPerHour: number
  /** Makes the URL of the page that the link opens. */
  readonly linkOf: (token: string) => string
}

/**
 * The outcome of a request. It reveals nothing about a single account, because the shared limit depends on all
 * requests.
 * - `too_many`: too many requests for this mail address or from this client;
 * - `none_left`: the limits for all addresses are used up;
 * - `accounts_only`: only addresses with an account still get mails.
 */
type LoginResult = 'sent' | 'accounts_only' | 'too_many' | 'none_left'

/** Sends a link and a code; the response is the same with and without an account. */
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
  // Requests are counted one after the other, so that the counts are exact; they are rare.
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
  // The request is recorded even if no mail is sent, so that accounts and strangers are counted alike.
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

/** Includes the id, so that equal codes have different hashes. */
function codeHashOf(id: string, code: string): string {
  return hashOf(`${id}:${readCode(code)}`)
}

const linkRow = z.object({ email: z.string(), browserHash: z.string() })
type Link = Readonly<z.output<typeof linkRow>>

/** Returns the address of a link for the confirmation page, without using the link up. */
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
  /** The token for the browser's cookie. */
  readonly session: string
}

const emailRow = z.object({ email: z.string() })

/** @returns `undefined` for a link that is unknown, used or expired. */
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

/**
 * Signs in by a code in the browser that requested it.
 *
 * @returns `undefined` for a wrong code or after too many wrong codes.
 */
export function signInByCode(db: Db, browser: string, code: string): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const token = await takeCodeTry(tx, browser)
    if (!token) return undefined
    const given = codeHashOf(token.id, code)
    // Returns instead of throwing: the transaction must commit the counted attempt.
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(token.codeHash))) return undefined
    await sql`
      UPDATE login_token SET used_at = now(), code_tries = code_tries - 1 WHERE id = ${token.id}
    `.execute(tx)
    return signIn(tx, token.email, 'code')
  })
}

const codeRow = z.object({ id: z.string(), email: z.string(), codeHash: z.string() })

/**
 * Counts an attempt at the code that this browser requested last.
 *
 * @returns `undefined` if there is no such code, or no attempts are left for it or its mail address.
 */
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
  // Attempts for one mail address are counted one after the other, because several browsers may have requested codes.
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

/** Deletes sign-in requests after a day, because mail addresses are personal data. */
export async function forgetOldLogins(runner: Runner): Promise<void> {
  await sql`DELETE FROM login_token WHERE created_at < now() - interval '1 day'`.execute(runner)
  await sql`DELETE FROM session WHERE expires_at < now()`.execute(runner)
}
