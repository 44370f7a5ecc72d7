/** Builds the HTTP app from its dependencies; tests use it through `inject`, the service on a socket. */
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Jobs } from '../jobs/index.ts'
import { countingName, type RateLimiter } from '../limits/index.ts'
import { admit } from './caller.ts'
import { discardRest } from './client.ts'
import type { AccountServices, Context } from './context.ts'
import { reportProblem, sendProblem, toProblem } from './errors.ts'
import { headersFor, isApi, rateHeaders } from './headers.ts'
import { refuseOtherMethods } from './method-not-allowed.ts'
import { describeApi } from './openapi.ts'
import { withoutPrefix } from './own-address.ts'
import { addPages, sendShell } from './pages.ts'
import { Problem, unavailable } from './problem.ts'
import { answerClientError, answerRaw } from './raw-errors.ts'
import { createReadiness } from './readiness.ts'
import { requestIdOf } from './request-id.ts'
import { addConvertRoute } from './routes/convert.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addJobDeliveryRoutes } from './routes/job-deliveries.ts'
import { addJobPagesRoute } from './routes/job-pages.ts'
import { addJobResultRoute } from './routes/job-result.ts'
import { addJobSubmitRoute } from './routes/job-submit.ts'
import { addJobRoutes } from './routes/jobs.ts'
import { addMeRoute } from './routes/me.ts'
import { addMetricsRoute } from './routes/metrics.ts'
import { addOpenApiRoute } from './routes/openapi.ts'
import { addPaymentsRoute } from './routes/payments.ts'
import { addUsageRoute } from './routes/usage.ts'
import { waitForHandlers } from './running-handlers.ts'
import { addTraces } from './traces.ts'
import { createReceive, type Receive } from './uploads.ts'
import {
  type App,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from './validation.ts'

/** The time that a client has to send the head of a request. */
const HEADERS_TIMEOUT_MS = 15_000
/** Closes connections without traffic; longer than a conversion with its wait. */
const IDLE_TIMEOUT_MS = 120_000
/** Longer than the 60 s of common load balancers, which would otherwise send a request into a closing connection. */
const KEEP_ALIVE_MS = 72_000
const MAX_HEADERS = 100
const MAX_HEADER_BYTES = 16 * 1024

export async function createApp(context: Context, log: FastifyBaseLogger): Promise<App> {
  const app = createFastify(context, log)
  takeAnyBody(app)
  answerSpecialRequests(app, context.anonymousLimiter)
  // Cookies are parsed before callers are identified: a session is a cookie.
  await app.register(cookie)
  const track = waitForHandlers(app)
  if (context.tracing) addTraces(app, context.tracing)
  addHooks(app, context, track)
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(context.address, reportProblem(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    if (isLookedAt(context, request)) return sendShell(context.site, request, reply.code(404))
    throw new Problem('not_found', 'This address does not exist.')
  })
  await describeApi(app, context.config.converter.hasExtraTypes)
  const completeRoutes = refuseOtherMethods(app)
  // A worker serves only health checks and metrics.
  if (context.config.jobs.role !== 'worker') await addApi(app, context)
  addHealthRoutes(app, createReadiness(context))
  addOpenApiRoute(app)
  if (context.metrics && context.config.metricsPort === undefined) {
    addMetricsRoute(app, context.metrics)
  }
  completeRoutes()
  await app.ready()
  return app
}

/** Returns true if a browser requests a page under the service's public name. */
function isLookedAt({ site, address }: Context, { method, raw, url }: FastifyRequest): boolean {
  const isPage = method === 'GET' && raw.headers.accept?.includes('text/html') === true
  return isPage && site !== undefined && !isApi(url) && address.isOwnHost(raw.headers.host)
}

async function addApi(app: App, context: Context): Promise<void> {
  const receive = createReceive(context)
  addConvertRoute(app, context, receive)
  if (context.jobs) addQueue(app, context, context.jobs, receive)
  addMeRoute(app, context)
  if (context.services) await addOffice(app, context, context.services)
}

async function addOffice(app: App, context: Context, services: AccountServices): Promise<void> {
  addUsageRoute(app, services)
  await addPages(app, context, services)
  if (services.payments) await addPaymentsRoute(app, services.payments)
}

function addQueue(app: App, context: Context, jobs: Jobs, receive: Receive): void {
  addJobSubmitRoute(app, context, jobs, receive)
  addJobRoutes(app, jobs)
  addJobResultRoute(app, context, jobs)
  addJobPagesRoute(app, jobs)
  addJobDeliveryRoutes(app, jobs)
}

function createFastify(context: Context, log: FastifyBaseLogger): App {
  const { trustedProxies, requestTimeoutMs } = context.config
  const options: FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> = {
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => withoutPrefix(context.address.prefix, url),
    // Allows any parameter that fits into the head of a request; the handlers answer overlong ids with 404.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: (_address, hop) => hop < trustedProxies,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Fastify's own answers would not be problem documents.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      void answerClientError(error, socket, context.anonymousLimiter)
    },
    frameworkErrors: async (error, request, reply) => {
      const budget = await context.anonymousLimiter.peek(countingName(request.ip))
      reply.headers({ ...headersOf(request), ...(budget && rateHeaders(budget)) })
      return sendProblem(context.address, toProblem(error), request, reply)
    },
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked below, with a problem document as the answer.
      requireHostHeader: false,
    },
  }
  const app = Fastify(options).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.server.maxHeadersCount = MAX_HEADERS
  return app
}

