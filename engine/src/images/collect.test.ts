import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { convert } from '../convert.ts'
import { defaultLimits } from '../limits.ts'
import { makeDocx } from '../readers/docx/testing/docx.ts'
import { makeZip } from '../readers/ooxml/testing/zip.ts'
import { buildPdf, show } from '../readers/pdf/content/testing/pdf-builder.ts'
import { drawPdfRegions } from '../readers/pdf/index.ts'
import { makePptx, transform } from '../readers/pptx/testing/deck.ts'
import { makeXlsx, row } from '../readers/xlsx/testing/workbook.ts'
import { MAX_IMAGES } from './collect.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const other = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const dataUrl = (bytes: Buffer): string => `data:image/gif;base64,${bytes.toString('base64')}`
const collect = (bytes: Uint8Array, filename: string) =>
  convert(bytes, { filename, images: 'collect' })
const shownOf = ({ images }: Awaited<ReturnType<typeof collect>>) =>
  images.map(({ name, mediaType, bytes }) => [name, mediaType, bytes.length])

/** Builds a PNG that has only a header with this size. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const blip = (id: string): string =>
  `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`
const drawn = (id: string, alt = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr descr="${alt}"/><a:graphic><a:graphicData>${blip(id)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

function docxOf(body: string, media: Readonly<Record<string, Uint8Array>>): Buffer {
  const names = Object.keys(media)
  return makeDocx({
    body,
    relationships: {
      ...Object.fromEntries(names.map((name) => [name, ['image', `media/${name}`]])),
      outside: ['image', 'https://a.example/x.png', 'external'],
      up: ['image', '../../../etc/passwd'],
    },
    parts: Object.fromEntries(names.map((name) => [`word/media/${name}`, media[name] ?? ''])),
  })
}

describe('collects the images of office files unchanged', () => {
  test('collects each image of a DOCX once, linked at the positions of its pictures', async () => {
    const body = `<w:p>${run('see ')}${drawn('a.gif', 'A [cat]')}</w:p><w:p>${drawn('b.gif')}</w:p><w:p>${drawn('a.gif')}</w:p>`
    const result = await collect(docxOf(body, { 'a.gif': gif, 'b.gif': other }), 'a.docx')
    expect(shownOf(result)).toEqual([
      ['image-1.gif', 'image/gif', gif.length],
      ['image-2.gif', 'image/gif', other.length],
    ])
    expect(result.markdown).toBe(
      'see ![A \\[cat\\]](images/image-1.gif)\n\n![](images/image-2.gif)\n\n![](images/image-1.gif)\n',
    )
    expect(result.toHtml()).toContain('<img src="images/image-1.gif" alt="A [cat]">')
  })

  test('collects images of a PPTX with their slide and box', async () => {
    const picture = `<p:pic><p:nvPicPr/><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr>${transform(0, 0, 72, 72)}</p:spPr></p:pic>`
    const deck = makePptx({
      slides: [{ shapes: picture, relationships: { i: ['image', '../media/i.gif'] } }],
      parts: { 'ppt/media/i.gif': gif },
    })
    const { images } = await collect(deck, 'a.pptx')
    expect(images).toMatchObject([
      { name: 'image-1.gif', page: 1, box: { x0: 0, y0: 0, x1: 72, y1: 72 } },
    ])
  })

  test('collects images of an XLSX, even without a description', async () => {
    const uri = 'http://schemas.openxmlformats.org'
    const rels = (type: string, target: string): string =>
      `<Relationships xmlns="${uri}/package/2006/relationships"><Relationship Id="i" Type="${uri}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
    const bytes = makeXlsx({
      sheets: { S: row(1, 'a') },
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': rels('drawing', '../drawings/d.xml'),
        'xl/drawings/_rels/d.xml.rels': rels('image', '../media/i.gif'),
        'xl/drawings/d.xml': `<xdr:wsDr xmlns:xdr="${uri}/drawingml/2006/spreadsheetDrawing" xmlns:a="${uri}/drawingml/2006/main" xmlns:r="${uri}/officeDocument/2006/relationships"><xdr:oneCellAnchor><xdr:pic><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor></xdr:wsDr>`,
        'xl/media/i.gif': gif,
      },
    })
    const result = await collect(bytes, 'a.xlsx')
    expect(shownOf(result)).toEqual([['image-1.gif', 'image/gif', gif.length]])
    expect(result.markdown).toContain('![](images/image-1.gif)')
  })

  test('collects images of an EPUB and of the data URLs of an HTML page', async () => {
    const html = `<p>a <img src="${dataUrl(gif)}"> b</p><figure><img src="${dataUrl(other)}"><figcaption>C</figcaption></figure><img src="https://a.example/x.png">`
    const page = await collect(Buffer.from(html), 'a.html')
    expect(page.markdown).toBe('a ![](images/image-1.gif) b\n\n![](images/image-2.gif)\n\nC\n')
    const epub = makeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
      'O/b.opf':
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="c" href="t/c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
      'O/t/c.xhtml': '<html><body><p>Mill <img src="../i/w.gif" alt="W"/></p></body></html>',
      'O/i/w.gif': gif,
    })
    const book = await collect(epub, 'a.epub')
    expect(book.markdown).toBe('Mill ![W](images/image-1.gif)\n')
    expect(shownOf(book)).toEqual([['image-1.gif', 'image/gif', gif.length]])
  })

  test('collects no images unless requested', async () => {
    const bytes = docxOf(`<w:p>${drawn('a.gif', 'A cat')}</w:p>`, { 'a.gif': gif })
    const { images, markdown } = await convert(bytes, { filename: 'a.docx' })
    expect({ images, markdown }).toEqual({ images: [], markdown: 'A cat\n' })
  })
})

describe('leaves out hostile images with a warning', () => {
  test.each([
    {
      name: 'a type that browsers do not show',
      bytes: Buffer.from('<svg onload="x()"/>'),
      of: 'type',
    },
    { name: 'too many pixels', bytes: pngOf(60_000, 60_000), of: 'too large' },
    { name: 'a header that is cut off', bytes: gif.subarray(0, 7), of: 'type' },
  ])('leaves out $name', async ({ bytes, of }) => {
    const result = await collect(
      docxOf(`<w:p>${drawn('a', 'A cat')}</w:p>`, { a: bytes }),
      'a.docx',
    )
    expect(result.markdown).toBe('A cat\n')
    expect(result.images).toEqual([])
    expect(result.warnings).toMatchObject([
      { code: 'image_left_out', message: expect.stringContaining(of) },
    ])
  })

  test('ignores images outside of the package', async () => {
    const body = `<w:p>${drawn('outside', 'one')}</w:p><w:p>${drawn('up', 'two')}</w:p><w:p>${drawn('none', 'three')}</w:p>`
    const { images, markdown } = await collect(docxOf(body, {}), 'a.docx')
    expect({ images, markdown }).toEqual({ images: [], markdown: 'one\n\ntwo\n\nthree\n' })
  })

  test('leaves out images beyond the limit', async () => {
    const urls = Array.from({ length: MAX_IMAGES + 1 }, (_, index) =>
      dataUrl(Buffer.concat([gif, Buffer.from([index & 255, index >> 8])])),
    )
    const html = urls.map((url) => `<p><img src="${url}"></p>`).join('')
    const { images, warnings } = await collect(Buffer.from(html), 'a.html')
    expect(images).toHaveLength(MAX_IMAGES)
    expect(warnings.map(({ code }) => code)).toEqual(['image_left_out'])
  })
})

/** Returns the samples of a PNG whose rows are stored as differences from the row above. */
function pixelsOf(png: Uint8Array): { width: number; at: (x: number, y: number) => number[] } {
  const bytes = Buffer.from(png)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const data = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
  const row = width * 3
  for (let y = 1; y < height; y++) {
    for (let x = 1; x <= row; x++) {
      const at = y * (row + 1) + x
      data[at] = (data[at] as number) + (data[at - row - 1] as number)
    }
  }
  return {
    width,
    at: (x, y) => [...data.subarray(y * (row + 1) + 1 + x * 3, y * (row + 1) + 4 + x * 3)],
  }
}

