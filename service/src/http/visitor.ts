/** A request from a page of ours → who is signed in there. */
import type { FastifyRequest } from 'fastify'
import { type Account, type Caller, findSession, plans } from '../accounts/index.ts'
import type { Context, Office } from './context.ts'
import { readCookie } from './cookies.ts'
import type { OwnAddress } from './own-address.ts'

/** Sent by our page alone: a page of another site can't add it, since no preflight allows it. */
const PAGE_HEADER = 'x-recto-page'

export async function findVisitor(
  { address }: Pick<Context, 'address'>,
  { db }: Pick<Office, 'db'>,
  request: FastifyRequest,
): Promise<Account | undefined> {
  const session = readCookie(address, request, 'session')
  return session === undefined ? undefined : findSession(db, session)
}

/** The caller of the API where a page of ours calls it: the account that is signed in, without a key. */
export async function findVisitingCaller(
  context: Context,
  request: FastifyRequest,
): Promise<Caller | 'suspended' | undefined> {
  const { address, office } = context
  if (!office || request.headers[PAGE_HEADER] === undefined) return undefined
  if (!isFromOwnPage(address, request)) return undefined
  const account = await findVisitor(context, office, request)
  if (!account) return undefined
  if (account.isSuspended) return 'suspended'
  const { id, tier } = account
  const { features } = plans[tier]
  return { tier, isKeyed: false, features, account: { id, keyId: undefined, isTest: false } }
}

/** Whether nothing says that a page of another site sent the request. */
function isFromOwnPage(address: OwnAddress, { raw }: FastifyRequest): boolean {
  const { host, origin, 'sec-fetch-site': site } = raw.headers
  return (
    address.isOwnHost(host) &&
    (origin === undefined || address.isOwnOrigin(origin)) &&
    (site === undefined || site === 'same-origin')
  )
}
