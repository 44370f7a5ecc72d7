/** Gradient-boosted trees, as `training/` fits them → the chance that what some features describe is of a kind. */

/** Nodes of all trees, by number; the children of a node stand next to each other. */
export interface TreeModel {
  /** Names of the features, in the order that they are asked for. */
  readonly features: readonly string[]
  /** Added to the sum of the leaves. */
  readonly bias: number
  /** The root of each tree. */
  readonly roots: readonly number[]
  /** The feature that a node asks for; −1 for a leaf. */
  readonly feature: readonly number[]
  /** Below this, the left child is next; of a leaf, its value. */
  readonly value: readonly number[]
  /** The left child; the right one follows it. */
  readonly child: readonly number[]
}

/** Features are rounded to that many parts of one, in training and here: so no platform's last digit matters. */
const PARTS = 10_000

/**
 * Sums the leaves that features lead to.
 *
 * @param features In the order of the model's names; what is not a number counts as 0.
 * @returns 0 … 1.
 */
export function scoreOf(
  { bias, roots, feature, value, child }: TreeModel,
  features: readonly number[],
): number {
  const rounded = Float32Array.from(features, round)
  let sum = bias
  for (const root of roots) {
    let node = root
    for (let asked = feature[node] ?? -1; asked >= 0; asked = feature[node] ?? -1) {
      const isLeft = (rounded[asked] ?? 0) < Math.fround(value[node] ?? 0)
      node = (child[node] ?? 0) + (isLeft ? 0 : 1)
    }
    sum += value[node] ?? 0
  }
  return 1 / (1 + Math.exp(-sum))
}

export function round(feature: number): number {
  return Number.isFinite(feature) ? Math.round(feature * PARTS) / PARTS : 0
}
