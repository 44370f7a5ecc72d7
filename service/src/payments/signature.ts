/** Verifies the signatures of Stripe's webhooks (docs.stripe.com/webhooks, "Verify webhook signatures manually"). */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The greatest age of a signature; an older request may be a replay. */
const TOLERANCE_SECONDS = 300

/** @param header `t=<seconds>,v1=<hex>`, with any number of `v1`. */
export function isSigned(body: string, header: string, secret: string): boolean {
  const fields = header.split(',').map((field) => field.trim().split('=', 2))
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(Date.now() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
