/** Maps a client address to the name that its requests are counted under. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns an IPv4 address itself, and the /64 network of an IPv6 address.
 *
 * A subscriber has at least a /64 (RFC 6177), so a limit on single IPv6 addresses would limit nobody.
 */
export function countingName(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (!isIPv6(plain)) return plain
  return `${expandGroups(plain).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, without leading zeros (RFC 4291, 2.2). */
function expandGroups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const front = groupsOf(head)
  if (tail === undefined) return front
  const back = groupsOf(tail)
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back]
}

function groupsOf(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [group.replace(/^0+(?=.)/, '')]
    // An IPv4 address at the end counts as two groups.
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
  })
}
