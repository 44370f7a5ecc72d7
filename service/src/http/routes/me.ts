/** `GET /v1/me`: the caller and the remaining rate limit. */
import { z } from 'zod'
import { type Caller, isAccountTier, plans } from '../../accounts/index.ts'
import { getAdmission } from '../caller.ts'
import type { AccountServices, Context } from '../context.ts'
import { namedSchemas } from '../schemas.ts'
import type { App } from '../validation.ts'

const count = z.int().nullable()

const rateLimitSchema = z
  .object({
    limit: count.describe('Size of the current window.'),
    remaining: count.describe('Remaining requests in the window.'),
    reset: count.describe('Seconds until the window refills.'),
  })
  .describe('The values of the X-RateLimit-* headers; null if unknown.')
  .register(namedSchemas, { id: 'RateLimitInfo' })

const creditsSchema = z
  .object({
    balance: z.int().describe('Remaining credits of the current billing period.'),
    granted: z.int().describe('Credits that the plan granted for this period.'),
    period_end: z.string().nullish().describe('Date (ISO 8601) on which the next period begins.'),
  })
  .register(namedSchemas, { id: 'CreditsInfo' })

const meSchema = z
  .object({
    tier: z.string().describe('The plan of the caller. More may be added.'),
    is_keyed: z.boolean().describe('True if the request has a valid API key.'),
    rate_limit: rateLimitSchema,
    credits: creditsSchema.nullish().describe('null on plans without credits.'),
    features: z.array(z.string()).describe('Features of the plan. More may be added.'),
  })
  .register(namedSchemas, { id: 'MeResponse' })

const unknownBudget = { limit: null, remaining: null, reset: null }

export function addMeRoute(app: App, { services }: Context): void {
  app.route({
    method: 'GET',
    url: '/v1/me',
    config: { isFree: true },
    schema: {
      operationId: 'getMe',
      summary: 'Plan, request budget and credits of the caller',
      description: 'Works without a key. Does not count against the rate limit.',
      tags: ['account'],
      response: { 200: meSchema },
    },
    handler: async (request) => {
      const { caller, budget } = getAdmission(request)
      return {
        tier: caller.tier,
        is_keyed: caller.isKeyed,
        rate_limit: budget ?? unknownBudget,
        credits: await readCredits(services, caller),
        features: [...caller.features],
      }
    },
  })
}

async function readCredits(
  services: AccountServices | undefined,
  { tier, account }: Caller,
): Promise<z.output<typeof meSchema>['credits']> {
  if (!account || !isAccountTier(tier) || plans[tier].credits === undefined) return null
  const credits = await services?.credits.read(account.id)
  if (!credits) return null
  return { balance: credits.balance, granted: credits.granted, period_end: credits.periodEnd }
}
