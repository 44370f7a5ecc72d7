/** The operations on credits that the rest of the service uses. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { AccountTier } from '../accounts/index.ts'
import { type Db, type Runner, readRows } from '../database/index.ts'
import { type Credits, grantMore, openPeriod, readCredits } from './balance.ts'
import type { Counting } from './counting.ts'
import { forgetDeletedBalances, keepDeletedBalance } from './deleted-balance.ts'
import { applyPaidPlan, type PaidPlan, setTier } from './plan-change.ts'
import {
  type CreditHold,
  chargeJob,
  chargeJobAtOnce,
  findJobRefusal,
  holdCredits,
  type Payer,
  refundJob,
} from './spending.ts'

/** The operations on credits that jobs use. */
export interface Charges {
  /**
   * Checks if the account could pay for a job now; changes nothing.
   *
   * @returns A sentence with the reason if it can't.
   */
  findRefusal(runner: Runner, payer: Payer): Promise<string | undefined>
  /**
   * Charges a job.
   *
   * @returns A sentence with the reason if the account can't pay.
   */
  charge(tx: Runner, payer: Payer, jobId: string): Promise<string | undefined>
  /**
   * Charges a job by one statement.
   *
   * @throws {NeedsTransaction} if one statement is not enough.
   */
  chargeAtOnce(tx: Runner, payer: Payer, jobId: string): Promise<undefined>
  /** Refunds a job; repeated calls refund it once. */
  refund(tx: Runner, accountId: string, jobId: string): Promise<void>
}

export interface CreditsService {
  /**
   * Holds credits for a synchronous call.
   *
   * @throws {CreditsExhausted}
   */
  hold(payer: Payer): Promise<CreditHold>
  readonly charges: Charges
  /** @returns `null` if credits are not counted. */
  read(accountId: string): Promise<Credits | null>
  setTier(tx: Runner, accountId: string, tier: AccountTier): Promise<boolean>
  /**
   * Grants credits until the end of the period.
   *
   * @returns The remaining credits; `undefined` if credits are not counted.
   */
  grant(tx: Runner, accountId: string, credits: number): Promise<number | undefined>
  /** Sets plan and credits according to the account's subscription and paid invoices. */
  applyPaidPlan(tx: Runner, accountId: string, subscribed: PaidPlan): Promise<void>
  /** Stores the remaining credits of an account that is deleted in the same transaction. */
  keepDeletedBalance(tx: Runner, account: AccountToDelete): Promise<void>
  /** Releases the holds of dead servers, and forgets deleted accounts whose owners did not return. */
  tidy(): Promise<void>
}

interface AccountToDelete {
  readonly id: string
  readonly email: string | null
}

const noHold: CreditHold = { capture: async () => {}, release: async () => {} }

function isFree({ tier }: Payer): boolean {
  return tier === 'self_hosted'
}

export function createCredits(db: Db, given: Partial<Counting> = {}): CreditsService {
  const counting: Counting = { clock: () => new Date(), addressKeys: [], ...given }
  return {
    hold: async (payer) => (isFree(payer) ? noHold : holdCredits(db, counting, payer)),
    charges: {
      findRefusal: async (runner, payer) =>
        isFree(payer) ? undefined : findJobRefusal(runner, counting, payer),
      charge: async (tx, payer, jobId) =>
        isFree(payer) ? undefined : chargeJob(tx, counting, payer, jobId),
      chargeAtOnce: async (tx, payer, jobId) =>
        isFree(payer) ? undefined : chargeJobAtOnce(tx, counting, payer, jobId),
      refund: refundJob,
    },
    read: (accountId) => readCredits(db, counting, accountId),
    grant: (tx, accountId, credits) => grantMore(tx, counting, accountId, credits),
    setTier: (tx, accountId, tier) => setTier(tx, counting, accountId, tier),
    applyPaidPlan: (tx, accountId, subscribed) =>
      applyPaidPlan(tx, counting, accountId, subscribed),
    keepDeletedBalance: (tx, { id, email }) => keepDeletedBalance(tx, counting, id, email),
    tidy: async () => {
      await releaseDead(db, counting)
      await forgetDeletedBalances(db, counting)
    },
  }
}

async function releaseDead(db: Db, counting: Counting): Promise<void> {
  const row = z.object({ accountId: z.string() })
  const dead = sql`
    SELECT DISTINCT account_id AS "accountId" FROM hold WHERE expires_at <= now()
  `
  for (const { accountId } of await readRows(db, row, dead)) {
    await db.transaction().execute((tx) => openPeriod(tx, counting, accountId))
  }
}
