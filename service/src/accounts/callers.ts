/** A key → whose it is, remembered for some seconds. */
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { hashOf, isKeyText } from './key-text.ts'
import { type AccountTier, type Feature, plans, type Tier } from './plans.ts'

export interface Caller {
  readonly tier: Tier
  readonly isKeyed: boolean
  /** Features that the plan includes, as far as the key may use them. */
  readonly features: readonly Feature[]
  /** With a key. */
  readonly account?: CallerAccount
}

export interface CallerAccount {
  readonly id: string
  readonly keyId: string
  /** Of a test key: costs nothing, converts nothing. */
  readonly isTest: boolean
}

export const anonymous: Caller = {
  tier: 'anonymous',
  isKeyed: false,
  features: ['convert_sync', 'output_markdown'],
}

/** Why a key that there is does not work. */
export type KeyComplaint = 'revoked' | 'expired' | 'suspended'

/**
 * Finds whose key it is.
 *
 * @returns `undefined` for a key that there is not.
 */
export type FindCaller = (key: string) => Promise<Caller | KeyComplaint | undefined>

/** There is no database, so no key is known. */
export const findNoCaller: FindCaller = async () => undefined

export interface Callers {
  readonly findCaller: FindCaller
  /** A key or an account was changed here: it counts at once. */
  forget(): void
  /** Writes down when keys were last used. */
  flush(): Promise<void>
}

/** A key that was revoked elsewhere works so long at the most; 30 s are promised. */
const REMEMBERED_MS = 20_000
const MAX_REMEMBERED = 10_000

interface Found {
  readonly keyId: string
  readonly accountId: string
  readonly tier: AccountTier
  readonly isTest: boolean
  readonly keyFeatures: readonly Feature[] | null
  readonly isRevoked: boolean
  readonly isExpired: boolean
  readonly isSuspended: boolean
}

export function createCallers(db: Db, now: () => number = Date.now): Callers {
  const remembered = new Map<string, { readonly until: number; readonly caller: Caller }>()
  const used = new Map<string, number>()
  // Changes with what is forgotten: what was asked for before is not remembered after.
  let generation = 0
  const remember = (hash: string, caller: Caller): void => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(hash, { until: now() + REMEMBERED_MS, caller })
  }
  return {
    findCaller: async (key) => {
      if (!isKeyText(key)) return undefined
      const hash = hashOf(key)
      const known = remembered.get(hash)
      if (known && known.until > now()) {
        if (known.caller.account) used.set(known.caller.account.keyId, now())
        return known.caller
      }
      const asked = generation
      const found = await find(db, hash)
      const result = found && toCaller(found)
      if (typeof result === 'object') {
        if (asked === generation) remember(hash, result)
        if (result.account) used.set(result.account.keyId, now())
      }
      return result
    },
    forget: () => {
      generation += 1
      remembered.clear()
    },
    flush: async () => {
      const uses = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }))
      used.clear()
      if (uses.length > 0) await writeUses(db, uses)
    },
  }
}

async function find(db: Db, hash: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    SELECT api_key.id AS "keyId", account.id AS "accountId", account.tier,
      api_key.is_test AS "isTest", api_key.features AS "keyFeatures", api_key.revoked_at IS NOT NULL AS "isRevoked",
      coalesce(api_key.expires_at <= now(), false) AS "isExpired",
      account.suspended_at IS NOT NULL AS "isSuspended"
    FROM api_key JOIN account ON account.id = api_key.account_id
    WHERE api_key.hash = ${hash}
  `.execute(db)
  return rows[0]
}

function toCaller(found: Found): Caller | KeyComplaint {
  if (found.isRevoked) return 'revoked'
  if (found.isExpired) return 'expired'
  if (found.isSuspended) return 'suspended'
  const { accountId: id, keyId, tier, isTest, keyFeatures } = found
  const features = plans[tier].features.filter((each) => keyFeatures?.includes(each) ?? true)
  return { tier, isKeyed: true, features, account: { id, keyId, isTest } }
}

async function writeUses(db: Db, uses: readonly object[]): Promise<void> {
  await sql`
    UPDATE api_key SET last_used_at = greatest(api_key.last_used_at, uses.at)
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS uses (id text, at timestamptz)
    WHERE api_key.id = uses.id
  `.execute(db)
}
