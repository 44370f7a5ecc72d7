import { expect, test } from 'vitest'
import { createFunction } from '../wasm-code/testing/module.ts'
import { callProduct, product, shortProduct } from './int8-product.ts'

const type = [6, ...new Array<number>(6).fill(0x7f), 0]

test.each([
  { name: 'eight rows', rows: 8, columns: 33, numbers: 32, code: product('x64') },
  { name: 'the last four rows overlap', rows: 5, columns: 17, numbers: 16, code: product('x64') },
  { name: 'columns of an even number', rows: 4, columns: 32, numbers: 32, code: product('x64') },
  { name: 'the instruction of ARM', rows: 8, columns: 33, numbers: 32, code: product('arm64') },
  // A row has a weight for a tenth number, which the vector does not have.
  { name: 'a short vector', rows: 16, columns: 10, numbers: 9, code: shortProduct('x64') },
  { name: 'a short one on ARM', rows: 16, columns: 10, numbers: 9, code: shortProduct('arm64') },
])('a matrix of 8-bit integers times a vector: $name', ({ rows, columns, numbers, code }) => {
  const width = columns - (columns % 2)
  const [weights, scales, vector, results] = [0, 8_192, 12_288, 16_384]
  const memory = new WebAssembly.Memory({ initial: 1 })
  const bytes = new Int8Array(memory.buffer)
  const floats = new Float32Array(memory.buffer)
  for (let at = 0; at < 4_096; at++) bytes[at] = ((at * 37) % 255) - 127
  for (let at = 0; at < 32; at++) bytes[vector + at] = ((at * 91) % 255) - 127
  for (let row = 0; row < rows; row++) floats[scales / 4 + row] = 0.25 * (row + 1)
  createFunction(type, code, memory)(rows, columns, weights, scales, vector, results)
  const found = Array.from(floats.subarray(results / 4, results / 4 + rows))
  const expected = found.map((_, row) => {
    const start = row * (width + 1)
    let sum = 127 * (bytes[start + width] ?? 0)
    for (let at = 0; at < numbers; at++) sum += (bytes[start + at] ?? 0) * (bytes[vector + at] ?? 0)
    return sum * 0.25 * (row + 1)
  })
  expect(found).toEqual(expected)
})

test.each([
  { name: 'a long vector', rows: 4, columns: 17, long: 0, short: 1, isCalled: true },
  { name: 'a short vector', rows: 16, columns: 10, long: 1, short: 0, isCalled: true },
  { name: 'three rows', rows: 3, columns: 17, long: 0, short: 1, isCalled: false },
  { name: 'other lengths', rows: 16, columns: 26, long: 0, short: 1, isCalled: false },
])('each size has its function: $name', ({ rows, columns, long, short, isCalled }) => {
  const calls: number[][] = []
  const memory = new WebAssembly.Memory({ initial: 1 })
  // Number 0 notes the calls, number 1 is the function itself.
  const body = [0, ...callProduct(long, short), 0x0b]
  const run = createFunction(type, body, memory, (...parameters) => calls.push(parameters))
  run(rows, columns, 1, 2, 3, 4)
  expect(calls).toEqual(isCalled ? [[rows, columns, 1, 2, 3, 4]] : [])
})
