/** Loads stored gradient-boosted trees, and computes the margin of each class for a row of features. */

/** The stored form of a fitted model. */
export interface StoredTrees {
  /** Names of the features in order, separated by blanks. */
  readonly features: string
  /** Names of the classes, separated by commas. */
  readonly classes: string
  /** Added to the sum of the leaves; 0 by default. */
  readonly bias?: number
  /**
   * Nodes of all trees, base64, in preorder, left child first: 1 byte for the feature, 255 for a leaf; 2 bytes for the
   * distance to the right child in nodes; 4 bytes for a float, the threshold or the leaf's value; little-endian.
   * Tree t belongs to class t modulo the number of classes.
   */
  readonly nodes: string
}

export interface Trees {
  readonly features: readonly string[]
  readonly classes: readonly string[]
  readonly bias: number
  /** Index of the first node of each tree. */
  readonly roots: Int32Array
  /** For each node its feature and, 8 bits up, the distance to its right child; then its float, read through `values`. */
  readonly nodes: Int32Array
  readonly values: Float32Array
}

/** Bytes of a stored node, the number in place of a leaf's feature, and elements of a loaded node. */
const format = { nodeBytes: 7, leaf: 255, stride: 2 } as const

export function loadTrees({ features, classes, bias = 0, nodes: packed }: StoredTrees): Trees {
  const { nodeBytes, stride } = format
  const bytes = Buffer.from(packed, 'base64')
  const count = bytes.length / nodeBytes
  const nodes = new Int32Array(count * stride)
  const values = new Float32Array(nodes.buffer)
  for (let node = 0; node < count; node++) {
    const at = node * nodeBytes
    nodes[node * stride] = bytes.readUInt8(at) | ((bytes.readUInt16LE(at + 1) * stride) << 8)
    values[node * stride + 1] = bytes.readFloatLE(at + 3)
  }
  const roots: number[] = []
  for (let root = 0; root < nodes.length; root = endOf(root, nodes)) roots.push(root)
  const names = { features: features.split(' '), classes: classes.split(','), bias }
  return { ...names, roots: Int32Array.from(roots), nodes, values }
}

/** Returns the start of the next tree: the node after the last leaf, which is reached by always going right. */
function endOf(root: number, nodes: Int32Array): number {
  const { leaf, stride } = format
  let at = root
  while (((nodes[at] as number) & leaf) !== leaf) at += (nodes[at] as number) >> 8
  return at + stride
}

/**
 * Adds up the leaves that a row falls into.
 *
 * Features and thresholds are 32-bit floats, and sums are computed in one order: margins are equal on every machine.
 *
 * @param row In the order of the model's features.
 * @param margins One for each class; overwritten.
 */
export function margins(
  { classes: { length: classes }, bias, roots, nodes, values }: Trees,
  row: Float32Array,
  margins: Float64Array,
): void {
  const { leaf, stride } = format
  margins.fill(bias)
  let of = 0
  for (let tree = 0; tree < roots.length; tree++) {
    let at = roots[tree] as number
    let node = nodes[at] as number
    while ((node & leaf) !== leaf) {
      const isLeft = (row[node & leaf] as number) < (values[at + 1] as number)
      at += isLeft ? stride : node >> 8
      node = nodes[at] as number
    }
    margins[of] = (margins[of] as number) + (values[at + 1] as number)
    of = of + 1 < classes ? of + 1 : 0
  }
}

const one = new Float64Array(1)

/**
 * Computes the probability of the single class of a model for a row of features.
 *
 * @param features In the order of the model's names; they are rounded, as in training.
 * @returns 0 … 1.
 */
export function chanceOf(trees: Trees, features: readonly number[]): number {
  const row = new Float32Array(features.length)
  for (let at = 0; at < row.length; at++) row[at] = round(features[at] as number)
  margins(trees, row, one)
  return 1 / (1 + Math.exp(-(one[0] as number)))
}

/**
 * Rounds a feature to 10,000ths, in training and here, so that the last digit of a platform does not matter; `NaN` and
 * infinity count as 0.
 */
export function round(feature: number): number {
  return Number.isFinite(feature) ? Math.round(feature * 10_000) / 10_000 : 0
}
