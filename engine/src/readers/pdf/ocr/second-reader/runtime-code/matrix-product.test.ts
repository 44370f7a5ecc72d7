import { expect, test } from 'vitest'
import { createFunction } from '../../wasm-code/testing/module.ts'
import { sixRows } from './matrix-product.ts'

const type = [9, ...new Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]

test.each([
  { name: 'sets', adds: false },
  { name: 'adds', adds: true },
])('six rows by 37 columns, five by the original function: $name', ({ adds }) => {
  const [depth, strideA, strideC, factor] = [4, 5, 40, 0.5]
  const [a, b, c] = [0, 1_024, 4_096]
  const calls: number[][] = []
  const original = (...parameters: number[]) => calls.push(parameters)
  const memory = new WebAssembly.Memory({ initial: 1 })
  const multiply = createFunction(type, sixRows(0, adds), memory, original)
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
