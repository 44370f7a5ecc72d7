import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Returns the darkness (0 to 255) of 16 vertical stripes of the first page. */
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

test.each(names)('%s gives the same picture as the other formats', async (name) => {
  const expected = await stripes(toPdf([readPng(read('plain.png'))]))
  expect(Math.max(...expected)).toBeGreaterThan(10)
  const found = await stripes(toPdf(await picturesOf(name)))
  for (const [at, dark] of found.entries()) {
    expect(Math.abs(dark - (expected[at] as number))).toBeLessThan(5)
  }
})

test('reads a fax with two pages as a scan', async () => {
  const { markdown, format, pages, ocrPages } = await convert(read('fax.tif'))
  expect({ markdown, format, pages, ocrPages }).toEqual({
    markdown: 'The mill stands by the river.\n\nBoats pass the bridge at noon.\n',
    format: 'image',
    pages: 2,
    ocrPages: 2,
  })
})

test('an interlaced PNG gives the same picture', async () => {
  const [interlaced, plain] = ['interlaced.png', 'plain.png'].map((name) =>
    stripes(toPdf([readPng(read(name))])),
  )
  expect(await interlaced).toEqual(await plain)
})

test.each([
  { name: 'a PNG without pixels', file: 'plain.png', cut: 40 },
  { name: 'a TIFF cut before its fields', file: 'fax.tif', cut: 60 },
  { name: 'a JPEG without a frame', file: 'gray.jpg', cut: 20 },
  { name: 'a WebP cut in half', file: 'plain.webp', cut: 28 },
])('rejects $name with a clear error', async ({ file, cut }) => {
  await expect(convert(read(file).subarray(0, cut), { filename: file })).rejects.toMatchObject({
    name: 'ConversionError',
    code: 'conversion_failed',
  })
})

test('refuses pictures that are too large or of a rare kind', async () => {
  const huge = read('plain.png')
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  expect(() => readPng(huge)).toThrow('it has more than 100000000 pixels')
  await expect(convert(read('plain.png'), { filename: 'a.pdf' })).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})

test('damaged bytes give a document or a ConversionError', async () => {
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
