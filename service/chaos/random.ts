/** Generates random numbers from a seed, so that a chaos run can be repeated. */
export interface Random {
  /** Returns a number from 0 up to 1, without 1. */
  next(): number
  /** Returns a whole number below a bound. */
  below(bound: number): number
  pick<Value>(values: readonly Value[]): Value
  shuffle<Value>(values: readonly Value[]): Value[]
}

/** Mulberry32 (Tommy Ettinger, 2017). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  const shuffle = <Value>(values: readonly Value[]): Value[] =>
    values
      .map((value) => ({ value, at: next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ value }) => value)
  return {
    next,
    below,
    shuffle,
    // Sound: callers pass at least one value.
    pick: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
  }
}
