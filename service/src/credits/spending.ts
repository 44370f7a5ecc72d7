/** Calls and jobs → what they cost: set aside, taken, given back. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow, type Runner } from '../database/index.ts'
import { openPeriod } from './balance.ts'
import { findCapRefusal } from './caps.ts'
import type { Counting } from './counting.ts'
import { goodUntil } from './grants.ts'
import { dayOf } from './periods.ts'

/** Who pays. */
export interface Payer {
  readonly accountId: string
  readonly keyId: string | undefined
  readonly tier: string
}

/** Credits of a call of the synchronous lane, and of a job. */
export const CALL_COST = 1
export const JOB_COST = 10
/** Many times what a call may take; whoever holds longer has died. */
const HOLD_LIFE = sql`interval '5 minutes'`

/** Credits that are set aside for a call. */
export interface CreditHold {
  /** The call has done what it costs. */
  capture(): Promise<void>
  /** It has not. */
  release(): Promise<void>
}

/** Refuses a call that can't be paid for. The message is a sentence for the user. */
export class CreditsExhausted extends Error {
  override readonly name = 'CreditsExhausted'
}

/** @throws {CreditsExhausted} */
export async function holdCredits(db: Db, counting: Counting, payer: Payer): Promise<CreditHold> {
  const id = `hold_${randomUUID()}`
  // One statement for nearly all calls, which makes them wait half as long as a transaction does.
  const isHeld =
    (await hold(db, counting, payer, id, 'uncapped')) ||
    (await holdAtLength(db, counting, payer, id))
  if (!isHeld) throw new CreditsExhausted(await explain(db, counting, payer.accountId))
  return { capture: () => capture(db, id), release: () => release(db, id) }
}

/** For a key that may spend so much only, at the end of a period, and where credits are used up. */
function holdAtLength(db: Db, counting: Counting, payer: Payer, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await openPeriodIfNeeded(tx, counting, payer.accountId, CALL_COST)
    if (!(await hold(tx, counting, payer, id))) return false
    await refuseCapped(tx, payer)
    return true
  })
}

/** @param keys `uncapped` leaves the calls of keys out that may not spend all there is. */
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

/** One statement could not charge a job: the transaction is to be rolled back, and {@link chargeJob} tried in another. */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

/**
 * Charges a job by one statement, which nearly all are.
 *
 * @throws {NeedsTransaction} for a key with a cap, at the end of a period, and where credits are used up. The balance may be
 *   locked then, and a period is opened by locking the account first: in one transaction two of them would deadlock.
 */
export async function chargeJobAtOnce(
  tx: Runner,
  counting: Counting,
  payer: Payer,
  jobId: string,
): Promise<undefined> {
  if (!(await charge(tx, counting, payer, jobId, 'uncapped'))) throw new NeedsTransaction()
}

/** @returns A sentence on why the job can't be paid for; then the transaction must not go on. */
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
 * Begins the period of today where the credits do not suffice: it may not have begun, or calls that died hold some.
 *
 * Before anything is taken: an UPDATE that waited for the balance keeps it locked even where it changes nothing, and
 * who opens a period locks the account first. In the other order two transactions would wait for each other.
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
 * Gives back what a job was charged: once, however often it is called; nothing for a job that was not charged.
 *
 * Pays first what is owed of a larger plan: else jobs that are queued under it and cancelled afterwards would keep it.
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

/** Before anything is done; what counts is the charge itself. @returns A sentence, as above. */
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
  return `The credits are used up: ${rest} are left, and more come ${when}. A call costs ${CALL_COST}, a job ${JOB_COST}.`
}

async function refuseCapped(tx: Runner, payer: Payer): Promise<void> {
  const refusal = await findCapRefusal(tx, payer)
  if (refusal !== undefined) throw new CreditsExhausted(refusal)
}
