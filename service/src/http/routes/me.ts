/** `GET /v1/me`: who calls, and what is left of the budget. */
import type { FastifyInstance } from 'fastify'
import { type Caller, isAccountTier, plans } from '../../accounts/index.ts'
import { getAdmission } from '../caller.ts'
import type { Context, Office } from '../context.ts'
import type { MeResponse } from '../schemas.ts'

const unknownBudget = { limit: null, remaining: null, reset: null }

export function addMeRoute(app: FastifyInstance, { office }: Context): void {
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
        problems: [
          'unauthorized',
          'account_suspended',
          'rate_limited',
          'internal_error',
          'service_unavailable',
        ],
      },
    },
    handler: async (request): Promise<MeResponse> => {
      const { caller, budget } = getAdmission(request)
      return {
        tier: caller.tier,
        is_keyed: caller.isKeyed,
        rate_limit: budget ?? unknownBudget,
        credits: await readCredits(office, caller),
        features: [...caller.features],
      }
    },
  })
}

async function readCredits(
  office: Office | undefined,
  { tier, account }: Caller,
): Promise<MeResponse['credits']> {
  if (!account || !isAccountTier(tier) || plans[tier].credits === undefined) return null
  const credits = await office?.credits.read(account.id)
  if (!credits) return null
  return { balance: credits.balance, granted: credits.granted, period_end: credits.periodEnd }
}
