/** Builds the headers of all answers: security, CORS and rate limits. */
import { type RateBudget, WINDOW_SECONDS } from '../limits/index.ts'

type Headers = Readonly<Record<string, string>>

/** Answers are data: browsers must not run, frame, sniff or cache them. */
const always: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Any page may call the API with its own key; browsers never send credentials along. */
const anyOrigin: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Allow, Content-Disposition, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Job-Id, X-Webhook-Secret',
}

const preflight: Headers = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-API-Key, X-Request-Id',
  'access-control-max-age': '86400',
}

/** @param url Path of the request, with its query. */
export function headersFor(method: string, url: string): Headers {
  if (!isApi(url)) return always
  return { ...always, ...anyOrigin, ...(method === 'OPTIONS' && preflight) }
}

export function isApi(url: string): boolean {
  return url.startsWith('/v1/')
}

/** Builds `X-RateLimit-*` and the equivalent headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function rateHeaders({ limit, remaining, reset }: RateBudget): Headers {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${remaining};t=${reset}`,
  }
}
