/** `GET /v1/me`: who calls, and what is left of the budget. */
import type { FastifyInstance } from 'fastify'
import { getAdmission } from '../caller.ts'
import type { MeResponse } from '../schemas.ts'

const unknownBudget = { limit: null, remaining: null, reset: null }

export function addMeRoute(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/v1/me',
    config: {
      isFree: true,
      operation: {
        id: 'getMe',
        summary: 'Plan, request budget and credits of the caller',
        description: 'Works without a key. Does not count against the rate limit.',
        tag: 'account',
        result: 'MeResponse',
        problems: ['unauthorized', 'rate_limited', 'internal_error', 'service_unavailable'],
      },
    },
    handler: async (request): Promise<MeResponse> => {
      const { caller, budget } = getAdmission(request)
      return {
        tier: caller.tier,
        is_keyed: caller.isKeyed,
        rate_limit: budget ?? unknownBudget,
        credits: null,
        features: [...caller.features],
      }
    },
  })
}
