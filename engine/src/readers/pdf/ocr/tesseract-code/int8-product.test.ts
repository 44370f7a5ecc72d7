import { expect, test } from 'vitest'
import { createFunction } from '../wasm-code/testing/module.ts'
import { callProduct, product } from './int8-product.ts'

const type = [6, ...new Array<number>(6).fill(0x7f), 0]

test.each([
  { name: 'eight rows', rows: 8, columns: 33, processor: 'x64' },
  { name: 'five rows: the last four overlap', rows: 5, columns: 17, processor: 'x64' },
  { name: 'columns of an even number', rows: 4, columns: 32, processor: 'x64' },
  { name: 'the instruction of ARM', rows: 8, columns: 33, processor: 'arm64' },
])('a matrix of 8-bit integers times a vector: $name', ({ rows, columns, processor }) => {
  const width = columns - (columns % 2)
  const [weights, scales, vector, results] = [0, 8_192, 12_288, 16_384]
  const memory = new WebAssembly.Memory({ initial: 1 })
  const bytes = new Int8Array(memory.buffer)
  const floats = new Float32Array(memory.buffer)
  for (let at = 0; at < 4_096; at++) bytes[at] = ((at * 37) % 255) - 127
  for (let at = 0; at < width; at++) bytes[vector + at] = ((at * 91) % 255) - 127
  for (let row = 0; row < rows; row++) floats[scales / 4 + row] = 0.25 * (row + 1)
  const multiply = createFunction(type, product(processor), memory)
  multiply(rows, columns, weights, scales, vector, results)
  const found = Array.from(floats.subarray(results / 4, results / 4 + rows))
  const expected = found.map((_, row) => {
    const start = row * (width + 1)
    let sum = 127 * (bytes[start + width] ?? 0)
    for (let at = 0; at < width; at++) sum += (bytes[start + at] ?? 0) * (bytes[vector + at] ?? 0)
    return sum * 0.25 * (row + 1)
  })
  expect(found).toEqual(expected)
})

test("Tesseract's function computes other sizes", () => {
  const calls: number[][] = []
  const memory = new WebAssembly.Memory({ initial: 1 })
  const run = createFunction(type, [0, ...callProduct(0), 0x0b], memory, (...parameters) =>
    calls.push(parameters),
  )
  run(16, 10, 1, 2, 3, 4)
  run(3, 17, 1, 2, 3, 4)
  expect(calls).toEqual([])
  run(4, 17, 1, 2, 3, 4)
  expect(calls).toEqual([[4, 17, 1, 2, 3, 4]])
})
