import { expect, test } from 'vitest'
import { isSigned } from './signature.ts'
import { sign } from './testing/fake-stripe.ts'

test.each([
  { name: 'a body that Stripe signed', change: (header: string) => header, is: true },
  { name: 'another body', change: (header: string) => header.replace(/v1=./, 'v1=0f'), is: false },
  { name: 'no signature', change: () => '', is: false },
  { name: 'an old signature', change: () => sign('x', 1_000_000), is: false },
  { name: 'half a signature', change: () => 't=1,v1', is: false },
])('accepts $name: $is', ({ change, is }) => {
  expect(isSigned('x', change(sign('x')), 'whsec_test')).toBe(is)
})
