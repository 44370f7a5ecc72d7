import { expect, test } from 'vitest'
import { countPages, mediaTypes } from './index.ts'
import { buildPdf, show } from './readers/pdf/content/testing/pdf-builder.ts'
import { makePptx, shape } from './readers/pptx/testing/deck.ts'
import { makeXlsx } from './readers/xlsx/testing/workbook.ts'

const page = { content: show(72, 720, 'A page') }

test.each([
  { format: 'pdf', bytes: buildPdf({ pages: [page, page, page] }), pages: 3 },
  {
    format: 'pptx',
    bytes: makePptx({ slides: [{ shapes: shape('a') }, { shapes: shape('b') }] }),
    pages: 2,
  },
  { format: 'xlsx', bytes: makeXlsx({ sheets: { a: '', b: '' } }), pages: 2 },
  { format: 'text', bytes: Buffer.from('no pages'), pages: 0 },
] as const)('counts pages without reading them: $format', async (row) => {
  const { format, bytes, pages } = row
  expect(await countPages(bytes, { mediaType: mediaTypes[format] })).toEqual({ format, pages })
})

test('refuses a file of another type, like a conversion', async () => {
  await expect(countPages(Buffer.from('x'), { mediaType: mediaTypes.pdf })).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})
