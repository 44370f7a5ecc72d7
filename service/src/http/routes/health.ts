/** `GET /healthz`: the process is alive. `GET /readyz`: it can convert. */
import { z } from 'zod'
import { unavailable } from '../problem.ts'
import type { Readiness } from '../readiness.ts'
import { namedSchemas } from '../schemas.ts'
import type { App } from '../validation.ts'

const healthSchema = z
  .object({
    status: z.string(),
    detail: z.string().exactOptional().describe('The reason of the state.'),
  })
  .register(namedSchemas, { id: 'Health' })

export function addHealthRoutes(app: App, readiness: Readiness): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { isFree: true },
    schema: {
      operationId: 'getHealth',
      summary: 'Whether the process is alive',
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
      summary: 'Whether the service does its work',
      description:
        'Converts a small document, asks the database and keeps a file, unless it did in the last seconds.',
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
