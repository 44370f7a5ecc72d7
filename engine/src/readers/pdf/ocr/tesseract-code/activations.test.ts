import { expect, test } from 'vitest'
import { createFunction } from '../wasm-code/testing/module.ts'
import { activate, round } from './activations.ts'

const [values, factors, results] = [20_000, 21_000, 22_000]
/** Negative and positive numbers, beyond the table, at its ends, and between its steps. */
const samples = [
  0, -0, 1e-9, -1e-9, 0.001, -0.75, 1.3, -2.71, 7.99, -8, 15.99, -15.996, 16, -16.1, 99, -100,
]

test.each([
  { name: 'tanh', curve: Math.tanh, top: 0, isMultiplied: false },
  { name: 'tanh, multiplied', curve: Math.tanh, top: 0, isMultiplied: true },
  { name: 'logistic', curve: (x: number) => 1 / (1 + Math.exp(-x)), top: 1, isMultiplied: false },
])('activations are those of the table: $name', ({ curve, top, isMultiplied }) => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const floats = new Float32Array(memory.buffer)
  for (let at = 0; at < 4_096; at++) floats[at] = curve(at / 256)
  floats.set(samples, values / 4)
  floats.fill(0.5, factors / 4, factors / 4 + samples.length)
  const run = createFunction([6, ...new Array<number>(6).fill(0x7f), 0], activate(), memory)
  run(values, isMultiplied ? factors : 0, results, samples.length, 0, top)
  const { fround } = Math
  const activation = (x: number): number => {
    if (x < 0) return fround(top - activation(-x))
    const index = Math.trunc(fround(x * 256))
    if (index > 4_094) return 1
    const [low, high] = [floats[index] ?? 0, floats[index + 1] ?? 0]
    return fround(low + fround(fround(high - low) * fround(fround(x * 256) - index)))
  }
  const expected = samples.map((x) => activation(fround(x)) * (isMultiplied ? 0.5 : 1) + 0)
  const found = floats.subarray(results / 4, results / 4 + samples.length)
  expect(Array.from(found, (value) => value + 0)).toEqual(expected)
})

test('floats are rounded to integers of 8 bits, away from zero', () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const shares = [
    0, 1, -1, 0.5, -0.5, 1.5, -1.5, 126.4, -126.5, 127, -127, 200, -1_000, 3.2, -7.8, 64,
  ]
  new Float32Array(memory.buffer).set(shares.map((share) => share / 127))
  const run = createFunction([3, 0x7f, 0x7f, 0x7f, 0], round(), memory)
  run(0, results, shares.length)
  const found = new Int8Array(memory.buffer, results, shares.length)
  const expected = [0, 1, -1, 1, -1, 2, -2, 126, -127, 127, -127, 127, -127, 3, -8, 64]
  expect(Array.from(found)).toEqual(expected)
})
