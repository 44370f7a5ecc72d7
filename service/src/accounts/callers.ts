/** A key → whose it is, remembered for some seconds. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, findRow } from '../database/index.ts'
import { hashOf, isKeyText } from './key-text.ts'
import { accountTiers, type Feature, features, plans, type Tier } from './plans.ts'
import { createWrongKeys } from './wrong-keys.ts'

export interface Caller {
  readonly tier: Tier
  readonly isKeyed: boolean
  /** Features that the plan includes, as far as the key may use them. */
  readonly features: readonly Feature[]
  /** The account of the key or the session; left out without either. */
  readonly account?: CallerAccount
}

export interface CallerAccount {
  readonly id: string
  /** `undefined` for a caller who is signed in on the page. */
  readonly keyId: string | undefined
  /** Of a test key: costs nothing, converts nothing. */
  readonly isTest: boolean
}

export const anonymous: Caller = {
  tier: 'anonymous',
  isKeyed: false,
  features: ['convert_sync', 'output_markdown'],
}

/** Why a key that there is does not work. */
export type KeyFault = 'revoked' | 'expired' | 'suspended'

/**
 * Finds whose key it is.
 *
 * @param address What the request is counted under without a key.
 * @returns `undefined` for a key that there is not, `too_many` where the address has tried too many of those.
 */
export type FindCaller = (
  key: string,
  address: string,
) => Promise<Caller | KeyFault | 'too_many' | undefined>

export interface Callers {
  readonly findCaller: FindCaller
  /** A key or an account was changed here: it counts at once. */
  forget(): void
  /** Writes down when keys were last used. */
  flush(): Promise<void>
}

/** A key that was revoked elsewhere works so long at the most; 30 s are promised. */
const REMEMBERED_MS = 20_000
/** A key that is not valid: long enough that who repeats it asks the database nothing. */
const WRONG_REMEMBERED_MS = 5_000
/** Of each kind, so that wrong keys push out no valid ones. */
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
  /** Questions under way, by hash: requests that come together with one key ask once. */
  readonly asking: Map<string, Promise<Found>>
  /** Changes with what is forgotten: what was asked for before is not remembered after. */
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
      const known = state.valid.get(hash) ?? state.wrong.get(hash)
      const ask = (): Promise<Found> => askOnce(state, hash)
      // Whoever was valid is asked for again whatever comes from their address.
      const again = state.valid.has(hash) ? ask : () => wrongKeys.ask(address, ask, isValid)
      const found = known && known.until > now() ? known.found : await again()
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
