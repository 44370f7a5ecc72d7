/** `GET /healthz`: the process answers. `GET /readyz`: it does its work. */
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../problem.ts'
import type { Readiness } from '../readiness.ts'
import type { Health } from '../schemas.ts'

export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: {
      isFree: true,
      operation: {
        id: 'getHealth',
        summary: 'Whether the process is alive',
        tag: 'health',
        result: 'Health',
        problems: [],
      },
    },
    handler: async (): Promise<Health> => ({ status: 'ok' }),
  })
  app.route({
    method: 'GET',
    url: '/readyz',
    config: {
      isFree: true,
      operation: {
        id: 'getReadiness',
        summary: 'Whether the service does its work',
        description:
          'Converts a small document, asks the database and keeps a file, unless it did in the last seconds.',
        tag: 'health',
        result: 'Health',
        problems: ['service_unavailable'],
      },
    },
    handler: async (): Promise<Health> => {
      const complaint = await readiness.findComplaint()
      if (complaint !== undefined) throw unavailable(complaint)
      return { status: 'ready' }
    },
  })
}