describe('draws figures of a PDF as regions of their pages', () => {
  // Red above green, 100 points each, on a page of 300 by 400 points.
  const content = '1 0 0 rg 50 250 100 100 re f 0 1 0 rg 50 150 100 100 re f'
  const pdf = buildPdf({ pages: [{ content, width: 300, height: 400 }] })
  const draw = async (region: Parameters<typeof drawPdfRegions>[1][number]) => {
    const [drawn] = await Array.fromAsync(drawPdfRegions(pdf, [region], { limits: defaultLimits }))
    return drawn && pixelsOf(drawn.png)
  }

  test('draws a figure of an upright page', async () => {
    const box = { x0: 50, y0: 50, x1: 150, y1: 250 }
    const picture = await draw({ page: 1, box })
    expect(picture?.width).toBeCloseTo((100 * 150) / 72, -1)
    expect(picture?.at(100, 100)).toEqual([255, 0, 0])
    expect(picture?.at(100, 320)).toEqual([0, 255, 0])
  })

  test('draws a figure of a page that was rotated before it was read', async () => {
    // A quarter turn clockwise moves the top to the right.
    const box = { x0: 150, y0: 50, x1: 350, y1: 150 }
    const picture = await draw({ page: 1, box, straightened: { turns: 1, degrees: 0 } })
    expect(picture?.width).toBeCloseTo((200 * 150) / 72, -1)
    expect(picture?.at(100, 100)).toEqual([0, 255, 0])
    expect(picture?.at(320, 100)).toEqual([255, 0, 0])
  })

  test('draws nothing outside of the page', async () => {
    expect(await draw({ page: 1, box: { x0: 400, y0: 0, x1: 500, y1: 10 } })).toBeUndefined()
    expect(await draw({ page: 9, box: { x0: 0, y0: 0, x1: 10, y1: 10 } })).toBeUndefined()
  })

  test('links the images of figures in the Markdown', async () => {
    const lines = Array.from({ length: 12 }, (_, line) =>
      show(72, 340 - line * 14, 'The mill stands by the river and grinds the corn.', { size: 10 }),
    )
    const picture =
      'q 300 0 0 200 100 420 cm BI /W 2 /H 2 /CS /RGB /BPC 8 ID \x10\x80\xf0\xf0\x80\x10\x80\xf0\x10\x10\x10\x80 EI Q'
    const bytes = buildPdf({ pages: [{ content: [picture, ...lines].join('\n') }] })
    const { images, markdown } = await collect(bytes, 'a.pdf')
    expect(images).toMatchObject([{ name: 'image-1.png', mediaType: 'image/png', page: 1 }])
    expect(markdown).toContain('![](images/image-1.png)')
  })
})
