/** Holds, captures and refunds the credits of calls and jobs. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner } from '../database/index.ts'
import { openPeriod } from './balance.ts'
import { findCapRefusal } from './caps.ts'
import type { Counting } from './counting.ts'
import { goodUntil } from './grants.ts'
import { dayOf } from './periods.ts'

/** The account and key that pay. */
export interface Payer {
  readonly accountId: string
  readonly keyId: string | undefined
  readonly tier: string
}

/** The price of a synchronous call, and of a job. */
const CALL_COST = 1
const JOB_COST = 10
/** Many times the duration of a call: an older hold belongs to a dead server. */
const HOLD_LIFE = sql`interval '5 minutes'`

/** Credits that are held for a call. */
export interface CreditHold {
  /** Takes the credits: the call succeeded. */
  capture(): Promise<void>
  /** Returns the credits: the call failed. */
  release(): Promise<void>
}

/** Refuses a call that can't be paid for. The message is a sentence for the user. */
export class CreditsExhausted extends Error {
  override readonly name = 'CreditsExhausted'
}

/** @throws {CreditsExhausted} */
export async function holdCredits(db: Db, counting: Counting, payer: Payer): Promise<CreditHold> {
  const id = `hold_${randomUUID()}`
  // One statement is enough for nearly all calls, and takes half the time of a transaction.
  const isHeld =
    (await hold(db, counting, payer, id, 'uncapped')) ||
    (await holdAtLength(db, counting, payer, id))
  if (!isHeld) throw new CreditsExhausted(await explain(db, counting, payer.accountId))
  return { capture: () => capture(db, id), release: () => release(db, id) }
}

/** Handles capped keys, the end of a period, and exhausted credits. */
function holdAtLength(db: Db, counting: Counting, payer: Payer, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await openPeriodIfNeeded(tx, counting, payer.accountId, CALL_COST)
    if (!(await hold(tx, counting, payer, id))) return false
    await refuseCapped(tx, payer)
    return true
  })
}

/** @param keys `uncapped` leaves out the calls of keys with a spending cap. */
async function hold(
  runner: Runner,
  counting: Counting,
  payer: Payer,
  id: string,
  keys: 'all' | 'uncapped' = 'all',
): Promise<boolean> {
  const { rows } = await sql`
    WITH taken AS (
      UPDATE balance SET held = held + ${CALL_COST}::integer
      WHERE account_id = ${payer.accountId} AND balance - held >= ${CALL_COST}::integer
        AND ${goodUntil} > ${dayOf(counting.clock())}::date
        AND ${isFor(keys, payer.keyId)}
      RETURNING account_id
    )
    INSERT INTO hold (id, account_id, key_id, credits, expires_at)
    SELECT ${id}, account_id, ${payer.keyId ?? null}, ${CALL_COST}::integer, now() + ${HOLD_LIFE}
    FROM taken RETURNING id
  `.execute(runner)
  return rows.length > 0
}

function isFor(keys: 'all' | 'uncapped', keyId: string | undefined): RawBuilder<unknown> {
  return sql`(${keys === 'all'} OR NOT EXISTS (
    SELECT 1 FROM api_key WHERE id = ${keyId ?? null} AND spend_cap IS NOT NULL
  ))`
}

async function capture(db: Db, id: string): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM hold WHERE id = ${id} RETURNING account_id, key_id, credits),
    paid AS (
      UPDATE balance SET balance = balance - gone.credits, held = held - gone.credits
      FROM gone WHERE balance.account_id = gone.account_id
    )
    INSERT INTO ledger (account_id, amount, reason, ref, key_id)
    SELECT account_id, -credits, 'convert', ${id}, key_id FROM gone
  `.execute(db)
}

async function release(db: Db, id: string): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM hold WHERE id = ${id} RETURNING account_id, credits)
    UPDATE balance SET held = held - gone.credits
    FROM gone WHERE balance.account_id = gone.account_id
  `.execute(db)
}

/**
 * Signals that one statement could not charge a job: roll the transaction back and try {@link chargeJob} in another.
 */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

/**
 * Charges a job by one statement, which is enough for nearly all jobs.
 *
 * @throws {NeedsTransaction} for a capped key, at the end of a period, and for exhausted credits. The balance may then
 * be locked, while opening a period locks the account first: two such transactions would deadlock.
 */
export async function chargeJobAtOnce(
  tx: Runner,
  counting: Counting,
  payer: Payer,
  jobId: string,
): Promise<undefined> {
  if (!(await charge(tx, counting, payer, jobId, 'uncapped'))) throw new NeedsTransaction()
}

