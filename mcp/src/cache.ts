/** Keeps the most recently used values up to a total size. */

interface Cache<Value> {
  find(key: string): Value | undefined
  /** Does not keep a value larger than the limit. */
  keep(key: string, value: Value, size: number): void
}

export function createCache<Value>(most: number): Cache<Value> {
  // A map iterates over its keys in the order of their insertion.
  const entries = new Map<string, { readonly value: Value; readonly size: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    find: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    keep: (key, value, size) => {
      drop(key)
      entries.set(key, { value, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= most) break
        drop(oldest)
      }
    },
  }
}
