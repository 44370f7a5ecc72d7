/** Requests that no route takes → 404, or 405 with what the path does allow. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { pathOf } from './errors.ts'
import { Problem } from './problem.ts'

interface KnownRoute {
  readonly methods: readonly string[]
  /** Matches the paths that the route takes. */
  readonly pattern: RegExp
}

/** Keeps a list of the routes that are added from now on. */
export function rememberRoutes(app: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url }: RouteOptions) => {
    const pattern = new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}/?$`)
    routes.push({ methods: [method].flat(), pattern })
  })
  return routes
}

/** Answers OPTIONS for every path that there is, a preflight of CORS or not. */
export function answerNotFound(
  routes: readonly KnownRoute[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = pathOf(request.url)
  const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((each) => each.methods)
  if (methods.length === 0) throw new Problem('not_found', 'There is nothing at this address.')
  const allow = [...new Set([...methods, 'OPTIONS'])].toSorted().join(', ')
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
  const detail = `${request.method} is not possible here. Allowed: ${allow}.`
  throw new Problem('method_not_allowed', detail, { headers: { allow } })
}
