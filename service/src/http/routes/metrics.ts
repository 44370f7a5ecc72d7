/** `GET /metrics`: counts and times for Prometheus. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics.ts'

export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { isFree: true },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
}
