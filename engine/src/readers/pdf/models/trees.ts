/** Gradient-boosted trees as they lie in a file → the margin of each class of a row of features. */

/** A fitted model as it is stored. */
export interface StoredTrees {
  /** Names of the features in their order, with blanks between. */
  readonly features: string
  /** Names of the classes, with commas between. */
  readonly classes: string
  /** Added to the sum of the leaves; 0 when left out. */
  readonly bias?: number
  /**
   * Nodes of all trees, base64, in the order that a walk meets them, left child first: 1 byte the feature, 255 for a leaf; 2 bytes by
   * how many nodes the right child is further on; 4 bytes a float, the threshold or the leaf's value; little-endian.
   * Tree t is of class t modulo the number of classes.
   */
  readonly nodes: string
}

export interface Trees {
  readonly features: readonly string[]
  readonly classes: readonly string[]
  readonly bias: number
  /** Where the first node of each tree is. */
  readonly roots: Int32Array
  /** Of each node its feature and, 8 bits up, how far its right child is; then its float, which `values` sees: they are met together. */
  readonly nodes: Int32Array
  readonly values: Float32Array
}

const NODE_BYTES = 7
const LEAF = 255
/** Numbers of a node in memory. */
const STRIDE = 2

export function loadTrees({ features, classes, bias = 0, nodes: packed }: StoredTrees): Trees {
  const bytes = Buffer.from(packed, 'base64')
  const count = bytes.length / NODE_BYTES
  const nodes = new Int32Array(count * STRIDE)
  const values = new Float32Array(nodes.buffer)
  for (let node = 0; node < count; node++) {
    const at = node * NODE_BYTES
    nodes[node * STRIDE] = bytes.readUInt8(at) | ((bytes.readUInt16LE(at + 1) * STRIDE) << 8)
    values[node * STRIDE + 1] = bytes.readFloatLE(at + 3)
  }
  const roots: number[] = []
  for (let root = 0; root < nodes.length; root = endOf(root, nodes)) roots.push(root)
  const names = { features: features.split(' '), classes: classes.split(','), bias }
  return { ...names, roots: Int32Array.from(roots), nodes, values }
}

/** Where the next tree begins: behind the last leaf, which is reached by going right. */
function endOf(root: number, nodes: Int32Array): number {
  let at = root
  while (((nodes[at] as number) & LEAF) !== LEAF) at += (nodes[at] as number) >> 8
  return at + STRIDE
}

/**
 * Adds up the leaves that a row falls into.
 *
 * Features and thresholds are floats of 32 bits, sums are made in one order: the same margins on every machine.
 *
 * @param row In the order of the model's features.
 * @param margins One for each class; written over.
 */
export function margins(
  { classes: { length: classes }, bias, roots, nodes, values }: Trees,
  row: Float32Array,
  margins: Float64Array,
): void {
  margins.fill(bias)
  for (let tree = 0; tree < roots.length; tree++) {
    let at = roots[tree] as number
    let node = nodes[at] as number
    while ((node & LEAF) !== LEAF) {
      const isLeft = (row[node & LEAF] as number) < (values[at + 1] as number)
      at += isLeft ? STRIDE : node >> 8
      node = nodes[at] as number
    }
    const of = tree % classes
    margins[of] = (margins[of] as number) + (values[at + 1] as number)
  }
}

const one = new Float64Array(1)

/**
 * The chance that what some features describe is of the one class of a model.
 *
 * @param features In the order of the model's names; they are rounded, as in training.
 * @returns 0 … 1.
 */
export function chanceOf(trees: Trees, features: readonly number[]): number {
  margins(trees, Float32Array.from(features, round), one)
  return 1 / (1 + Math.exp(-(one[0] as number)))
}

/** Features are rounded to that many parts of one, in training and here: so no platform's last digit matters. */
const PARTS = 10_000

/** What is not a number counts as 0. */
export function round(feature: number): number {
  return Number.isFinite(feature) ? Math.round(feature * PARTS) / PARTS : 0
}
