/** Keys that are not valid → how many of them an address may try: who guesses asks the database no more. */

/** In a minute, from one address. */
const MAX_WRONG = 30
const WINDOW_MS = 60_000
/** Addresses remembered at once. */
const MAX_ADDRESSES = 10_000

interface Tries {
  wrong: number
  readonly endsAt: number
  /** Questions under way, whose answers are not known yet. */
  readonly asking: Set<Promise<unknown>>
}

export interface WrongKeys {
  /**
   * Asks, unless too many answers were wrong; waits where those under way may yet be.
   *
   * Only wrong answers count: an address from which a thousand valid keys come is a large office.
   * @param isRight Of the answer.
   * @returns `too_many` without asking.
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
    const known = addresses.get(address)
    if (known && (known.endsAt > now() || known.asking.size > 0)) return known
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
      const settled = asked.then(
        (answer) => {
          if (!isRight(answer)) tries.wrong += 1
        },
        // A question that failed was not answered wrongly.
        () => {},
      )
      tries.asking.add(settled)
      void settled.then(() => tries.asking.delete(settled))
      return asked
    },
  }
}
