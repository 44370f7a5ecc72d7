/** Who calls: an API key, or none, → the caller. */

/** Open set: more plans may come. */
export type Tier = 'anonymous' | 'free' | 'essential' | 'scale' | 'self_hosted'

export interface Caller {
  readonly tier: Tier
  readonly isKeyed: boolean
  /** Features that the plan includes. */
  readonly features: readonly string[]
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

/**
 * Finds whose key it is.
 *
 * @returns `undefined` for a key that is not valid.
 */
export type FindCaller = (key: string) => Promise<Caller | undefined>

/** There are no accounts yet, so no key is known. */
export const findCaller: FindCaller = async () => undefined

export { accountTables } from './tables.ts'
