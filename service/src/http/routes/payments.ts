/** `POST /payments/stripe`: what Stripe tells of subscriptions. */
import { type Payments, PaymentsError } from '../../payments/index.ts'
import { readBody } from '../page-request.ts'
import { Problem, unavailable } from '../problem.ts'
import type { App } from '../validation.ts'

const MAX_EVENT_BYTES = 1024 * 1024

export function addPaymentsRoute(app: App, payments: Payments): void {
  app.route({
    method: 'POST',
    url: '/payments/stripe',
    // All come from a few addresses, and none may be lost.
    config: { isFree: true },
    handler: async (request, reply) => {
      const signature = String(request.headers['stripe-signature'] ?? '')
      const body = await readBody(request, MAX_EVENT_BYTES)
      const isOurs = await payments.handleEvent(body, signature).catch((error: unknown) => {
        // Stripe sends what was answered with an error again, for three days.
        throw error instanceof PaymentsError ? unavailable(error.message, error) : error
      })
      if (!isOurs) {
        throw new Problem('bad_request', 'The signature is not right.')
      }
      return reply.send({ received: true })
    },
  })
}
