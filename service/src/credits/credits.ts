/** A database → what the rest of the service does with credits. */

import { sql } from 'kysely'
import type { AccountTier } from '../accounts/index.ts'
import type { Db, Runner } from '../database/index.ts'
import { type Clock, type Credits, openPeriod, readCredits, setTier } from './balance.ts'
import {
  chargeJob,
  findJobRefusal,
  type Hold,
  holdCredits,
  type Payer,
  refundJob,
} from './spending.ts'

export interface CreditsOffice {
  /** For a call of the synchronous lane. @throws {CreditsExhausted} */
  hold(payer: Payer): Promise<Hold>
  /** For jobs. */
  readonly charges: {
    findRefusal(runner: Runner, payer: Payer): Promise<string | undefined>
    charge(tx: Runner, payer: Payer, jobId: string): Promise<string | undefined>
    refund(tx: Runner, accountId: string, jobId: string): Promise<void>
  }
  /** @returns `null` where credits are not counted. */
  read(accountId: string): Promise<Credits | null>
  setTier(tx: Runner, accountId: string, tier: AccountTier): Promise<boolean>
  /** Gives back what calls hold that have died with their server. */
  releaseDead(): Promise<void>
}

const noHold: Hold = { capture: async () => {}, release: async () => {} }

function isFree({ tier }: Payer): boolean {
  return tier === 'self_hosted'
}

export function createCredits(db: Db, clock: Clock = () => new Date()): CreditsOffice {
  return {
    hold: async (payer) => (isFree(payer) ? noHold : holdCredits(db, clock, payer)),
    charges: {
      findRefusal: async (runner, payer) =>
        isFree(payer) ? undefined : findJobRefusal(runner, clock, payer),
      charge: async (tx, payer, jobId) =>
        isFree(payer) ? undefined : chargeJob(tx, clock, payer, jobId),
      refund: refundJob,
    },
    read: (accountId) => readCredits(db, clock, accountId),
    setTier: (tx, accountId, tier) => setTier(tx, clock, accountId, tier),
    releaseDead: async () => {
      const { rows } = await sql<{ accountId: string }>`
        SELECT DISTINCT account_id AS "accountId" FROM hold WHERE expires_at <= now()
      `.execute(db)
      for (const { accountId } of rows) {
        await db.transaction().execute((tx) => openPeriod(tx, clock, accountId))
      }
    },
  }
}
