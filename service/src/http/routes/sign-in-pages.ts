/** `/account/sign-in`, `/account/confirm`, `/account/code`: the ways in. */
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
} from '../../accounts/index.ts'
import { countingName } from '../../limits/index.ts'
import { MailError } from '../../mail/index.ts'
import { checkMailPage, confirmPage, signInPage, staleLinkPage } from '../../pages/index.ts'
import { formBody } from '../body-text.ts'
import type { Context, Office } from '../context.ts'
import { readCookie, setCookie } from '../cookies.ts'
import { Problem, unavailable } from '../problem.ts'
import type { App } from '../validation.ts'
import { sendPage } from './account-pages.ts'

/** As long as a link works. */
const BROWSER_SECONDS = 15 * 60
/** The window of the limit by address of mail. */
const RETRY_SECONDS = '900'

export function addSignInPages(app: App, context: Context, office: Office): void {
  const { config, address } = context
  app.route({
    method: 'POST',
    url: '/account/sign-in',
    schema: { body: formBody },
    handler: (request, reply) => sendLink(context, office, request, request.body, reply),
  })
  // Programs that look for viruses open links: this only shows a page.
  app.route({
    method: 'GET',
    url: '/account/confirm',
    schema: { querystring: z.object({ token: z.string().default('') }) },
    handler: async (request, reply) => {
      const { token } = request.query
      const link = await findLink(office.db, token)
      if (!link) return sendPage(office, reply, staleLinkPage(), 410)
      const browser = readCookie(address, request, 'browser')
      const isSame = browser !== undefined && hashOf(browser) === link.browserHash
      return sendPage(office, reply, confirmPage(link.email, token, isSame))
    },
  })
  app.route({
    method: 'POST',
    url: '/account/confirm',
    schema: { body: formBody },
    handler: async (request, reply) => {
      const { body: form } = request
      const signedIn = await signInByLink(office.db, form.get('token') ?? '')
      if (!signedIn) return sendPage(office, reply, staleLinkPage(), 410)
      return welcome(context, office, signedIn, request, reply)
    },
  })
  app.route({
    method: 'POST',
    url: '/account/code',
    schema: { body: formBody },
    handler: async (request, reply) => {
      const { body: form } = request
      const browser = readCookie(address, request, 'browser') ?? ''
      const signedIn = await signInByCode(office.db, browser, form.get('code') ?? '')
      if (signedIn) return welcome(context, office, signedIn, request, reply)
      const complaint =
        'The code is not right, or does not work any more. The link in the mail may.'
      const isPrinted = config.mail.smtpUrl === undefined
      const page = checkMailPage(readEmail(form.get('email') ?? '') ?? '', { complaint, isPrinted })
      return sendPage(office, reply, page, 422)
    },
  })
}

/** The same answer for addresses that have an account, and that have none. */
async function sendLink(
  { config, address }: Context,
  office: Office,
  request: FastifyRequest,
  form: URLSearchParams,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const email = readEmail(form.get('email') ?? '')
  if (email === undefined) {
    return sendPage(office, reply, signInPage('This is not a mail address.'), 422)
  }
  const browser = readCookie(address, request, 'browser') ?? newToken()
  const verdict = await sendLogin(office.db, office.mailer, {
    email,
    browser,
    address: countingName(request.ip),
    maxPerHour: config.mail.perHour,
    linkOf: (token) => `${address.url}/account/confirm?token=${token}`,
  }).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error
    throw unavailable('The mail could not be sent. Try again soon.', error)
  })
  if (verdict === 'none_left') throw unavailable('No more mails are sent at the moment.')
  if (verdict === 'too_many') {
    const detail = 'Too many links were asked for. Use one of those sent, or try again later.'
    throw new Problem('rate_limited', detail, { headers: { 'retry-after': RETRY_SECONDS } })
  }
  const cookie = { name: 'browser', value: browser, seconds: BROWSER_SECONDS } as const
  setCookie(address, reply, cookie)
  const isPrinted = config.mail.smtpUrl === undefined
  const isForAccountsOnly = verdict === 'accounts_only'
  return sendPage(office, reply, checkMailPage(email, { isPrinted, isForAccountsOnly }))
}

/** Whoever was signed in before, is not any more: nobody's session goes on under another's name. */
async function welcome(
  { address }: Context,
  { db }: Office,
  { session }: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const before = readCookie(address, request, 'session')
  if (before !== undefined) await endSession(db, before)
  const seconds = SESSION_DAYS * 24 * 60 * 60
  setCookie(address, reply, { name: 'session', value: session, seconds })
  return reply.redirect('/account', 303)
}
