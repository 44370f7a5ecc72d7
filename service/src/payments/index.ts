/** Payments: plans bought through Stripe. */
export { createPayments, type Payments } from './payments.ts'
export { forgetPayments } from './retention.ts'
export { PaymentsError } from './stripe.ts'
