import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import {
  acquireEngine,
  closeDocument,
  type Detail,
  openDocument,
  readPage,
  releaseEngine,
} from './index.ts'
import { buildPdf, type FontName, show } from './testing/pdf-builder.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

async function weightOf(
  font: FontName,
  { size = 10, spacing = 0, detail = 'full' as Detail } = {},
): Promise<number | undefined> {
  const engine = await acquireEngine(defaultLimits.pdfMemoryBytes)
  const page = { content: show(36, 700, alphabet, { font, size, spacing }) }
  const document = openDocument(engine, buildPdf({ pages: [page] }))
  const read = readPage(document, 1, new Map(), detail)
  closeDocument(document)
  releaseEngine(engine)
  return read?.objects[0]?.font.weight
}

test('the weight of a font without a name is that of its stems', async () => {
  expect(await weightOf('thin')).toBe(350)
  expect(await weightOf('thick')).toBe(650)
  expect(await weightOf('thick', { size: 30 })).toBe(650)
})

test('no weight of words far apart, or in the fast lane', async () => {
  expect(await weightOf('thick', { spacing: 1000 })).toBe(0)
  expect(await weightOf('thick', { detail: 'plain' })).toBe(0)
})