/** @returns A sentence with the reason if the account can't pay; the transaction must then be rolled back. */
export async function chargeJob(
  tx: Runner,
  counting: Counting,
  payer: Payer,
  jobId: string,
): Promise<string | undefined> {
  await openPeriodIfNeeded(tx, counting, payer.accountId, JOB_COST)
  if (!(await charge(tx, counting, payer, jobId))) return explain(tx, counting, payer.accountId)
  return findCapRefusal(tx, payer)
}

/**
 * Opens the current period if the credits do not suffice: it may not be open yet, or dead calls may hold credits.
 *
 * Runs before any credits are taken: an UPDATE that waited for the balance keeps it locked even if it changes nothing,
 * while opening a period locks the account first. The other order could deadlock.
 */
async function openPeriodIfNeeded(
  tx: Runner,
  counting: Counting,
  accountId: string,
  cost: number,
): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM balance
    WHERE account_id = ${accountId} AND balance - held >= ${cost}::integer
      AND ${goodUntil} > ${dayOf(counting.clock())}::date
  `.execute(tx)
  if (rows.length === 0) await openPeriod(tx, counting, accountId)
}

async function charge(
  tx: Runner,
  counting: Counting,
  { accountId, keyId }: Payer,
  jobId: string,
  keys: 'all' | 'uncapped' = 'all',
): Promise<boolean> {
  const { rows } = await sql`
    WITH paid AS (
      UPDATE balance SET balance = balance - ${JOB_COST}::integer
      WHERE account_id = ${accountId} AND balance - held >= ${JOB_COST}::integer
        AND ${goodUntil} > ${dayOf(counting.clock())}::date AND ${isFor(keys, keyId)}
      RETURNING account_id
    )
    INSERT INTO ledger (account_id, amount, reason, ref, job_id, key_id)
    SELECT account_id, ${-JOB_COST}::integer, 'job', ${jobId}, ${jobId}, ${keyId ?? null} FROM paid
    RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/**
 * Refunds a job: once, however often it is called; nothing for an uncharged job.
 *
 * Repays debt first: otherwise an account could keep the credits of a larger plan by queueing jobs under it and
 * cancelling them later.
 */
export async function refundJob(tx: Runner, accountId: string, jobId: string): Promise<void> {
  await sql`
    WITH back AS (
      INSERT INTO ledger (account_id, amount, reason, ref, job_id, key_id)
      SELECT account_id, -amount, 'refund', ref, job_id, key_id FROM ledger
      WHERE reason = 'job' AND ref = ${jobId} AND account_id = ${accountId}
      ON CONFLICT (reason, ref) DO NOTHING
      RETURNING amount
    ), due AS (
      SELECT least(balance.owed, back.amount) AS amount FROM balance, back
      WHERE account_id = ${accountId} FOR UPDATE OF balance
    ), repaid AS (
      INSERT INTO ledger (account_id, amount, reason, ref)
      SELECT ${accountId}, -amount, 'plan_change', ${jobId} FROM due WHERE amount > 0
    )
    UPDATE balance SET balance = balance + back.amount - due.amount, owed = owed - due.amount
    FROM back, due WHERE account_id = ${accountId}
  `.execute(tx)
}

/**
 * Checks the credits early; only the charge itself decides.
 *
 * @returns A sentence with the reason, as above.
 */
export async function findJobRefusal(
  runner: Runner,
  counting: Counting,
  { accountId }: Payer,
): Promise<string | undefined> {
  const { rows } = await sql`
    SELECT 1 FROM balance
    WHERE account_id = ${accountId} AND balance - held < ${JOB_COST}::integer
      AND ${goodUntil} > ${dayOf(counting.clock())}::date
  `.execute(runner)
  return rows.length > 0 ? explain(runner, counting, accountId) : undefined
}

const shortRow = z.object({ rest: z.int(), periodEnd: z.string(), isPaymentDue: z.boolean() })

async function explain(runner: Runner, { clock }: Counting, accountId: string): Promise<string> {
  const short = await findRow(
    runner,
    shortRow,
    sql`
      SELECT balance - held AS rest, period_end::text AS "periodEnd",
        period_end <= ${dayOf(clock())}::date OR (granted = 0 AND tier <> 'free') AS "isPaymentDue"
      FROM balance JOIN account ON account.id = balance.account_id WHERE account_id = ${accountId}
    `,
  )
  const { rest = 0, periodEnd = '', isPaymentDue = false } = short ?? {}
  const when = isPaymentDue ? 'when the next invoice is paid' : `on ${periodEnd}`
  return `Not enough credits: ${rest} are left, and new ones come ${when}. A call costs ${CALL_COST}, a job ${JOB_COST}.`
}

async function refuseCapped(tx: Runner, payer: Payer): Promise<void> {
  const refusal = await findCapRefusal(tx, payer)
  if (refusal !== undefined) throw new CreditsExhausted(refusal)
}
