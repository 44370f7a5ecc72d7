/** `/account`: the pages to sign in, and to see and change what belongs to an account. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Account,
  audit,
  createKey,
  endSession,
  endSessions,
  findSession,
  isAccountTier,
  listKeys,
  MAX_KEYS,
  revokeKey,
  rotateKey,
  StillPaid,
} from '../../accounts/index.ts'
import { enableReceiver, listDisabledReceivers } from '../../jobs/index.ts'
import {
  accountPage,
  deletedPage,
  keyKinds,
  newKeyPage,
  type Page,
  pageHeaders,
  signInPage,
  writePage,
} from '../../pages/index.ts'
import { PaymentsError } from '../../payments/index.ts'
import { removeAccount, writeExport } from '../../privacy/index.ts'
import { formBody } from '../body-text.ts'
import type { Context, Office } from '../context.ts'
import { readCookie, setCookie } from '../cookies.ts'
import { unavailable } from '../problem.ts'
import type { App } from '../validation.ts'

const stripePages = ['https://checkout.stripe.com', 'https://billing.stripe.com'] as const

export function sendPage(
  office: Office,
  reply: FastifyReply,
  page: Page,
  status = 200,
): FastifyReply {
  const targets = office.payments ? stripePages : []
  return reply.code(status).headers(pageHeaders(targets)).send(writePage(page))
}

interface Visit {
  readonly account: Account
  readonly form: URLSearchParams
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function addAccountPages(app: App, context: Context, office: Office): void {
  app.route({
    method: 'GET',
    url: '/account',
    handler: async (request, reply) => {
      const account = await findVisitor(context, office, request)
      if (!account) return sendPage(office, reply, signInPage())
      return sendAccount(context, office, { account, reply })
    },
  })
  app.route({
    method: 'GET',
    url: '/account/export',
    handler: async (request, reply) => {
      const account = await findVisitor(context, office, request)
      if (!account) return reply.redirect('/account', 303)
      await audit(office.db, account.id, 'account_exported', { by: 'account' })
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="account.json"')
        .send(Readable.from(writeExport(office.db, account)))
    },
  })
  for (const [path, act] of Object.entries(actions)) {
    app.route({
      method: 'POST',
      url: `/account/${path}`,
      schema: { body: formBody },
      handler: async (request, reply) => {
        const { body: form } = request
        const account = await findVisitor(context, office, request)
        if (!account) return reply.redirect('/account', 303)
        return act(context, office, { account, form, request, reply })
      },
    })
  }
}

async function findVisitor(
  { address }: Context,
  { db }: Office,
  request: FastifyRequest,
): Promise<Account | undefined> {
  const session = readCookie(address, request, 'session')
  return session === undefined ? undefined : findSession(db, session)
}

async function sendAccount(
  { address }: Context,
  office: Office,
  { account, reply }: Pick<Visit, 'account' | 'reply'>,
  complaint?: string,
): Promise<FastifyReply> {
  const page = accountPage({
    account,
    credits: await office.credits.read(account.id),
    keys: await listKeys(office.db, account.id),
    disabledReceivers: await listDisabledReceivers(office.db, account.id),
    hasPayments: office.payments !== undefined,
    baseUrl: address.url,
    ...(complaint !== undefined && { complaint }),
  })
  return sendPage(office, reply, page, complaint === undefined ? 200 : 422)
}

type Act = (context: Context, office: Office, visit: Visit) => Promise<FastifyReply>

const actions: Readonly<Record<string, Act>> = {
  keys: async (context, office, visit) => {
    const { account, form, reply } = visit
    const name = form.get('name')?.trim() ?? ''
    const cap = form.get('cap')?.trim() ?? ''
    if (name === '') return sendAccount(context, office, visit, 'A key needs a name.')
    if (!/^\d{0,9}$/.test(cap)) {
      return sendAccount(context, office, visit, 'The credits must be a whole number.')
    }
    const valid = (await listKeys(office.db, account.id)).filter(({ isValid }) => isValid)
    if (valid.length >= MAX_KEYS) {
      return sendAccount(context, office, visit, `There are ${MAX_KEYS} keys. Revoke one first.`)
    }
    const wanted = {
      name,
      isTest: form.get('kind') === 'test',
      spendCap: cap === '' ? undefined : Number(cap),
      features: keyKinds[form.get('may') ?? 'all']?.features,
    }
    const { key } = await office.db.transaction().execute((tx) => createKey(tx, account.id, wanted))
    return sendPage(office, reply, newKeyPage(account, key, false))
  },
  'keys/rotate': async (context, office, visit) => {
    const { account, form, reply } = visit
    const created = await rotateKey(office.db, account.id, form.get('id') ?? '')
    office.callers.forget()
    if (!created) return sendAccount(context, office, visit, 'This key was replaced already.')
    return sendPage(office, reply, newKeyPage(account, created.key, true))
  },
  'keys/revoke': async (_context, office, { account, form, reply }) => {
    await revokeKey(office.db, form.get('id') ?? '', account.id)
    office.callers.forget()
    return reply.redirect('/account', 303)
  },
  'webhooks/enable': async (_context, { db }, { account, form, reply }) => {
    await enableReceiver(db, account.id, form.get('host') ?? '')
    return reply.redirect('/account', 303)
  },
  plan: async ({ address }, { payments }, { account, form, reply }) => {
    const tier = form.get('tier') ?? ''
    const isForSale = isAccountTier(tier) && (tier === 'essential' || tier === 'scale')
    if (!payments || !isForSale || account.tier !== 'free') return reply.redirect('/account', 303)
    const back = `${address.url}/account`
    const { id: accountId, customerId, email } = account
    const order = { accountId, tier, customerId, email }
    const url = await payments.startCheckout(order, back).catch(toUnavailable)
    return reply.redirect(url, 303)
  },
  billing: async ({ address }, { payments }, { account, reply }) => {
    if (!payments || account.customerId === null) return reply.redirect('/account', 303)
    const back = `${address.url}/account`
    const url = await payments.openPortal(account.customerId, back).catch(toUnavailable)
    return reply.redirect(url, 303)
  },
  delete: async (context, office, visit) => {
    const { account, form, reply } = visit
    if (form.get('confirm')?.trim().toLowerCase() !== (account.email ?? account.id)) {
      return sendAccount(context, office, visit, 'The account was not deleted: type its address.')
    }
    try {
      await removeAccount(office, account)
    } catch (error) {
      if (!(error instanceof StillPaid)) throw error
      return sendAccount(context, office, visit, error.message)
    }
    office.callers.forget()
    setCookie(context.address, reply, { name: 'session', value: '', seconds: 0 })
    return sendPage(office, reply, deletedPage())
  },
  'sign-out-everywhere': async ({ address }, { db }, { account, reply }) => {
    await endSessions(db, account.id)
    setCookie(address, reply, { name: 'session', value: '', seconds: 0 })
    return reply.redirect('/account', 303)
  },
  'sign-out': async ({ address }, { db }, { request, reply }) => {
    const session = readCookie(address, request, 'session')
    if (session !== undefined) await endSession(db, session)
    setCookie(address, reply, { name: 'session', value: '', seconds: 0 })
    return reply.redirect('/account', 303)
  },
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  throw unavailable('Plans can not be bought at the moment. Try again soon.', error)
}
