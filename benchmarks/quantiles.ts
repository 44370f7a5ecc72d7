/** Computes quantiles of measured times. */

/** Sorts the values once. @returns A function that gives the quantile for a share from 0 to 1; 0 without values. */
export function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
