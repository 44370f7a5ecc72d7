/** Remembers the paths that a run writes to, in 16 bytes per path, to detect inputs with the same output. */
import { createHash } from 'node:crypto'

export interface ClaimedPaths {
  /** @returns `true` for the first caller with this path. */
  claim(path: string): boolean
  has(path: string): boolean
}

/** Marks a free slot: no path has this hash. */
const FREE = 0n
const SLOTS_AT_START = 1_024

/**
 * A table of 64-bit hashes with open addressing: with a million paths, the probability of a collision is one in 30
 * million.
 */
export function createClaimedPaths(): ClaimedPaths {
  let slots = new BigUint64Array(SLOTS_AT_START)
  let count = 0
  const find = (hash: bigint): number => {
    let slot = Number(hash % BigInt(slots.length))
    while (slots[slot] !== FREE && slots[slot] !== hash) slot = (slot + 1) % slots.length
    return slot
  }
  const grow = (): void => {
    const before = slots
    slots = new BigUint64Array(before.length * 2)
    for (const hash of before) if (hash !== FREE) slots[find(hash)] = hash
  }
  return {
    has: (path) => slots[find(hashOf(path))] !== FREE,
    claim: (path) => {
      const hash = hashOf(path)
      const slot = find(hash)
      if (slots[slot] === hash) return false
      slots[slot] = hash
      count += 1
      if (count * 2 > slots.length) grow()
      return true
    },
  }
}

function hashOf(path: string): bigint {
  const hash = createHash('sha1').update(path).digest().readBigUInt64BE()
  return hash === FREE ? 1n : hash
}
