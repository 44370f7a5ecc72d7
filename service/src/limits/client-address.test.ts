import { expect, test } from 'vitest'
import { countingName } from './client-address.ts'

test.each([
  { address: '203.0.113.9', name: '203.0.113.9' },
  { address: '::ffff:203.0.113.9', name: '203.0.113.9' },
  { address: '2001:db8:1:2:3:4:5:6', name: '2001:db8:1:2::/64' },
  { address: '2001:DB8:1:2::1', name: '2001:db8:1:2::/64' },
  { address: '2001:0db8:0001:0002::', name: '2001:db8:1:2::/64' },
  { address: '2001:db8::1', name: '2001:db8:0:0::/64' },
  { address: '::1', name: '0:0:0:0::/64' },
  { address: 'fe80::1%eth0', name: 'fe80:0:0:0::/64' },
  { address: '64:ff9b::203.0.113.9', name: '64:ff9b:0:0::/64' },
  { address: '1:2:3:4:5:6:203.0.113.9', name: '1:2:3:4::/64' },
  { address: 'unknown', name: 'unknown' },
])('counts $address as $name', ({ address, name }) => {
  expect(countingName(address)).toBe(name)
})
