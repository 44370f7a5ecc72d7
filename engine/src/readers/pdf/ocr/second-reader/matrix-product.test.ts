import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toVarint } from './assemble.ts'
import { sixRows, withFasterProducts } from './matrix-product.ts'

const runtime = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'))

test('the installed runtime gets the new functions, and stays valid', async () => {
  const original = new Uint8Array(await readFile(runtime))
  const changed = withFasterProducts(original)
  expect(changed.length).toBeGreaterThan(original.length)
  expect(await WebAssembly.compile(changed)).toBeDefined()
})

test('another build stays as it is', () => {
  const other = new Uint8Array(100)
  expect(withFasterProducts(other)).toBe(other)
})

/** Builds a module that imports a memory and the original function, and exports the new one. */
function toModule(body: Uint8Array): Uint8Array {
  const type = [9, ...new Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]
  const [m, o, f] = [109, 111, 102]
  const sections: readonly (readonly number[])[] = [
    [1, 1, 0x60, ...type],
    [2, 2, 1, m, 1, m, 2, 0, 1, 1, m, 1, o, 0, 0],
    [3, 1, 0],
    [7, 1, 1, f, 0, 1],
    [10, 1, ...toVarint(body.length), ...body],
  ]
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  return Uint8Array.from([
    ...head,
    ...sections.flatMap(([id = 0, ...own]) => [id, ...toVarint(own.length), ...own]),
  ])
}

test.each([
  { name: 'sets', adds: false },
  { name: 'adds', adds: true },
])('six rows by 37 columns, five by the original function: $name', async ({ adds }) => {
  const [depth, strideA, strideC, factor] = [4, 5, 40, 0.5]
  const [a, b, c] = [0, 1_024, 4_096]
  const calls: number[][] = []
  const original = (...parameters: number[]) => calls.push(parameters)
  const memory = new WebAssembly.Memory({ initial: 1 })
  const module = await WebAssembly.compile(toModule(sixRows(0, adds)))
  const { exports } = await WebAssembly.instantiate(module, { m: { m: memory, o: original } })
  // Sound: the module exports this function only.
  const multiply = exports.f as (...parameters: number[]) => number
  const floats = new Float32Array(memory.buffer)
  for (let at = 0; at < floats.length; at++) floats[at] = (at * 7) % 11
  const before = floats.slice()
  expect(multiply(a, b, c, depth, 6, 37, strideA, strideC, factor)).toBe(6)
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 32; column++) {
      const place = c / 4 + row * strideC + column
      let expected = adds ? (before[place] ?? 0) : 0
      for (let k = 0; k < depth; k++) {
        const inPanel = (Math.floor(column / 16) * depth + k) * 16 + (column % 16)
        expected += factor * (before[row * strideA + k] ?? 0) * (before[b / 4 + inPanel] ?? 0)
      }
      expect(floats[place]).toBe(expected)
    }
  }
  const rest = { b: b + 2 * 64 * depth, c: c + 2 * 64 }
  expect(calls).toEqual(
    [0, 2, 4].map((row) => [
      ...[a + 4 * row * strideA, rest.b, rest.c + 4 * row * strideC],
      ...[depth, 2, 5, strideA, strideC, factor],
    ]),
  )
})
