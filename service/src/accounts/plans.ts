/** Defines the plans: their credits, features, rate limits and prices. */

/** An open set: plans may be added. */
export type Tier = 'anonymous' | 'free' | 'essential' | 'scale' | 'self_hosted'

/** The tiers that an account can have. */
export const accountTiers = ['free', 'essential', 'scale', 'self_hosted'] as const
export type AccountTier = (typeof accountTiers)[number]

/** Features of plans, to which a key can be restricted. The set may grow. */
export const features = [
  'convert_sync',
  'convert_queue',
  'output_markdown',
  'output_json',
  'ocr',
  'tables',
  'webhooks',
  'job_history',
] as const
export type Feature = (typeof features)[number]

interface Plan {
  readonly name: string
  /** Credits per month; `undefined` if credits are not counted. */
  readonly credits: number | undefined
  readonly requestsPerMinute: number
  /** Price per month; `undefined` if the plan is not for sale. */
  readonly euros: number | undefined
  readonly features: readonly Feature[]
}

export const plans: Readonly<Record<AccountTier, Plan>> = {
  free: {
    name: 'Free',
    credits: 100,
    requestsPerMinute: 60,
    euros: 0,
    features,
  },
  essential: {
    name: 'Essential',
    credits: 10_000,
    requestsPerMinute: 300,
    euros: 20,
    features,
  },
  scale: {
    name: 'Scale',
    credits: 100_000,
    requestsPerMinute: 1_200,
    euros: 80,
    features,
  },
  self_hosted: {
    name: 'Self-hosted',
    credits: undefined,
    // High enough to limit nobody; the rate limit headers still need a number.
    requestsPerMinute: 100_000,
    euros: undefined,
    features,
  },
}

export function isAccountTier(text: string): text is AccountTier {
  return accountTiers.some((tier) => tier === text)
}
