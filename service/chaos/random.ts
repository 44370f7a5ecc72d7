/** Generates random choices from a seed, so that a chaos run can be repeated. */
import { randomNumbers } from '../../engine/src/testing/random.ts'

export interface Random {
  /** Returns a number from 0 up to 1, without 1. */
  next(): number
  /** Returns a whole number below a bound. */
  below(bound: number): number
  pick<Value>(values: readonly Value[]): Value
  shuffle<Value>(values: readonly Value[]): Value[]
}

export function createRandom(seed: number): Random {
  const next = randomNumbers(seed)
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
