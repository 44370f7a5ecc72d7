/** Checks if an IP address is public, so that strangers may choose it as a target. */
import { BlockList, isIP } from 'node:net'

/** Non-public IPv4 ranges: the IANA registry of special-purpose addresses, and addresses of cloud providers. */
const specialIpv4: readonly (readonly [network: string, bits: number, what: string])[] = [
  ['0.0.0.0', 8, 'this network (RFC 791)'],
  ['10.0.0.0', 8, 'private (RFC 1918)'],
  ['100.64.0.0', 10, 'shared by carriers (RFC 6598); metadata of a cloud at 100.100.100.200'],
  ['127.0.0.0', 8, 'loopback (RFC 1122)'],
  ['168.63.129.16', 32, 'the host of virtual machines at a cloud, though it looks public'],
  ['169.254.0.0', 16, 'link-local (RFC 3927); metadata of clouds at 169.254.169.254'],
  ['172.16.0.0', 12, 'private (RFC 1918)'],
  ['192.0.0.0', 24, 'protocol assignments (RFC 6890)'],
  ['192.0.2.0', 24, 'documentation (RFC 5737)'],
  ['192.88.99.0', 24, '6to4 relays (RFC 7526)'],
  ['192.168.0.0', 16, 'private (RFC 1918)'],
  ['198.18.0.0', 15, 'benchmarks (RFC 2544)'],
  ['198.51.100.0', 24, 'documentation (RFC 5737)'],
  ['203.0.113.0', 24, 'documentation (RFC 5737)'],
  ['224.0.0.0', 4, 'multicast (RFC 5771)'],
  ['240.0.0.0', 4, 'reserved (RFC 1112), broadcast'],
]

/**
 * Special ranges within 2000::/3, which holds all assigned global IPv6 addresses (RFC 4291, 2.4).
 *
 * So ::, ::1, mapped (::ffff:0:0/96), translated (64:ff9b::/96, 64:ff9b:1::/48), fc00::/7, fe80::/10, fec0::/10,
 * ff00::/8, 100::/64 and 5f00::/16 need no rows.
 */
const specialIpv6: readonly (readonly [network: string, bits: number, what: string])[] = [
  ['2001::', 23, 'protocol assignments (RFC 2928), with the tunnels of Teredo (RFC 4380)'],
  ['2001:db8::', 32, 'documentation (RFC 3849)'],
  ['2002::', 16, '6to4 (RFC 3056): holds an IPv4 address of any kind'],
  ['3fff::', 20, 'documentation (RFC 9637)'],
]

const special = new BlockList()
for (const [network, bits] of specialIpv4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** @param address IPv4 in four decimal parts, or IPv6; any other text is not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false
  return givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
