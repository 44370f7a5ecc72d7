/** Finds the account of an API key, and caches the answer for some seconds. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow } from '../database/index.ts'
import { hashOf, isKeyText } from './key-text.ts'
import { accountTiers, type Feature, features, plans, type Tier } from './plans.ts'
import { createWrongKeys } from './wrong-keys.ts'

export interface Caller {
  readonly tier: Tier
  readonly isKeyed: boolean
  /** The features of the plan that the key may use. */
  readonly features: readonly Feature[]
  /** The account of the key or the session; absent for anonymous callers. */
  readonly account?: CallerAccount
}

export interface CallerAccount {
  readonly id: string
  /** `undefined` for a caller who is signed in on the page. */
  readonly keyId: string | undefined
  /** True for a test key: its calls cost nothing and convert nothing. */
  readonly isTest: boolean
}

export const anonymous: Caller = {
  tier: 'anonymous',
  isKeyed: false,
  features: ['convert_sync', 'output_markdown'],
}

/** The reason why an existing key is refused. */
export type KeyFault = 'revoked' | 'expired' | 'suspended'

/**
 * Finds the account of a key.
 *
 * @param address The rate limit key of a request without a valid API key.
 * @returns `undefined` for an unknown key, `too_many` if the address has tried too many unknown keys.
 */
export type FindCaller = (
  key: string,
  address: string,
) => Promise<Caller | KeyFault | 'too_many' | undefined>

export interface Callers {
  readonly findCaller: FindCaller
  /** Empties the cache after a change of a key or an account in this process. */
  forget(): void
  /** Stores when keys were last used. */
  flush(): Promise<void>
}

/** A key that was revoked by another process still works for this long; 30 s are promised. */
const REMEMBERED_MS = 20_000
/** Long enough that repeats of an invalid key cause no database queries. */
const WRONG_REMEMBERED_MS = 5_000
/** Applies to valid and invalid keys separately, so that invalid keys do not evict valid ones. */
const MAX_REMEMBERED = 10_000

type Found = Caller | KeyFault | undefined

interface Remembered {
  readonly until: number
  readonly found: Found
}

interface State {
  readonly db: Db
  readonly now: () => number
  readonly valid: Map<string, Remembered>
  readonly wrong: Map<string, Remembered>
  /** Pending queries by hash: concurrent requests with one key share a query. */
  readonly asking: Map<string, Promise<Found>>
  /** Increases with each emptying of the cache: answers to earlier queries are not cached. */
  generation: number
}

export function createCallers(db: Db, now: () => number = Date.now): Callers {
  const empty = { valid: new Map(), wrong: new Map(), asking: new Map() }
  const state: State = { db, now, ...empty, generation: 0 }
  const wrongKeys = createWrongKeys(now)
  const used = new Map<string, number>()
  const isValid = (found: Found): found is Caller => typeof found === 'object'
  return {
    findCaller: async (key, address) => {
      if (!isKeyText(key)) return undefined
      const hash = hashOf(key)
      const cached = state.valid.get(hash) ?? state.wrong.get(hash)
      const ask = (): Promise<Found> => askOnce(state, hash)
      // A key that was valid is checked again however many wrong keys its address has tried.
      const again = state.valid.has(hash) ? ask : () => wrongKeys.ask(address, ask, isValid)
      const found = cached && cached.until > now() ? cached.found : await again()
      const keyId = typeof found === 'object' ? found.account?.keyId : undefined
      if (keyId !== undefined) used.set(keyId, now())
      return found
    },
    forget: () => {
      state.generation += 1
      for (const map of [state.valid, state.wrong, state.asking]) map.clear()
    },
    flush: async () => {
      const uses = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }))
      used.clear()
      if (uses.length > 0) await writeUses(db, uses)
    },
  }
}

function askOnce(state: State, hash: string): Promise<Found> {
  const underWay = state.asking.get(hash)
  if (underWay) return underWay
  const asked = ask(state, hash).finally(() => {
    if (state.asking.get(hash) === asked) state.asking.delete(hash)
  })
  state.asking.set(hash, asked)
  return asked
}

async function ask(state: State, hash: string): Promise<Found> {
  const { db, now, valid, wrong, generation } = state
  const row = await findRow(db, foundRow, foundByHash(hash))
  const found = row && toCaller(row)
  if (generation !== state.generation) return found
  valid.delete(hash)
  if (typeof found === 'object') remember(valid, hash, { until: now() + REMEMBERED_MS, found })
  else remember(wrong, hash, { until: now() + WRONG_REMEMBERED_MS, found })
  return found
}

function remember(map: Map<string, Remembered>, hash: string, remembered: Remembered): void {
  const [oldest] = map.keys()
  if (map.size >= MAX_REMEMBERED && oldest !== undefined) map.delete(oldest)
  map.delete(hash)
  map.set(hash, remembered)
}

const foundRow = z.object({
  keyId: z.string(),
  accountId: z.string(),
  tier: z.enum(accountTiers),
  isTest: z.boolean(),
  keyFeatures: z.array(z.enum(features)).nullable(),
  isRevoked: z.boolean(),
  isExpired: z.boolean(),
  isSuspended: z.boolean(),
})

function foundByHash(hash: string) {
  return sql`
    SELECT api_key.id AS "keyId", account.id AS "accountId", account.tier,
      api_key.is_test AS "isTest", api_key.features AS "keyFeatures", api_key.revoked_at IS NOT NULL AS "isRevoked",
      coalesce(api_key.expires_at <= now(), false) AS "isExpired",
      account.suspended_at IS NOT NULL AS "isSuspended"
    FROM api_key JOIN account ON account.id = api_key.account_id
    WHERE api_key.hash = ${hash}
  `
}

function toCaller(found: z.output<typeof foundRow>): Caller | KeyFault {
  if (found.isRevoked) return 'revoked'
  if (found.isExpired) return 'expired'
  if (found.isSuspended) return 'suspended'
  const { accountId: id, keyId, tier, isTest, keyFeatures } = found
  const allowed = plans[tier].features.filter((each) => keyFeatures?.includes(each) ?? true)
  return { tier, isKeyed: true, features: allowed, account: { id, keyId, isTest } }
}

async function writeUses(db: Db, uses: readonly object[]): Promise<void> {
  await sql`
    UPDATE api_key SET last_used_at = greatest(api_key.last_used_at, uses.at)
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS uses (id text, at timestamptz)
    WHERE api_key.id = uses.id
  `.execute(db)
}
