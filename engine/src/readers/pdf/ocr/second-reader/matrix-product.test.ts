import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toModule } from '../assemble.ts'
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

const type = [9, ...new Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]

test.each([
  { name: 'sets', adds: false },
  { name: 'adds', adds: true },
])('six rows by 37 columns, five by the original function: $name', async ({ adds }) => {
  const [depth, strideA, strideC, factor] = [4, 5, 40, 0.5]
  const [a, b, c] = [0, 1_024, 4_096]
  const calls: number[][] = []
  const original = (...parameters: number[]) => calls.push(parameters)
  const memory = new WebAssembly.Memory({ initial: 1 })
  const module = await WebAssembly.compile(toModule(type, sixRows(0, adds)))
  const { exports } = await WebAssembly.instantiate(module, { '': { memory, original } })
  // Sound: the module exports this function only.
  const multiply = exports.run as (...parameters: number[]) => number
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
