/** Computes medians, means, shares, sums and modes, and searches sorted values. */

/** Returns the median (the upper one of two), or 0 without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value with a share of the others below it, or 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  return selectNth(new Float64Array(values), Math.floor(values.length * share)) ?? 0
}

/** Selects the value that sorting puts at a place (Hoare 1961): of 500 values in half of the time. Moves the values. */
function selectNth(values: Float64Array, place: number): number | undefined {
  let first = 0
  let last = values.length - 1
  while (first < last) {
    const pivot = values[(first + last) >> 1] as number
    let low = first
    let high = last
    while (low <= high) {
      while ((values[low] as number) < pivot) low++
      while ((values[high] as number) > pivot) high--
      if (low > high) break
      const moved = values[low] as number
      values[low++] = values[high] as number
      values[high--] = moved
    }
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return values[place]
}

/** Returns the mean, or 0 without values. */
export function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}

/** Returns the share of items that pass a test: 0 … 1, and 0 without items. */
export function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  let passed = 0
  // No iterator: V8 allocates one result for each item where the kinds of arrays vary.
  for (let index = 0; index < items.length; index++) if (test(items[index] as Item)) passed++
  return passed / Math.max(1, items.length)
}

/** Returns the largest number of values within a distance of one of them. */
export function mostWithin(values: readonly number[], distance: number): number {
  const sorted = new Float64Array(values).sort()
  let most = 0
  let first = 0
  let end = 0
  for (const value of sorted) {
    while (value - (sorted[first] as number) > distance) first++
    while (end < sorted.length && (sorted[end] as number) - value <= distance) end++
    most = Math.max(most, end - first)
  }
  return most
}

export function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let sum = 0
  for (let index = 0; index < items.length; index++) sum += value(items[index] as Item)
  return sum
}

/** Returns the key with the largest sum of weights, the first of equal ones, or `undefined` without keys. */
export function heaviest<Key>(weights: Iterable<readonly [Key, number]>): Key | undefined {
  const sums = new Map<Key, number>()
  for (const [key, weight] of weights) sums.set(key, (sums.get(key) ?? 0) + weight)
  let most: readonly [Key, number] | undefined
  for (const sum of sums) if (!most || sum[1] > most[1]) most = sum
  return most?.[0]
}

/** Returns the differences between consecutive values. */
export function stepsOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] as number))
}

/** Returns the index of the first of sorted values that is not less than `least`, or their number; by a binary search. */
export function firstFrom(count: number, valueAt: (at: number) => number, least: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueAt(middle) < least) low = middle + 1
    else high = middle
  }
  return low
}
