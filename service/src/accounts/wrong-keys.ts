/** Limits the invalid keys that an address may try, so that guessing does not load the database. */

/** Invalid keys per minute and address. */
const MAX_WRONG = 30
const WINDOW_MS = 60_000
/** The most addresses to keep in memory. */
const MAX_ADDRESSES = 10_000

interface Tries {
  wrong: number
  readonly endsAt: number
  /** Queries whose answers are still pending. */
  readonly asking: Set<Promise<unknown>>
}

interface WrongKeys {
  /**
   * Asks unless the address has had too many wrong answers; waits if the pending queries could exceed the limit.
   *
   * Only wrong answers count: a large office may send a thousand valid keys from one address.
   *
   * @param isRight Classifies the answer.
   * @returns `too_many` if the question was not asked.
   */
  ask<Answer>(
    address: string,
    question: () => Promise<Answer>,
    isRight: (answer: Answer) => boolean,
  ): Promise<Answer | 'too_many'>
}

export function createWrongKeys(now: () => number): WrongKeys {
  const addresses = new Map<string, Tries>()
  const find = (address: string): Tries => {
    const current = addresses.get(address)
    if (current && (current.endsAt > now() || current.asking.size > 0)) return current
    const [oldest] = addresses.keys()
    if (addresses.size >= MAX_ADDRESSES && oldest !== undefined) addresses.delete(oldest)
    const fresh = { wrong: 0, endsAt: now() + WINDOW_MS, asking: new Set<Promise<unknown>>() }
    addresses.delete(address)
    addresses.set(address, fresh)
    return fresh
  }
  return {
    ask: async (address, question, isRight) => {
      const tries = find(address)
      while (tries.wrong + tries.asking.size >= MAX_WRONG) {
        if (tries.wrong >= MAX_WRONG) return 'too_many'
        await Promise.race(tries.asking)
      }
      const asked = question()
      const counted = asked.then(
        (answer) => {
          if (!isRight(answer)) tries.wrong += 1
        },
        // A failed query does not count as a wrong answer.
        () => {},
      )
      tries.asking.add(counted)
      void counted.then(() => tries.asking.delete(counted))
      return asked
    },
  }
}
