/** Records requests as spans, as children of the caller's span (W3C Trace Context). */
import type { Span, Tracing } from '../tracing/index.ts'
import type { App } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if tracing is off. */
    span?: Span | undefined
  }
}

/** Spans name routes, never addresses, which are personal or secret. */
export function addTraces(app: App, tracing: Tracing): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', async (request) => {
    const { traceparent, tracestate } = request.headers
    const route = request.routeOptions.url ?? 'none'
    request.span = tracing.start(`${request.method} ${route}`, {
      kind: 'server',
      parent: { traceparent: oneOf(traceparent), tracestate: oneOf(tracestate) },
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'recto.request.id': request.id,
      },
    })
  })
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
  app.addHook('onRequestAbort', async (request) => {
    request.span?.end('aborted')
    request.span = undefined
  })
}

/** Node joins repeated headers with a comma, as the entries of `tracestate` are joined. */
function oneOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
