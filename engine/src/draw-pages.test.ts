/** Tests the drawing of PDF pages. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPages } from './draw-pages.ts'
import { buildPdf } from './readers/pdf/content/testing/pdf-builder.ts'

const mediaType = 'application/pdf'
const red = '1 0 0 rg 0 0 36 72 re f'

interface Png {
  readonly width: number
  readonly height: number
  readonly colorType: number
  /** The first row's bytes, without the filter byte. */
  readonly row: readonly number[]
}

function readPng(png: Uint8Array): Png {
  const bytes = Buffer.from(png)
  const at = bytes.indexOf('IDAT') + 4
  const rows = inflateSync(bytes.subarray(at, at + bytes.readUInt32BE(at - 8)))
  const [width, height, colorType] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    bytes[25] ?? 0,
  ]
  return { width, height, colorType, row: [...rows.subarray(1, 1 + width * (colorType ? 3 : 1))] }
}

test('draws a page in colour, and one without colours in shades of grey', async () => {
  const pages = [red, '0.5 g 0 0 36 72 re f'].map((content) => ({ width: 72, height: 72, content }))
  const drawn = await Array.fromAsync(drawPages(buildPdf({ pages }), { mediaType }))
  const [colors, gray] = drawn.map(({ png }) => readPng(png))
  expect(colors).toMatchObject({ width: 120, height: 120, colorType: 2 })
  expect([colors?.row.slice(0, 3), colors?.row.slice(-3)]).toEqual([
    [255, 0, 0],
    [255, 255, 255],
  ])
  expect([gray?.colorType, gray?.row.at(-1)]).toEqual([0, 255])
})

test('draws a large page smaller, and only selected pages', async () => {
  const pages = [72, 7_200].map((size) => ({ width: size, height: size, content: red }))
  const options = { mediaType, pages: [{ first: 2, last: 2 }] }
  const [only, ...others] = await Array.fromAsync(drawPages(buildPdf({ pages }), options))
  expect([only?.page, others]).toEqual([2, []])
  expect(readPng(only?.png ?? new Uint8Array()).width).toBe(1_414)
  const beyond = drawPages(buildPdf({ pages }), { ...options, pages: [{ first: 3, last: 3 }] })
  await expect(Array.fromAsync(beyond)).rejects.toMatchObject({ code: 'conversion_failed' })
})

test('rejects formats without pages', async () => {
  const text = drawPages(Buffer.from('x'), { mediaType: 'text/plain' })
  expect(await Array.fromAsync(text)).toEqual([])
})
