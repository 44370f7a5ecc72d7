/** `GET /openapi.json`: the interface, for tools. */
import type { FastifyInstance } from 'fastify'

export function addOpenApiRoute(app: FastifyInstance, writeDocument: () => object): void {
  let json: string | undefined
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { isFree: true },
    handler: async (_request, reply) => {
      json ??= JSON.stringify(writeDocument(), null, 2)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}
