import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { convert } from '../../convert.ts'
import { closeDocument, openDocument } from '../pdf/content/document.ts'
import { acquireEngine, releaseEngine } from '../pdf/content/engine.ts'
import { renderPage } from '../pdf/content/render.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readTiff } from './tiff.ts'
import { toPdf } from './to-pdf.ts'
import { readWebp } from './webp.ts'

const folder = join(import.meta.dirname, 'testing')
const names = readdirSync(folder)
const read = (name: string): Buffer => readFileSync(join(folder, name))

async function picturesOf(name: string, bytes = read(name)) {
  if (name.endsWith('.png')) return [readPng(bytes)]
  if (name.endsWith('.jpg')) return [readJpeg(bytes)]
  return name.endsWith('.webp') ? [await readWebp(bytes)] : readTiff(bytes)
}

/** How dark each of 16 upright stripes of the first page is, 0 to 255. */
async function stripes(pdf: Uint8Array): Promise<number[]> {
  const engine = await acquireEngine(2 ** 29)
  const document = openDocument(engine, pdf)
  const picture = renderPage(document, 1, 72)
  closeDocument(document)
  releaseEngine(engine)
  if (!picture) throw new Error('The page was not drawn.')
  const { width, height, pixels } = picture
  const sums = Array.from({ length: 16 }, () => 0)
  for (const [at, pixel] of pixels.entries()) {
    const stripe = Math.floor(((at % width) * 16) / width)
    sums[stripe] = (sums[stripe] as number) + 255 - pixel
  }
  return sums.map((sum) => (sum * 16) / (width * height))
}

test.each(names)('%s shows what all of them show', async (name) => {
  const expected = await stripes(toPdf([readPng(read('plain.png'))]))
  expect(Math.max(...expected)).toBeGreaterThan(10)
  const found = await stripes(toPdf(await picturesOf(name)))
  for (const [at, dark] of found.entries()) {
    expect(Math.abs(dark - (expected[at] as number))).toBeLessThan(5)
  }
})

test('a fax with two pages is read as a scan', async () => {
  const { markdown, format, pages, ocrPages } = await convert(read('fax.tif'))
  expect({ markdown, format, pages, ocrPages }).toEqual({
    markdown: 'The mill stands by the river.\n\nBoats pass the bridge at noon.\n',
    format: 'image',
    pages: 2,
    ocrPages: 2,
  })
})

/** A PNG of gray pixels; interlaced, each pass has rows of its own. */
function grayPng(rows: readonly (readonly number[])[], isInterlaced: boolean): Buffer {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const passes = isInterlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]]
  const data = passes.flatMap(([x0 = 0, y0 = 0, across = 1, down = 1]) =>
    rows.flatMap((row, y) => {
      const isOfPass = y >= y0 && (y - y0) % down === 0 && x0 < width
      return isOfPass ? [0, ...row.filter((_, x) => x >= x0 && (x - x0) % across === 0)] : []
    }),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, isInterlaced ? 1 : 0], 8)
  const chunk = (type: string, content: Uint8Array): Buffer => {
    const [typed, ends] = [Buffer.concat([Buffer.from(type), content]), Buffer.alloc(8)]
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(data)))]
  return Buffer.concat([signature, ...body, chunk('IEND', Buffer.alloc(0))])
}

test('an interlaced PNG is the same picture', async () => {
  const rows = Array.from({ length: 19 }, (_, y) =>
    Array.from({ length: 37 }, (_, x) => (x * 6 + y * 3) % 256),
  )
  const [plain, interlaced] = [grayPng(rows, false), grayPng(rows, true)].map((png) =>
    toPdf([readPng(png)]),
  ) as [Uint8Array, Uint8Array]
  expect(await stripes(interlaced)).toEqual(await stripes(plain))
})

test.each([
  { name: 'a PNG without pixels', file: 'plain.png', cut: 40 },
  { name: 'a TIFF cut before its fields', file: 'fax.tif', cut: 60 },
  { name: 'a JPEG without a frame', file: 'gray.jpg', cut: 20 },
  { name: 'half a WebP', file: 'plain.webp', cut: 28 },
])('$name is a clear error', async ({ file, cut }) => {
  await expect(convert(read(file).subarray(0, cut), { filename: file })).rejects.toMatchObject({
    name: 'ConversionError',
    code: 'conversion_failed',
  })
})

test('pictures that are too large, or of a rare kind, are refused', async () => {
  const huge = read('plain.png')
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  expect(() => readPng(huge)).toThrow('it has more than 100000000 pixels')
  await expect(convert(read('plain.png'), { filename: 'a.pdf' })).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})

test('damaged bytes never end in anything but a document or its error', async () => {
  for (const name of names) {
    const bytes = read(name)
    for (let at = 8; at < bytes.length; at += 997) {
      const damaged = Buffer.from(bytes)
      damaged.fill(0xff, at, at + 3)
      const pictures = await picturesOf(name, damaged).catch((error: unknown) => error)
      if (pictures instanceof Error) expect(pictures.name).toBe('ConversionError')
    }
  }
})
