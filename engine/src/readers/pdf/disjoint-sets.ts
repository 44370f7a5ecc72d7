/** Groups items that are connected, directly or through others (union–find: Galler and Fischer, 1964). */

interface DisjointSets {
  /** Joins the sets of two items; the set of `a` keeps its representative. */
  readonly join: (a: number, b: number) => void
  /** Returns the representative of an item's set. */
  readonly find: (item: number) => number
  /** Returns the sets, each sorted, in the order of their least items. */
  readonly sets: () => number[][]
}

/** Makes a set of each item, 0 … count − 1. */
export function createDisjointSets(count: number): DisjointSets {
  const parents = new Uint32Array(count)
  for (let item = 0; item < count; item++) parents[item] = item
  const find = (item: number): number => {
    let root = item
    while (parents[root] !== root) root = parents[root] as number
    parents[item] = root
    return root
  }
  const sets = (): number[][] => {
    const byRoot = new Map<number, number[]>()
    for (let item = 0; item < count; item++) {
      const root = find(item)
      const known = byRoot.get(root)
      if (known) known.push(item)
      else byRoot.set(root, [item])
    }
    return [...byRoot.values()]
  }
  return {
    join: (a, b) => {
      parents[find(b)] = find(a)
    },
    find,
    sets,
  }
}
