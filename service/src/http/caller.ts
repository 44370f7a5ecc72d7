/** A request → who makes it, and how many more it may make. */
import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  anonymous,
  type Caller,
  type CallerAccount,
  type Feature,
  isAccountTier,
  type KeyComplaint,
  plans,
  type Tier,
} from '../accounts/index.ts'
import { countingName, type RateBudget, type RateLimiter } from '../limits/index.ts'
import type { Context } from './context.ts'
import { isApi, rateHeaders } from './headers.ts'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests of this route leave the caller's budget as it is. */
    readonly isFree?: boolean
    /** Whether what is not the caller's does not exist, so that a call without a valid key gets `not_found`. */
    readonly isHidden?: boolean
    /** What a key must be allowed to do for it. */
    readonly feature?: Feature
    /** Whether a person looks at it: errors are pages, where the browser takes these. */
    readonly isPage?: boolean
  }
  interface FastifyRequest {
    /** Every handler is called after it was set. */
    admission: Admission | undefined
  }
}

export interface Admission {
  readonly caller: Caller
  /** `undefined` when the counter can't be read. */
  readonly budget: RateBudget | undefined
}

/**
 * Finds the caller and takes the request from its budget, in that order.
 *
 * A key that is not valid counts against the address, also where nothing else does: so nobody can try many.
 * @throws {Problem} `rate_limited`, `unauthorized`, or one of 403.
 */
export async function admit(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const { isFree = false, isHidden = false, feature } = request.routeOptions.config
  const found = await findCaller(context, request)
  const caller = typeof found === 'object' ? found : undefined
  const { limiter, name } = counterOf(context, caller, request)
  const isCounted = caller === undefined || !(isFree || request.method === 'OPTIONS')
  const { budget, isOver } = isCounted
    ? await limiter.take(name)
    : { budget: await limiter.look(name), isOver: false }
  if (budget) reply.headers(rateHeaders(budget))
  if (isOver) throw tooMany(budget)
  if (typeof found !== 'object') {
    throw isHidden && found !== 'suspended' ? notYours() : refuse(found)
  }
  if (feature) refuseWithout(found, feature)
  return { caller: found, budget }
}

/** @throws {Problem} when the key may not do that, or its plan does not include it. */
export function refuseWithout(caller: Caller, feature: Feature): void {
  const { account, features, tier } = caller
  // Who has no key is told that one is needed, where one is.
  if (!account || features.includes(feature)) return
  if (isAccountTier(tier) && plans[tier].features.includes(feature)) {
    throw new Problem('key_restricted', `This key may not do that: it is without \`${feature}\`.`)
  }
  throw new Problem('feature_not_in_plan', `The plan ${tier} does not include \`${feature}\`.`)
}

/** A request with a key counts for its account, wherever it comes from; others for their address. */
function counterOf(
  { anonymousLimiter, office }: Context,
  caller: Caller | undefined,
  { ip }: FastifyRequest,
): { readonly limiter: RateLimiter; readonly name: string } {
  if (office && caller?.account && isAccountTier(caller.tier)) {
    return { limiter: office.limiters[caller.tier], name: caller.account.id }
  }
  return { limiter: anonymousLimiter, name: countingName(ip) }
}

function refuse(complaint: KeyComplaint | undefined): Problem {
  if (complaint === 'suspended') {
    return new Problem('account_suspended', 'The account of this key is suspended.')
  }
  return unauthorized(`The API key ${complaint ? `has ${endings[complaint]}` : 'is not known'}.`)
}

const endings = { revoked: 'been revoked', expired: 'expired: another took its place' } as const

export function getAdmission({ admission }: FastifyRequest): Admission {
  assert(admission, 'a handler was called before its caller was admitted')
  return admission
}

/** @returns No caller for a key that is not valid, where one matters. */
async function findCaller(
  context: Context,
  request: FastifyRequest,
): Promise<Caller | KeyComplaint | undefined> {
  const key = request.headers['x-api-key']
  const isAsked = isApi(request.url) && !request.is404
  if (!isAsked || typeof key !== 'string' || key.trim() === '') return anonymous
  const caller = await context.findCaller(key.trim())
  if (typeof caller === 'object' || context.config.invalidKey === 'reject') return caller
  return anonymous
}

function tooMany(budget: RateBudget | undefined): Problem {
  const { limit = 0, reset = 1 } = budget ?? {}
  const detail = `More than ${limit} requests in a minute. Try again in ${reset} seconds.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(reset) } })
}

function unauthorized(detail: string): Problem {
  const headers = { 'www-authenticate': 'ApiKey realm="api", header="X-API-Key"' }
  return new Problem('unauthorized', detail, { headers })
}

/** The answer for what is not there, and for what is another's: nobody finds out which. */
export function notYours(): Problem {
  return new Problem('not_found', 'There is no such job in your account.')
}

/** What a route with a feature may answer to a key that is valid. */
export const forbidden = ['feature_not_in_plan', 'key_restricted', 'account_suspended'] as const

export interface KeyedCaller extends CallerAccount {
  readonly tier: Tier
}

/** @throws {Problem} when the caller has no key. */
export function getAccount(request: FastifyRequest): KeyedCaller {
  const { caller } = getAdmission(request)
  if (caller.account) return { ...caller.account, tier: caller.tier }
  if (request.routeOptions.config.isHidden) throw notYours()
  throw unauthorized('This call needs an API key, in the header X-API-Key.')
}
