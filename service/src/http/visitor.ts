/** Identifies the signed-in visitor of a request from the web pages. */
import type { FastifyRequest } from 'fastify'
import { type Account, type Caller, findSession, plans } from '../accounts/index.ts'
import type { AccountServices, Context } from './context.ts'
import { readCookie } from './cookies.ts'
import type { OwnAddress } from './own-address.ts'

/** A header that only our page sends: other sites can't add it without a preflight. */
const PAGE_HEADER = 'x-recto-page'

export async function findVisitor(
  { address }: Pick<Context, 'address'>,
  { db }: Pick<AccountServices, 'db'>,
  request: FastifyRequest,
): Promise<Account | undefined> {
  const session = readCookie(address, request, 'session')
  return session === undefined ? undefined : findSession(db, session)
}

/** Returns the caller of a request that the web page sends: the signed-in account, without a key. */
export async function findVisitingCaller(
  context: Context,
  request: FastifyRequest,
): Promise<Caller | 'suspended' | undefined> {
  const { address, services } = context
  if (!services || request.headers[PAGE_HEADER] === undefined) return undefined
  if (!isFromOwnPage(address, request)) return undefined
  const account = await findVisitor(context, services, request)
  if (!account) return undefined
  if (account.isSuspended) return 'suspended'
  const { id, tier } = account
  const { features } = plans[tier]
  return { tier, isKeyed: false, features, account: { id, keyId: undefined, isTest: false } }
}

/** Returns true unless a header names another site as the sender. */
function isFromOwnPage(address: OwnAddress, { raw }: FastifyRequest): boolean {
  const { host, origin, 'sec-fetch-site': site } = raw.headers
  return (
    address.isOwnHost(host) &&
    (origin === undefined || address.isOwnOrigin(origin)) &&
    (site === undefined || site === 'same-origin')
  )
}
