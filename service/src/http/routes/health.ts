/** `GET /healthz`: the process is alive. `GET /readyz`: it can convert. */
import { z } from 'zod'
import { unavailable } from '../problem.ts'
import type { Readiness } from '../readiness.ts'
import { namedSchemas } from '../schemas.ts'
import type { App } from '../validation.ts'

const healthSchema = z
  .object({
    status: z.string(),
    detail: z.string().exactOptional().describe('The reason for the state.'),
  })
  .register(namedSchemas, { id: 'Health' })

export function addHealthRoutes(app: App, readiness: Readiness): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { isFree: true },
    schema: {
      operationId: 'getHealth',
      summary: 'Liveness of the process',
      tags: ['health'],
      response: { 200: healthSchema },
    },
    handler: async () => ({ status: 'ok' }),
  })
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { isFree: true, problems: ['service_unavailable'] },
    schema: {
      operationId: 'getReadiness',
      summary: 'Readiness of the service',
      description:
        'Converts a small document, queries the database and stores a file; the outcome is reused for some seconds.',
      tags: ['health'],
      response: { 200: healthSchema },
    },
    handler: async () => {
      const complaint = await readiness.findComplaint()
      if (complaint !== undefined) throw unavailable(complaint)
      const detail = readiness.findReservation()
      return { status: 'ready', ...(detail !== undefined && { detail }) }
    },
  })
}
