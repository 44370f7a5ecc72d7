import { expect, test } from 'vitest'
import { createFunction } from '../../wasm-code/testing/module.ts'
import { convolve, offsets } from './depthwise.ts'

const [convolution, input, filter, output] = [1_024, 2_048, 12_288, 16_384]

test.each([
  { name: 'wide rows', width: 41, height: 6, side: 5, padding: 2, strideHeight: 1 },
  { name: 'every second row', width: 32, height: 7, side: 3, padding: 1, strideHeight: 2 },
  { name: 'narrow rows', width: 9, height: 3, side: 5, padding: 2, strideHeight: 1 },
  { name: 'without padding', width: 30, height: 4, side: 3, padding: 0, strideHeight: 1 },
])('convolves one channel: $name', ({ width, height, side, padding, strideHeight }) => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const floats = new Float32Array(memory.buffer)
  const integers = new Int32Array(memory.buffer)
  const outputWidth = width + 2 * padding - side + 1
  const outputHeight = Math.floor((height + 2 * padding - side) / strideHeight) + 1
  const outputSize = outputWidth * outputHeight
  const fields = {
    ...{ inputHeight: height, inputWidth: width, strideHeight },
    ...{ kernelHeight: side, kernelWidth: side, paddingTop: padding, paddingLeft: padding },
    ...{ outputWidth, outputSize },
  }
  for (const [name, value] of Object.entries(fields)) {
    integers[(convolution + offsets[name as keyof typeof fields]) / 4] = value
  }
  for (let at = 0; at < width * height; at++) floats[input / 4 + at] = ((at * 7) % 19) - 9
  for (let at = 0; at < side * side; at++) floats[filter / 4 + at] = ((at * 5) % 7) - 3
  const type = [8, ...new Array<number>(8).fill(0x7f), 0]
  const run = createFunction(type, convolve(), memory)
  run(convolution, input, filter, 0, 0, output, 0, outputSize)
  const expected = Array.from({ length: outputSize }, (_, at) => {
    const [x, y] = [at % outputWidth, Math.floor(at / outputWidth)]
    let sum = 0
    for (let place = 0; place < side * side; place++) {
      const column = x + (place % side) - padding
      const row = y * strideHeight + Math.floor(place / side) - padding
      if (column < 0 || column >= width || row < 0 || row >= height) continue
      sum += (floats[filter / 4 + place] ?? 0) * (floats[input / 4 + row * width + column] ?? 0)
    }
    return sum
  })
  expect(Array.from(floats.subarray(output / 4, output / 4 + outputSize))).toEqual(expected)
})
