import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import {
  acquireEngine,
  closeDocument,
  type Detail,
  type Font,
  openDocument,
  readPage,
  releaseEngine,
} from './index.ts'
import { buildPdf, show } from './testing/pdf-builder.ts'
import type { FontName } from './testing/pdf-fonts.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

async function fontOf(
  font: FontName,
  { size = 10, spacing = 0, matrix = '1 0 0 1', detail = 'full' as Detail } = {},
): Promise<Font | undefined> {
  const engine = await acquireEngine(defaultLimits.pdfMemoryBytes)
  const page = { content: show(36, 700, alphabet, { font, size, spacing, matrix }) }
  const document = openDocument(engine, buildPdf({ pages: [page] }))
  const read = readPage(document, 1, new Map(), detail)
  closeDocument(document)
  releaseEngine(engine)
  return read?.objects[0]?.font
}

async function weightOf(...use: Parameters<typeof fontOf>): Promise<number | undefined> {
  return (await fontOf(...use))?.weight
}

test('the weight of a font without a name comes from its stems', async () => {
  expect(await weightOf('thin')).toBe(350)
  expect(await weightOf('thick')).toBe(650)
  expect(await weightOf('thick', { size: 30 })).toBe(650)
})

test('distant words, or words in the fast lane, give no weight', async () => {
  expect(await weightOf('thick', { spacing: 1000 })).toBe(0)
  expect(await weightOf('thick', { detail: 'plain' })).toBe(0)
})

test('a font without a name is italic if its stems are slanted', async () => {
  expect((await fontOf('thin'))?.italic).toBe(false)
  for (const slant of [0.17, 0.21, 0.25]) {
    expect((await fontOf('thin', { matrix: `1 0 ${slant} 1` }))?.italic).toBe(true)
    expect((await fontOf('thick', { matrix: `1 0 ${slant} 1` }))?.italic).toBe(true)
  }
  expect((await fontOf('thin', { matrix: '1 0 0.06 1' }))?.italic).toBe(false)
})
