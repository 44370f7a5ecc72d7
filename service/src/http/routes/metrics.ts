/** `GET /metrics`: counts and times for Prometheus. */
import type { Metrics } from '../../metrics/index.ts'
import type { App } from '../validation.ts'

export function addMetricsRoute(app: App, metrics: Metrics): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { isFree: true },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
}
