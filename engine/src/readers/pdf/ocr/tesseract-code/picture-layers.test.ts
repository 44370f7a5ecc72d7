import { expect, test } from 'vitest'
import { createFunction } from '../wasm-code/testing/module.ts'
import { fields, maxPool, stackNeighbours } from './picture-layers.ts'

const type = [4, 0x7f, 0x7f, 0x7f, 0x7f, 0]
/** Addresses. */
const [layer, input, output, index, from, to] = [0, 256, 512, 768, 4_096, 32_768]

interface Size {
  readonly width: number
  readonly height: number
}

/** Creates a memory with a layer, pictures of these sizes, and the index of the pixel (x, y) of the output. */
function createMemory(settings: {
  readonly layer: Partial<Record<keyof typeof fields.layer, number>>
  readonly input: Size
  readonly output: Size
  readonly x: number
  readonly y: number
}): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const view = new DataView(memory.buffer)
  const put = (address: number, value: number) => view.setInt32(address, value, true)
  for (const [field, value] of Object.entries(settings.layer)) {
    put(layer + fields.layer[field as keyof typeof fields.layer], value)
  }
  for (const [object, bytes, { width, height }] of [
    [input, from, settings.input],
    [output, to, settings.output],
  ] as const) {
    const { data } = fields
    put(object + data.bytes, bytes)
    put(object + data.pictures, 1)
    put(object + data.width, width)
    put(object + data.height, height)
    view.setUint8(object + data.isInteger, 1)
  }
  const { x, y } = settings
  put(index + fields.index.at, y * settings.output.width + x)
  put(index + fields.index.x, x)
  put(index + fields.index.y, y)
  const bytes = new Int8Array(memory.buffer)
  for (let at = from; at < to; at++) bytes[at] = ((at * 37) % 255) - 127
  return memory
}

function indexOf(memory: WebAssembly.Memory): readonly number[] {
  const view = new DataView(memory.buffer)
  return [fields.index.at, fields.index.y, fields.index.x].map((field) =>
    view.getInt32(index + field, true),
  )
}

const convolution = { channels: 1, halfWidth: 1, halfHeight: 1 }
const size = { width: 9, height: 5 }

test('each pixel inside of a row gets its neighbours, column by column', () => {
  const memory = createMemory({ layer: convolution, input: size, output: size, x: 1, y: 2 })
  createFunction(type, stackNeighbours(), memory)(layer, input, output, index)
  const bytes = new Int8Array(memory.buffer)
  const around = [-1, 0, 1]
  for (let x = 1; x < size.width - 1; x++) {
    const expected = around.flatMap((right) =>
      around.map((down) => bytes[from + (2 + down) * size.width + x + right]),
    )
    const start = to + 9 * (2 * size.width + x)
    expect(Array.from(bytes.subarray(start, start + 9))).toEqual(expected)
  }
  expect(indexOf(memory)).toEqual([2 * size.width + 8, 2, 8])
})

test.each([
  { name: 'the left edge', x: 0, y: 2, layer: convolution },
  { name: 'the right edge', x: 8, y: 2, layer: convolution },
  { name: 'the upper edge', x: 1, y: 0, layer: convolution },
  { name: 'the lower edge', x: 1, y: 4, layer: convolution },
  { name: 'a larger square', x: 2, y: 2, layer: { ...convolution, halfWidth: 2 } },
  { name: 'several channels', x: 1, y: 2, layer: { ...convolution, channels: 16 } },
])('Tesseract copies the neighbours itself: $name', ({ x, y, layer: own }) => {
  const memory = createMemory({ layer: own, input: size, output: size, x, y })
  createFunction(type, stackNeighbours(), memory)(layer, input, output, index)
  expect(indexOf(memory)).toEqual([y * size.width + x, y, x])
  expect(new Uint8Array(memory.buffer, to).every((byte) => byte === 0)).toBe(true)
})

const pooling = { channels: 16, stepX: 3, stepY: 3 }
const reduced = { width: 4, height: 2 }

test('squares have their greatest numbers, but for the last one of a row', () => {
  const whole = { width: 14, height: 7 }
  const memory = createMemory({ layer: pooling, input: whole, output: reduced, x: 0, y: 1 })
  createFunction(type, maxPool(), memory)(layer, input, output, index)
  const bytes = new Int8Array(memory.buffer)
  for (let x = 0; x < reduced.width - 1; x++) {
    for (let channel = 0; channel < 16; channel++) {
      const square = [3, 4, 5].flatMap((row) =>
        [0, 1, 2].map(
          (column) => bytes[from + 16 * (row * whole.width + 3 * x + column) + channel] ?? 0,
        ),
      )
      const found = bytes[to + 16 * (reduced.width + x) + channel]
      expect(found).toBe(Math.max(...square))
    }
  }
  expect(indexOf(memory)).toEqual([reduced.width + 3, 1, 3])
})

test.each([
  { name: 'a picture that is too small', input: { width: 11, height: 7 }, layer: pooling },
  { name: 'other squares', input: { width: 14, height: 7 }, layer: { ...pooling, stepX: 2 } },
])('Tesseract takes the greatest itself: $name', ({ input: whole, layer: own }) => {
  const memory = createMemory({ layer: own, input: whole, output: reduced, x: 0, y: 1 })
  createFunction(type, maxPool(), memory)(layer, input, output, index)
  expect(indexOf(memory)).toEqual([reduced.width, 1, 0])
})
