/** Payments: plans bought through Stripe. */
export { createPayments, type Payments, PaymentsError } from './stripe.ts'
