import { expect, test } from 'vitest'
import { findVulnerable } from './audit.ts'

const metadata = { vulnerabilities: { high: 1 } }

test.each([
  {
    name: 'serious advisories count',
    audit: { metadata, vulnerabilities: { a: { severity: 'high' }, b: { severity: 'low' } } },
    found: ['a (high)'],
  },
  { name: 'no advisories', audit: { metadata, vulnerabilities: {} }, found: [] },
  { name: 'an error of the registry', audit: { error: { code: 'E405' } }, found: undefined },
])('$name', ({ audit, found }) => {
  expect(findVulnerable(JSON.stringify(audit))).toEqual(found)
})
