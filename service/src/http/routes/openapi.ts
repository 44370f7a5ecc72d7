/** `GET /openapi.json`: the OpenAPI document. */
import type { App } from '../validation.ts'

export function addOpenApiRoute(app: App): void {
  let json: string | undefined
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { isFree: true },
    handler: async (_request, reply) => {
      json ??= JSON.stringify(app.swagger(), null, 2)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}
