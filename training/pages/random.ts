/** A stream of random choices, identical for a seed on every platform. */
import { randomNumbers } from '../../engine/src/testing/random.ts'

export interface Random {
  /** A number from 0 up to 1, without 1. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...Item[]] | readonly Item[]) => Item
  /** Names without a weight are never picked. */
  readonly weighted: <Name extends string>(weights: { readonly [Own in Name]?: number }) => Name
  readonly shuffle: <Item>(items: readonly Item[]) => Item[]
}

export function createRandom(seed: number): Random {
  // Consecutive seeds are spread, because mulberry32 adds a constant to its state for each number.
  const next = randomNumbers(Math.imul(seed, 0x9e3779b1))
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => pickFrom(items, next()),
    weighted: (weights) => pickWeighted(weights, next()),
    shuffle: (items) => shuffled(items, int),
  }
}

function pickFrom<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

function pickWeighted<Name extends string>(
  weights: { readonly [Own in Name]?: number },
  at: number,
): Name {
  // Sound: Object.keys of a record returns the names in its type.
  const names = Object.keys(weights) as Name[]
  let left = at * names.reduce((sum, name) => sum + (weights[name] ?? 0), 0)
  for (const name of names) {
    left -= weights[name] ?? 0
    if (left < 0) return name
  }
  return pickFrom(names, 0)
}

function shuffled<Item>(
  items: readonly Item[],
  int: (low: number, high: number) => number,
): Item[] {
  const result: Item[] = []
  for (const item of items) {
    const at = int(0, result.length)
    const moved = result[at]
    if (moved === undefined) result.push(item)
    else {
      result.push(moved)
      result[at] = item
    }
  }
  return result
}
