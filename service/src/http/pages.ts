/** The pages that people look at: a scope of their own, where bodies are forms and errors are pages. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders, problemPage, writePage } from '../pages/index.ts'
import { takeText } from './body-text.ts'
import type { Context, Office } from './context.ts'
import { reportProblem, sendProblem } from './errors.ts'
import type { OwnAddress } from './own-address.ts'
import { Problem, problems } from './problem.ts'
import { addAccountPages } from './routes/account-pages.ts'
import { addSignInPages } from './routes/sign-in-pages.ts'
import type { App } from './validation.ts'

/** Pages that came over TLS are asked for in no other way for a year. */
const HSTS = 'max-age=31536000'
/** Forms of the pages have some hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024

export async function addPages(app: App, context: Context, office: Office): Promise<void> {
  const { address } = context
  await app.register(async (pages: App) => {
    takeText(pages, MAX_FORM_BYTES, (text) => new URLSearchParams(text))
    pages.addHook('onRequest', async (request, reply) => {
      if (address.isSecure) reply.header('strict-transport-security', HSTS)
      refuseForeign(address, request)
    })
    pages.setErrorHandler((error: Error, request, reply) => {
      const problem = reportProblem(error, request)
      if (!request.headers.accept?.includes('text/html')) {
        return sendProblem(address, problem, request, reply)
      }
      return sendProblemPage(problem, request, reply)
    })
    addAccountPages(pages, context, office)
    addSignInPages(pages, context, office)
  })
}

/**
 * @throws {Problem} for a page that was asked for under another name, since it may be open in a page of that name (DNS
 *   rebinding), and for a form that was not sent from one of our own pages: it was not the user who wanted that.
 */
function refuseForeign(address: OwnAddress, { raw, method }: FastifyRequest): void {
  const { host, origin, 'sec-fetch-site': site } = raw.headers
  if (!address.isOwnHost(host)) {
    const detail = `The pages of this service are at ${address.url}/account.`
    throw new Problem('misdirected_request', detail)
  }
  const isTold = (origin === undefined || origin === 'null') && site === 'same-origin'
  if (method === 'POST' && !address.isOwnOrigin(origin) && !isTold) {
    throw new Problem('bad_request', 'The form was not sent from a page of this service.')
  }
}

function sendProblemPage(
  { status, code, message, headers }: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const page = problemPage(problems[code].title, message, request.id)
  return reply
    .code(status)
    .headers({ ...headers, ...pageHeaders([]) })
    .send(writePage(page))
}
