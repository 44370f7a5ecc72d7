import { expect, test } from 'vitest'
import { chanceOf, gridTrees, lineTrees, loadTrees, margins, round, tableTrees } from './index.ts'

const LEAF = 255

/** Packs nodes of a feature, the distance to the right child, and a threshold or value. */
function stored(nodes: readonly (readonly [number, number, number])[]): string {
  const bytes = Buffer.alloc(nodes.length * 7)
  for (const [index, [feature, right, value]] of nodes.entries()) {
    bytes.writeUInt8(feature, index * 7)
    bytes.writeUInt16LE(right, index * 7 + 1)
    bytes.writeFloatLE(value, index * 7 + 3)
  }
  return bytes.toString('base64')
}

const trees = loadTrees({
  features: 'size bold',
  classes: 'heading,paragraph on',
  nodes: stored([
    [0, 2, 1.5],
    [LEAF, 0, -1],
    [1, 2, 0.5],
    [LEAF, 0, 2],
    [LEAF, 0, 3],
    [LEAF, 0, 0.25],
  ]),
})

test('trees are stored one after the other, alternating between the classes', () => {
  expect([...trees.roots]).toEqual([0, 10])
  expect(trees.features).toEqual(['size', 'bold'])
  expect(trees.classes).toEqual(['heading', 'paragraph on'])
})

test.each([
  { name: 'a value below the threshold goes left', row: [1, 1], heading: -1 },
  { name: 'a value at the threshold goes right', row: [1.5, 0], heading: 2 },
  { name: 'a value may go right twice', row: [2, 1], heading: 3 },
])('margins: $name', ({ row, heading }) => {
  const found = new Float64Array(2)
  margins(trees, Float32Array.from(row), found)
  expect([...found]).toEqual([heading, 0.25])
})

const chance = loadTrees({
  features: 'size',
  classes: 'table',
  bias: 0.5,
  nodes: stored([
    [0, 2, 1.5],
    [LEAF, 0, -1],
    [LEAF, 0, 2],
  ]),
})

test.each([
  { name: 'a value below the threshold', size: 1.4999, sum: -0.5 },
  { name: 'a value at the threshold after rounding', size: 1.499999, sum: 2.5 },
  { name: 'a value that is not a number', size: Number.NaN, sum: -0.5 },
])('chanceOf: $name', ({ size, sum }) => {
  expect(chanceOf(chance, [size])).toBeCloseTo(1 / (1 + Math.exp(-sum)), 12)
})

test('features are rounded, and values that are not numbers count as 0', () => {
  expect([1 / 3, Number.NaN, Number.POSITIVE_INFINITY].map(round)).toEqual([0.3333, 0, 0])
})

test.each([
  ['lines', lineTrees],
  ['tables', tableTrees],
  ['grids', gridTrees],
])('every node of the shipped trees for %s uses a named feature', (_, load) => {
  const { nodes, features, roots } = load()
  expect(roots.length).toBeGreaterThan(0)
  const asked = nodes.filter((_, at) => at % 2 === 0).map((node) => node & LEAF)
  expect(asked.filter((feature) => feature !== LEAF && feature >= features.length)).toEqual(
    new Int32Array(),
  )
})
