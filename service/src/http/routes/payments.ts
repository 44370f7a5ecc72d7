/** `POST /payments/stripe`: what Stripe tells of subscriptions. */
import type { Payments } from '../../payments/index.ts'
import { readBody } from '../page-request.ts'
import { Problem } from '../problem.ts'
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
      if (!(await payments.hear(body, signature))) {
        throw new Problem('bad_request', 'The signature is not right.')
      }
      return reply.send({ received: true })
    },
  })
}