/** Parses no body before its route: routes that need a body read the stream. */
function takeAnyBody(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** Answers the events that Node would answer in its own format, or not at all. */
function answerSpecialRequests({ server }: App, limiter: RateLimiter): void {
  // Requests with `Expect` are handled like all others; a route that reads a body sends `100 Continue` itself.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  server.on('connect', (_request, socket) => {
    const headers = { allow: 'DELETE, GET, HEAD, POST, OPTIONS' }
    const problem = new Problem(
      'method_not_allowed',
      'This server is not a proxy: CONNECT is not supported.',
      { headers },
    )
    void answerRaw(problem, socket, limiter)
  })
}

function addHooks(app: App, context: Context, track: ReturnType<typeof waitForHandlers>): void {
  app.decorateRequest('admission', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request))
    request.admission = await track(admit(context, request, reply))
    refuseUnanswerable(context, request)
  })
  app.addHook('onSend', async (_request, reply) => {
    // Otherwise the server would wait until the client closes an idle connection.
    if (context.isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    discardRest(request.raw)
    logRequest(context, request, reply)
  })
}

function headersOf({ id, method, url }: FastifyRequest): Record<string, string> {
  return { ...headersFor(method, url), 'x-request-id': id }
}

function refuseUnanswerable({ isStopping }: Context, request: FastifyRequest): void {
  const { rawHeaders, httpVersion } = request.raw
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
  // RFC 9112, 3.2: a proxy in front of the service may have used the other header.
  if (hosts > 1) throw new Problem('bad_request', 'The request has more than one Host header.')
  if (hosts === 0 && httpVersion === '1.1') {
    throw new Problem('bad_request', 'The request has no Host header.')
  }
  const { isFree = false } = request.routeOptions.config
  if (isStopping() && !isFree) throw unavailable('The service is stopping.')
}

/** Logs neither address nor query nor headers: they are personal or secret. */
function logRequest({ metrics }: Context, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request
  const route = routeOptions.url ?? 'none'
  const { statusCode: status, elapsedTime } = reply
  metrics?.onRequest(route, method, status, elapsedTime / 1_000)
  const level = routeOptions.config.isFree ? 'debug' : 'info'
  request.log[level]({ method, route, status, duration_ms: Math.round(elapsedTime) }, 'request')
}
