/** Identifies the caller of a request and applies the rate limit. */
import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  anonymous,
  type Caller,
  type CallerAccount,
  type Feature,
  type FindCaller,
  isAccountTier,
  type KeyFault,
  plans,
  type Tier,
} from '../accounts/index.ts'
import {
  countingName,
  type RateBudget,
  type RateLimiter,
  type SlotClaimant,
} from '../limits/index.ts'
import type { Context } from './context.ts'
import { isApi, rateHeaders } from './headers.ts'
import { Problem } from './problem.ts'
import { findVisitingCaller } from './visitor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of this route do not count against the caller's rate limit. */
    readonly isFree?: boolean
    /**
     * A call without a valid key gets 401 if one is `required`, and 404 if the route is `concealed`, as if another
     * account's data did not exist. Left out if anonymous callers are served.
     */
    readonly auth?: 'required' | 'concealed'
    /** The permission that the key needs. */
    readonly feature?: Feature
    /** True for the routes that answer 405. */
    readonly isRefusal?: boolean
  }
  interface FastifyRequest {
    /** Set before any handler is called. */
    admission: Admission | undefined
  }
}

interface Admission {
  readonly caller: Caller
  /** `undefined` if the counter can't be read. */
  readonly budget: RateBudget | undefined
}

/**
 * Finds the caller, then counts the request against the caller's rate limit.
 *
 * An invalid key always counts against the address, so that keys can't be guessed.
 *
 * @throws {Problem} `rate_limited`, `unauthorized`, `not_found`, or a problem with status 403.
 */
export async function admit(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const { isFree = false, auth, feature } = request.routeOptions.config
  const found = await findCaller(context, request)
  const caller = typeof found === 'object' ? found : undefined
  const { limiter, name } = counterOf(context, caller, request)
  const isCounted = caller === undefined || !(isFree || request.method === 'OPTIONS')
  const { budget, isOver } = isCounted
    ? await limiter.take(name)
    : { budget: await limiter.peek(name), isOver: false }
  if (budget) reply.headers(rateHeaders(budget))
  if (isOver) throw tooMany(budget)
  if (found === 'too_many') throw tooManyKeys()
  if (found === 'two_keys') {
    throw unauthorized('X-API-Key and Authorization hold different API keys. Send one of them.')
  }
  if (auth === 'concealed' && found !== 'suspended' && !caller?.account) throw notYours()
  if (typeof found !== 'object') throw refuse(found)
  if (auth && !found.account) {
    throw unauthorized(
      'This call needs an API key, in the header X-API-Key or as Authorization: Bearer.',
    )
  }
  if (feature) refuseWithout(found, feature)
  return { caller: found, budget }
}

/** @throws {Problem} if the key or its plan does not include the feature. */
export function refuseWithout(caller: Caller, feature: Feature): void {
  const { account, features, tier } = caller
  // Callers without a key get their 401 elsewhere.
  if (!account || features.includes(feature)) return
  if (isAccountTier(tier) && plans[tier].features.includes(feature)) {
    throw new Problem(
      'key_restricted',
      `This key does not have the feature \`${feature}\`. Use another key.`,
    )
  }
  throw new Problem('feature_not_in_plan', `The plan ${tier} does not include \`${feature}\`.`)
}

/** Requests with a key count for their account; all others count for their address. */
function counterOf(
  { anonymousLimiter, services }: Context,
  caller: Caller | undefined,
  { ip }: FastifyRequest,
): { readonly limiter: RateLimiter; readonly name: string } {
  if (services && caller?.account && isAccountTier(caller.tier)) {
    return { limiter: services.limiters[caller.tier], name: caller.account.id }
  }
  return { limiter: anonymousLimiter, name: countingName(ip) }
}

interface Share {
  /** Concurrent conversions. */
  readonly conversions: number
  readonly uploads: number
  readonly weight: number
}

