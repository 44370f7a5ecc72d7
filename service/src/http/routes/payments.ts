/** `POST /payments/stripe`: receives Stripe's events about subscriptions. */
import { z } from 'zod'
import { type Payments, PaymentsError } from '../../payments/index.ts'
import { takeText } from '../body-text.ts'
import { Problem, unavailable } from '../problem.ts'
import type { App } from '../validation.ts'

const MAX_EVENT_BYTES = 1024 * 1024

export async function addPaymentsRoute(app: App, payments: Payments): Promise<void> {
  await app.register(async (scope: App) => {
    // Parsed as text, because the signature covers the exact bytes.
    takeText(scope, MAX_EVENT_BYTES, (text) => text)
    scope.route({
      method: 'POST',
      url: '/payments/stripe',
      // All events come from a few addresses, and none may be lost.
      config: { isFree: true },
      schema: { body: z.string().nullable() },
      handler: async (request, reply) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        const isOurs = await payments
          .handleEvent(request.body ?? '', signature)
          .catch((error: unknown) => {
            // Stripe repeats events that got an error, for three days.
            throw error instanceof PaymentsError ? unavailable(error.message, error) : error
          })
        if (!isOurs) throw new Problem('bad_request', 'The signature is invalid.')
        return reply.send({ received: true })
      },
    })
  })
}
