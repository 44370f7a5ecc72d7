/** Routes that sign in: `/account/sign-in`, `/account/link`, `/account/confirm`, `/account/code`, `/account/owner`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  endSession,
  findLink,
  hashOf,
  newToken,
  readEmail,
  SESSION_DAYS,
  type SignedIn,
  sendLogin,
  signInByCode,
  signInByLink,
  signInByOwnerLink,
} from '../../accounts/index.ts'
import { countingName } from '../../limits/index.ts'
import { MailError } from '../../mail/index.ts'
import { formBody } from '../body-text.ts'
import type { AccountServices, Context } from '../context.ts'
import { readCookie, setCookie } from '../cookies.ts'
import { Problem, unavailable } from '../problem.ts'
import { type App, wrongField } from '../validation.ts'

/** The cookie lives as long as a link. */
const BROWSER_SECONDS = 15 * 60
/** The window of the limit on mails to one address. */
const RETRY_SECONDS = '900'

export function addSignInRoutes(app: App, context: Context, services: AccountServices): void {
  const { address } = context
  app.route({
    method: 'POST',
    url: '/account/sign-in',
    schema: { body: formBody },
    handler: (request, reply) => sendLink(context, services, request, request.body, reply),
  })
  // Virus scanners open links, so this request only shows whose link it is.
  app.route({
    method: 'GET',
    url: '/account/link',
    schema: { querystring: z.object({ token: z.string().default('') }) },
    handler: async (request) => {
      const link = await findLink(services.db, request.query.token)
      if (!link) throw stale()
      const browser = readCookie(address, request, 'browser')
      const isSame = browser !== undefined && hashOf(browser) === link.browserHash
      return { email: link.email, is_same_browser: isSame }
    },
  })
  addWay(app, context, services, 'confirm', async (form) => {
    const signedIn = await signInByLink(services.db, form.get('token') ?? '')
    if (!signedIn) throw stale()
    return signedIn
  })
  addWay(app, context, services, 'owner', async (form) => {
    const signedIn = await signInByOwnerLink(services.db, form.get('token') ?? '')
    if (!signedIn) throw stale('Make another one with recto owner-link.')
    return signedIn
  })
  addWay(app, context, services, 'code', async (form, request) => {
    const browser = readCookie(address, request, 'browser') ?? ''
    const signedIn = await signInByCode(services.db, browser, form.get('code') ?? '')
    if (signedIn) return signedIn
    const detail =
      'The code is wrong or has expired. Try the link in the mail, or request a new code.'
    throw wrongField('code', detail)
  })
}

function stale(advice = 'Request a new one.'): Problem {
  return new Problem('link_expired', `This link was used already or has expired. ${advice}`)
}

type Way = (form: URLSearchParams, request: FastifyRequest) => Promise<SignedIn>

/** Ends the former session of this browser, so that no session continues under another name. */
function addWay(
  app: App,
  { address }: Context,
  { db }: AccountServices,
  name: string,
  enter: Way,
): void {
  app.route({
    method: 'POST',
    url: `/account/${name}`,
    schema: { body: formBody },
    handler: async (request, reply) => {
      const { session } = await enter(request.body, request)
      const before = readCookie(address, request, 'session')
      if (before !== undefined) await endSession(db, before)
      const seconds = SESSION_DAYS * 24 * 60 * 60
      setCookie(address, reply, { name: 'session', value: session, seconds })
      return { is_signed_in: true }
    },
  })
}

/** The answer is the same for addresses with and without an account. */
async function sendLink(
  { config, address }: Context,
  services: AccountServices,
  request: FastifyRequest,
  form: URLSearchParams,
  reply: FastifyReply,
): Promise<object> {
  const email = readEmail(form.get('email') ?? '')
  if (email === undefined) throw wrongField('email', 'This is not a mail address.')
  const browser = readCookie(address, request, 'browser') ?? newToken()
  const verdict = await sendLogin(services.db, services.mailer, {
    email,
    browser,
    address: countingName(request.ip),
    maxPerHour: config.mail.perHour,
    linkOf: (token) => `${address.url}/account/confirm?token=${token}`,
  }).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error
    throw unavailable('The mail could not be sent. Try again soon.', error)
  })
  if (verdict === 'none_left')
    throw unavailable('Too many sign-in mails were sent. Try again in an hour.')
  if (verdict === 'too_many') {
    const detail =
      'Too many sign-in mails were requested. Use one that was sent, or try again later.'
    throw new Problem('rate_limited', detail, { headers: { 'retry-after': RETRY_SECONDS } })
  }
  setCookie(address, reply, { name: 'browser', value: browser, seconds: BROWSER_SECONDS })
  return {
    email,
    is_printed: config.mail.smtpUrl === undefined,
    is_for_accounts_only: verdict === 'accounts_only',
  }
}
