/** Answers unknown routes with 404, and other methods of known addresses with 405 and the allowed methods. */
import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import { Problem } from './problem.ts'
import type { App } from './validation.ts'

/**
 * Records the routes, then refuses all other methods at their addresses.
 *
 * @returns A function to be called after all routes were added.
 */
export function refuseOtherMethods(app: App): () => void {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    taken.set(url, (taken.get(url) ?? new Set()).union(new Set([method].flat())))
  })
  const allMethods = METHODS.filter((method) => method !== 'CONNECT')
  for (const method of allMethods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
  return () => {
    for (const [url, methods] of [...taken]) addRefusal(app, url, methods, allMethods)
  }
}

function addRefusal(
  app: App,
  url: string,
  methods: ReadonlySet<string>,
  allMethods: readonly string[],
): void {
  const allow = [...methods, 'OPTIONS'].toSorted().join(', ')
  app.route({
    // Sound: these methods are registered with Fastify.
    method: allMethods.filter((method) => !methods.has(method)) as HTTPMethods[],
    url,
    config: { isRefusal: true },
    handler: (request, reply) => {
      // Answers CORS preflights and plain OPTIONS requests.
      if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      const detail = `${request.method} is not allowed at this address. Allowed: ${allow}.`
      throw new Problem('method_not_allowed', detail, { headers: { allow } })
    },
  })
}
