import { expect, test } from 'vitest'
import { blankImage } from '../gray-image.ts'
import { resize } from '../resize.ts'
import { pictureOf } from '../testing/pictures.ts'
import { findLines } from './find-lines.ts'
import { secondReader } from './index.ts'
import { clearDenormals } from './weights.ts'

test('the lines of a picture are detected and read', async () => {
  const image = await pictureOf(['Invoice 2026-118', 'Total: 1,249.50'])
  const boxes = (await secondReader.findLines(image, 30)).sort((a, b) => a.y0 - b.y0)
  expect(boxes).toHaveLength(2)
  const read = await Promise.all(boxes.map((box) => secondReader.readLine(image, box)))
  const lines = read.map(({ characters }) => characters)
  const texts = lines.map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', ''),
  )
  expect(texts).toEqual(['Invoice2026-118', 'Total:1,249.50'])
  const [first] = lines
  expect(first?.every(({ confidence }) => confidence > 0.5)).toBe(true)
  const places = first?.map(({ x }) => x) ?? []
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(boxes[0]?.x0 ?? 0)
  const [seen] = read
  expect(seen?.chanceOf('I', 0, places[1] ?? 0)).toBeGreaterThan(0.5)
  expect(seen?.chanceOf('X', 0, image.width)).toBeLessThan(0.1)
  expect(seen?.chanceOf(' ', 0, image.width)).toBeGreaterThan(0.5)
  expect(seen?.chanceOf('ß', 0, image.width)).toBe(0)
})

test('a blank picture has no lines', async () => {
  expect(await secondReader.findLines(blankImage(400, 300), undefined)).toEqual([])
})

test('a large picture is searched in parts between its lines', async () => {
  const image = blankImage(1200, 2400)
  const tops = Array.from({ length: 48 }, (_, line) => 20 + line * 49)
  for (const top of tops) {
    for (let y = top; y < top + 14; y++) image.pixels.fill(0, y * 1200 + 60, y * 1200 + 1140)
  }
  const heights: number[] = []
  const boxes = await findLines(
    async (values, [, height, width]) => {
      heights.push(height)
      const area = height * width
      return { values: values.slice(0, area).map((shade) => (shade < 0 ? 1 : 0)), shape: [] }
    },
    image,
    14,
  )
  expect(heights.length).toBeGreaterThan(1)
  expect(heights.every((height) => height % 32 === 0)).toBe(true)
  expect(boxes).toHaveLength(tops.length)
  const middles = boxes.map(({ y0, y1 }) => (y0 + y1) / 2).sort((a, b) => a - b)
  for (const [line, middle] of middles.entries()) {
    expect(Math.abs(middle - ((tops[line] ?? 0) + 7))).toBeLessThan(2)
  }
})

test('denormal weights become zero in both ways of storing them', () => {
  const floats = new Uint8Array(Float32Array.of(1, 1e-40, -1e-35, 0.5).buffer)
  const field = (number: number, bytes: Uint8Array) =>
    Uint8Array.of(number * 8 + 2, bytes.length, ...bytes)
  const tensor = (number: number) => field(5, field(number, floats))
  // A graph with an initializer of raw data, one of floats, and an integer field that is no tensor.
  const model = field(7, Uint8Array.of(...tensor(9), ...tensor(4), 8, 1))
  const cleared = Buffer.from(clearDenormals(model))
  const stored = Buffer.from(Float32Array.of(1, 0, 0, 0.5).buffer)
  const first = cleared.indexOf(stored)
  expect(first).toBeGreaterThan(0)
  expect(cleared.indexOf(stored, first + 1)).toBeGreaterThan(first)
})

test('a picture is resized by area means when shrinking, and by interpolation otherwise', () => {
  const image = { width: 4, height: 2, pixels: Uint8Array.of(0, 100, 200, 200, 0, 100, 0, 0) }
  expect([...resize(image, 2, 1).pixels]).toEqual([50, 100])
  expect([...resize(image, 4, 2).pixels]).toEqual([...image.pixels])
  const large = resize({ width: 2, height: 1, pixels: Uint8Array.of(0, 200) }, 4, 2)
  expect([...large.pixels]).toEqual([0, 50, 150, 200, 0, 50, 150, 200])
})
