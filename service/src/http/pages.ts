/** Registers the web pages and their forms in a separate scope. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, pageHeaders, type Site, type SiteFile } from '../pages/index.ts'
import { takeText } from './body-text.ts'
import type { AccountServices, Context } from './context.ts'
import type { OwnAddress } from './own-address.ts'
import { Problem, unavailable } from './problem.ts'
import { addAccountRoutes } from './routes/account.ts'
import { addAccountKeyRoutes } from './routes/account-keys.ts'
import { addOperatorRoutes } from './routes/operator.ts'
import { addSignInRoutes } from './routes/sign-in.ts'
import type { App } from './validation.ts'

/** After a visit over TLS, browsers use only TLS for a year. */
const HSTS = 'max-age=31536000'
/** The forms of our pages have a few hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024
/** Assets are cached forever, because their names change with their content. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Paths at which the page is served; its script decides what to show. */
const addresses = [
  '/',
  '/account',
  '/account/confirm',
  '/account/owner',
  '/keys',
  '/jobs',
  '/jobs/:id',
  '/usage',
  '/operator',
  '/docs',
  '/docs/*',
] as const

export async function addPages(
  app: App,
  context: Context,
  services: AccountServices,
): Promise<void> {
  const { address, site } = context
  await app.register(async (pages: App) => {
    takeText(pages, MAX_FORM_BYTES, (text) => new URLSearchParams(text))
    pages.addHook('onRequest', async (request, reply) => {
      if (address.isSecure) reply.header('strict-transport-security', HSTS)
      refuseForeign(address, request)
    })
    addSite(pages, site)
    addSignInRoutes(pages, context, services)
    addAccountRoutes(pages, context, services)
    addAccountKeyRoutes(pages, context, services)
    addOperatorRoutes(pages, context, services)
  })
}

function addSite(pages: App, site: Site | undefined): void {
  for (const url of addresses) {
    pages.route({
      method: 'GET',
      url,
      config: { isFree: true },
      handler: async (request, reply) => sendShell(site, request, reply),
    })
  }
  pages.route({
    method: 'GET',
    url: '/assets/:name',
    config: { isFree: true },
    handler: async (request, reply) => {
      // Sound: the path has this parameter.
      const { name } = request.params as { readonly name: string }
      const file = await site?.findAsset(name)
      if (!file) throw new Problem('not_found', 'This address does not exist.')
      return sendFile(file, request, reply.header('cache-control', FOREVER))
    },
  })
}

/** @throws {Problem} if the pages were not built. */
export async function sendShell(
  site: Site | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!site) throw unavailable('The page is not built. Run: npm run build --workspace web.')
  return sendFile(site.shell, request, reply.headers(pageHeaders))
}

async function sendFile(
  file: SiteFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, vary: 'Accept-Encoding' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
  const compressed = encoding && (await file.compressed(encoding))
  if (compressed) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(compressed ?? file.bytes)
}

function chooseEncoding(accepted: string): Encoding | undefined {
  const names = accepted.split(',').map((each) => each.trim().split(';', 1)[0])
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}

/**
 * @throws {Problem} for a page requested under another host name, because a foreign page may share that name (DNS
 * rebinding), and for a form that was not sent from our own pages, because the user did not intend it.
 */
function refuseForeign(address: OwnAddress, { raw, method }: FastifyRequest): void {
  const { host, origin, 'sec-fetch-site': site } = raw.headers
  if (!address.isOwnHost(host)) {
    const detail = `The pages of this service are at ${address.url}/.`
    throw new Problem('misdirected_request', detail)
  }
  const isOwnPage = (origin === undefined || origin === 'null') && site === 'same-origin'
  if (method === 'POST' && !address.isOwnOrigin(origin) && !isOwnPage) {
    throw new Problem('bad_request', 'The form was not sent from a page of this service.')
  }
}