/** The slots that one caller may use in the synchronous lane and for uploads, so that others get some, too. */
const shares: Readonly<Record<Tier, Share>> = {
  anonymous: { conversions: 2, uploads: 8, weight: 1 },
  free: { conversions: 2, uploads: 16, weight: 2 },
  essential: { conversions: 4, uploads: 32, weight: 4 },
  scale: { conversions: 8, uploads: 64, weight: 8 },
  self_hosted: { conversions: 1_000, uploads: 128, weight: 8 },
}

/** Names the caller that a slot counts for: an account with all its keys, or an address. */
export function claimantOf(
  request: Admitted & Pick<FastifyRequest, 'ip'>,
  what: 'conversions' | 'uploads',
): SlotClaimant {
  const { tier, account } = getAdmission(request).caller
  const { [what]: max, weight } = shares[tier]
  const name = account?.id ?? countingName(request.ip)
  return { name, isKeyed: account !== undefined, max, weight }
}

function refuse(complaint: KeyFault | undefined): Problem {
  if (complaint === 'suspended') {
    return new Problem('account_suspended', 'The account of this key is suspended.')
  }
  return unauthorized(`The API key ${complaint ? `has ${endings[complaint]}` : 'is unknown'}.`)
}

const endings = {
  revoked: 'been revoked',
  expired: 'expired: it was replaced by another key',
} as const

/** The part of a request that identifies its caller. */
export type Admitted = Pick<FastifyRequest, 'admission'>

export function getAdmission({ admission }: Admitted): Admission {
  assert(admission, 'a handler was called before its caller was admitted')
  return admission
}

/** @returns A fault or `undefined` for an invalid key, unless the configuration treats it as anonymous. */
async function findCaller(
  context: Context,
  request: FastifyRequest,
): Promise<Awaited<ReturnType<FindCaller>> | 'two_keys'> {
  const isAsked = isApi(request.url) && !request.is404 && !request.routeOptions.config.isRefusal
  const [key, other] = isAsked ? keysOf(request) : []
  if (key === undefined) {
    return (isAsked && (await findVisitingCaller(context, request))) || anonymous
  }
  if (other !== undefined) return 'two_keys'
  const caller = await context.findCaller(key, countingName(request.ip))
  if (typeof caller === 'object' || caller === 'too_many' || context.config.invalidKey === 'reject')
    return caller
  return anonymous
}

/**
 * Other `Authorization` schemes than Bearer, and tokens that do not look like a key, belong to a proxy and are ignored.
 */
const bearerKey = /^Bearer +(rk_\S*)\s*$/i

/** Returns the keys of a request; a key that both headers contain counts once. */
function keysOf({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const own = headers['x-api-key']
  const [, bearer = ''] = bearerKey.exec(headers.authorization ?? '') ?? []
  const keys = [typeof own === 'string' ? own.trim() : '', bearer]
  return [...new Set(keys)].filter((key) => key !== '')
}

function tooMany(budget: RateBudget | undefined): Problem {
  const { limit = 0, reset = 1 } = budget ?? {}
  const detail = `More than ${limit} requests in a minute. Try again in ${reset} seconds.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(reset) } })
}

function tooManyKeys(): Problem {
  const detail = 'Too many invalid keys from this address. Try again in a minute.'
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '60' } })
}

function unauthorized(detail: string): Problem {
  const headers = { 'www-authenticate': 'ApiKey realm="api", header="X-API-Key"' }
  return new Problem('unauthorized', detail, { headers })
}

/** Jobs of other accounts get the same answer as jobs that do not exist. */
export function notYours(): Problem {
  return new Problem('not_found', 'Your account has no job with this id.')
}

interface KeyedCaller extends CallerAccount {
  readonly tier: Tier
}

/** Returns the account that calls a route with `auth`. */
export function getAccount(request: Admitted): KeyedCaller {
  const { caller } = getAdmission(request)
  assert(caller.account, 'a route that needs a key was called without one')
  return { ...caller.account, tier: caller.tier }
}
