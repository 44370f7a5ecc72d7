/** `/account/…`: the data of the signed-in account. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Account,
  audit,
  endSession,
  endSessions,
  isAccountTier,
  PlanStillPaid,
  plans,
} from '../../accounts/index.ts'
import { enableReceiver, listDisabledReceivers } from '../../jobs/index.ts'
import { PaymentsError } from '../../payments/index.ts'
import { removeAccount, writeExport } from '../../privacy/index.ts'
import { formBody } from '../body-text.ts'
import type { AccountServices, Context } from '../context.ts'
import { readCookie, setCookie } from '../cookies.ts'
import { Problem, unavailable } from '../problem.ts'
import { type App, wrongField } from '../validation.ts'
import { findVisitor } from '../visitor.ts'
import { MAX_FILE_BYTES } from './convert.ts'

export function addAccountRoutes(app: App, context: Context, services: AccountServices): void {
  app.route({
    method: 'GET',
    url: '/account/session',
    config: { isFree: true },
    handler: async (request) => describeSession(context, services, request),
  })
  app.route({
    method: 'GET',
    url: '/account/receivers',
    handler: async (request) => {
      const { id } = await getVisitor(context, services, request)
      const receivers = await listDisabledReceivers(services.db, id)
      return {
        items: receivers.map(({ host, failingSince, disabledAt }) => ({
          host,
          failing_since: failingSince.toISOString(),
          disabled_at: disabledAt.toISOString(),
        })),
      }
    },
  })
  app.route({
    method: 'GET',
    url: '/account/export',
    handler: async (request, reply) => {
      const account = await getVisitor(context, services, request)
      await audit(services.db, account.id, 'account_exported', { by: 'account' })
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="account.json"')
        .send(Readable.from(writeExport(services.db, account)))
    },
  })
  for (const [path, act] of Object.entries(actions)) {
    app.route({
      method: 'POST',
      url: `/account/${path}`,
      schema: { body: formBody },
      handler: async (request, reply) => {
        const account = await getVisitor(context, services, request)
        return act(context, services, { account, form: request.body, request, reply })
      },
    })
  }
}

/** @throws {Problem} `unauthorized` if the visitor is not signed in. */
export async function getVisitor(
  context: Context,
  services: AccountServices,
  request: FastifyRequest,
): Promise<Account> {
  const account = await findVisitor(context, services, request)
  if (!account) throw new Problem('unauthorized', 'You are not signed in.')
  return account
}

async function describeSession(
  context: Context,
  services: AccountServices,
  request: FastifyRequest,
): Promise<object> {
  const { address, config, jobs } = context
  const account = await findVisitor(context, services, request)
  const credits = account && (await services.credits.read(account.id))
  return {
    account: account && {
      id: account.id,
      email: account.email,
      tier: account.tier,
      plan: plans[account.tier].name,
      is_owner: account.tier === 'self_hosted',
      is_suspended: account.isSuspended,
      has_billing: services.payments !== undefined && account.customerId !== null,
    },
    credits: credits && {
      balance: credits.balance,
      granted: credits.granted,
      period_end: credits.periodEnd,
    },
    // Without payments there are no prices to show.
    plans: services.payments ? plansForSale() : [],
    base_url: address.url,
    sync_max_bytes: MAX_FILE_BYTES,
    async_max_bytes: jobs?.maxFileBytes ?? 0,
    max_pages: config.jobs.maxPages,
    retention_days: config.jobs.retentionMs / 86_400_000,
  }
}

function plansForSale(): object[] {
  return (['free', 'essential', 'scale'] as const).map((tier) => {
    const { name, euros, credits, requestsPerMinute } = plans[tier]
    return { tier, name, euros, credits, requests_per_minute: requestsPerMinute }
  })
}

interface Visit {
  readonly account: Account
  readonly form: URLSearchParams
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Act = (context: Context, services: AccountServices, visit: Visit) => Promise<object>

const actions: Readonly<Record<string, Act>> = {
  'webhooks/enable': async (_context, { db }, { account, form }) => {
    await enableReceiver(db, account.id, form.get('host') ?? '')
    return {}
  },
  plan: async ({ address }, { payments }, { account, form }) => {
    const tier = form.get('tier') ?? ''
    const isForSale = isAccountTier(tier) && (tier === 'essential' || tier === 'scale')
    if (!payments || !isForSale || account.tier !== 'free') {
      throw wrongField('tier', 'This plan cannot be bought here.')
    }
    const { id: accountId, customerId, email } = account
    const order = { accountId, tier, customerId, email }
    return {
      url: await payments.startCheckout(order, `${address.url}/account`).catch(toUnavailable),
    }
  },
  billing: async ({ address }, { payments }, { account }) => {
    if (!payments || account.customerId === null) {
      throw new Problem('not_found', 'This account has not bought a plan.')
    }
    const back = `${address.url}/account`
    return { url: await payments.openPortal(account.customerId, back).catch(toUnavailable) }
  },
  delete: async (context, services, { account, form, reply }) => {
    if (form.get('confirm')?.trim().toLowerCase() !== (account.email ?? account.id)) {
      throw wrongField('confirm', 'The account was not deleted: type its mail address to confirm.')
    }
    await removeAccount(services, account).catch((error: unknown) => {
      throw error instanceof PlanStillPaid ? wrongField('confirm', error.message) : error
    })
    services.callers.forget()
    setCookie(context.address, reply, { name: 'session', value: '', seconds: 0 })
    return {}
  },
  'sign-out-everywhere': async ({ address }, { db }, { account, reply }) => {
    await endSessions(db, account.id)
    setCookie(address, reply, { name: 'session', value: '', seconds: 0 })
    return {}
  },
  'sign-out': async ({ address }, { db }, { request, reply }) => {
    const session = readCookie(address, request, 'session')
    if (session !== undefined) await endSession(db, session)
    setCookie(address, reply, { name: 'session', value: '', seconds: 0 })
    return {}
  },
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  throw unavailable('Plans cannot be bought at the moment. Try again soon.', error)
}
