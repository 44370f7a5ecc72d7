/** Tests the reader from bytes to document, on PDFs that the builder writes. */
import { expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits, type Limits } from '../../limits.ts'
import { plainText } from '../../model/index.ts'
import type { Reading } from '../reader.ts'
import { buildPdf, type PdfDescription, show, showLines } from './content/testing/pdf-builder.ts'
import { readPdf } from './index.ts'

function read(description: PdfDescription, limits: Limits = defaultLimits): Promise<Reading> {
  return readPdf(buildPdf(description), { profile: 'fast', limits })
}

/** Texts of the paragraphs; furniture in brackets. */
function texts({ document }: Reading): string[] {
  return document.blocks.flatMap((block) => {
    if (block.type === 'paragraph') return [plainText(block.inlines)]
    if (block.type !== 'furniture') return [block.type]
    return block.blocks.map((inner) =>
      inner.type === 'paragraph' ? `[${plainText(inner.inlines)}]` : inner.type,
    )
  })
}

const left = [
  'The first column holds some text',
  'that runs on for several lines of',
  'equal width, as columns do.',
]
const right = [
  'The second column is read when',
  'the first is done, from its top to',
  'its end, and no line before.',
]
const joined = (lines: readonly string[]) => lines.join(' ')

test.each<{ name: string; pdf: PdfDescription; text: string[] }>([
  {
    name: 'a gap after a slanted letter is measured from its advance, not from its ink',
    pdf: {
      pages: [
        { content: 'BT /italic 10 Tf 72 700 Td [(the) -250 (end) -250 (of) -220 (milling)] TJ ET' },
      ],
    },
    text: ['the end of milling'],
  },
  {
    name: 'two columns under a title are read one after the other',
    pdf: {
      pages: [
        {
          content: [
            show(150, 740, 'A title that stands over both columns', { size: 16 }),
            showLines(72, 700, 12, left),
            showLines(310, 700, 12, right),
          ].join('\n'),
        },
      ],
    },
    text: ['A title that stands over both columns', joined(left), joined(right)],
  },
  {
    name: 'line numbers of a manuscript are left out',
    pdf: {
      pages: [
        {
          content: [
            showLines(
              40,
              700,
              14,
              left.concat(right, left, right).map((_, index) => `${index + 1}`),
            ),
            showLines(
              72,
              700,
              14,
              left.concat(right, left, right).map((text) => text.toLowerCase()),
            ),
          ].join('\n'),
        },
      ],
    },
    text: [left, right, left, right].map((lines) => joined(lines).toLowerCase()),
  },
  {
    name: 'the rows of a table are read across',
    pdf: {
      pages: [
        {
          content: [
            showLines(72, 700, 14, ['Fruit', 'Apples', 'Pears', 'Plums']),
            showLines(200, 700, 14, ['Weight', '12', '7', '30']),
            showLines(300, 700, 14, ['Price', '1.20', '2.10', '0.90']),
          ].join('\n'),
        },
      ],
    },
    text: ['Fruit Weight Price', 'Apples 12 1.20', 'Pears 7 2.10', 'Plums 30 0.90'],
  },
  {
    name: 'a word broken at a line end is joined, a compound keeps its hyphen',
    pdf: {
      pages: [
        {
          content: showLines(72, 700, 12, ['Such algo-', 'rithms are well-', 'known.']),
        },
      ],
    },
    text: ['Such algorithms are well-known.'],
  },
  {
    name: 'a glyph that is mapped to three hyphens is one',
    pdf: { pages: [{ content: show(72, 700, 'open\uE00Dsource', { font: 'unicode' }) }] },
    text: ['open-source'],
  },
  {
    name: 'ligatures become letters, and accents drawn apart join their letters',
    pdf: {
      pages: [
        {
          content: [
            show(72, 700, 'e\uFB03cient', { font: 'unicode' }),
            show(72, 660, 'Erd'),
            show(88.9, 660, '\u00a8', { font: 'unicode' }),
            show(88.4, 660, 'os'),
          ].join('\n'),
        },
      ],
    },
    text: ['efficient', 'Erdös'],
  },
  {
    name: 'the page is rotated by /Rotate',
    pdf: {
      pages: [
        {
          rotate: 90,
          content: [
            show(100, 72, 'First line of the turned page', { matrix: '0 1 -1 0' }),
            show(112, 72, 'and its second line', { matrix: '0 1 -1 0' }),
          ].join('\n'),
        },
      ],
    },
    text: ['First line of the turned page and its second line'],
  },
  {
    name: 'text rotated against the page comes after the rest',
    pdf: {
      pages: [
        {
          content: [
            show(300, 300, 'Axis', { matrix: '0 1 -1 0' }),
            showLines(72, 700, 12, left),
          ].join('\n'),
        },
      ],
    },
    text: [joined(left), 'Axis'],
  },
  {
    name: 'text outside of the crop box is not on the page',
    pdf: {
      pages: [
        {
          cropBox: [50, 50, 562, 742],
          content: [show(72, 765, 'Printer marks'), show(72, 700, 'Visible')].join('\n'),
        },
      ],
    },
    text: ['Visible'],
  },
  {
    name: 'invisible text beside visible text is not read',
    pdf: {
      pages: [
        { content: [show(72, 700, 'Shown'), show(72, 650, 'Hidden', { mode: 3 })].join('\n') },
      ],
    },
    text: ['Shown'],
  },
  {
    name: 'the invisible text of a scan is read',
    pdf: { pages: [{ content: show(72, 700, 'Recognised before', { mode: 3 }) }] },
    text: ['Recognised before'],
  },
  {
    name: 'Hebrew is read from the right, its numbers from the left',
    pdf: {
      pages: [{ content: show(72, 700, '.2024 תנשב םולש', { font: 'unicode' }) }],
    },
    text: ['שלום בשנת 2024.'],
  },
  {
    name: 'vertical writing is read down its columns, from the right',
    pdf: {
      pages: [
        {
          content: [
            show(200, 700, '春眠不覚暁', { font: 'vertical' }),
            show(180, 700, '処処聞啼鳥', { font: 'vertical' }),
          ].join('\n'),
        },
      ],
    },
    text: ['春眠不覚暁処処聞啼鳥'],
  },
  {
    name: 'letters printed twice for boldness are read once',
    pdf: {
      pages: [{ content: [show(72, 700, 'Bold'), show(72.3, 700, 'Bold')].join('\n') }],
    },
    text: ['Bold'],
  },
  {
    name: 'spaced letters are one word',
    pdf: { pages: [{ content: show(72, 700, 'SUMMARY', { spacing: 3 }) }] },
    text: ['SUMMARY'],
  },
  {
    name: 'the value of a form field is text of the page',
    pdf: {
      pages: [
        {
          content: show(72, 700, 'Name:'),
          fields: [{ value: 'Ada Lovelace', rect: [110, 696, 250, 712] }],
        },
      ],
    },
    text: ['Name: Ada Lovelace'],
  },
  {
    name: 'the state of a check box is a sign, and its drawing is not',
    pdf: {
      pages: [
        {
          content: [show(90, 700, 'read'), show(150, 700, 'write')].join('\n'),
          fields: [
            { value: 'Yes', isCheckBox: true, rect: [76, 698, 86, 708] },
            { value: 'Off', isCheckBox: true, rect: [136, 698, 146, 708] },
            { value: 'Ada', rect: [200, 696, 250, 712] },
          ],
        },
      ],
    },
    text: ['☒ read ☐ write Ada'],
  },
  {
    name: 'a page with form fields keeps the fonts that it inherits',
    pdf: {
      inheritsResources: true,
      pages: [
        {
          content: show(72, 700, 'Имя:', { font: 'unicode' }),
          fields: [{ value: 'Ada Lovelace', rect: [110, 696, 250, 712] }],
        },
      ],
    },
    text: ['Имя: Ada Lovelace'],
  },
])('$name', async ({ pdf, text }) => {
  const reading = await read(pdf)
  expect(texts(reading)).toEqual(text)
  expect(reading.warnings).toEqual([])
})

const page = (number: number, ...lines: string[]) => ({
  content: [
    show(72, 760, 'Annual report'),
    showLines(72, 700, 12, lines),
    show(300, 40, `${number}`),
  ].join('\n'),
})

test('running headers and page numbers are furniture, and a paragraph continues on the next page', async () => {
  const reading = await read({
    pages: [
      page(1, 'A paragraph that does not end on this', 'page but is continued, without a'),
      page(2, 'break, on the following one.'),
    ],
  })
  expect(texts(reading)).toEqual([
    '[Annual report]',
    'A paragraph that does not end on this page but is continued, without a break, on the following one.',
    '[1]',
    '[Annual report]',
    '[2]',
  ])
  const paragraph = reading.document.blocks[1]
  expect(paragraph?.provenance?.map((place) => place.type === 'page' && place.page)).toEqual([1, 2])
})

test('a repeated line is kept if its page has no other text', async () => {
  const reading = await read({
    pages: [1, 2].map((n) => ({ content: show(72, 720, `Card ${n}`) })),
  })
  expect(texts(reading)).toEqual(['Card 1', 'Card 2'])
})

test('pages have sizes as displayed, the title comes from the metadata, boxes from the top left', async () => {
  const { document } = await read({
    title: ' Minutes ',
    pages: [{ width: 300, height: 200, rotate: 90, content: show(50, 100, 'Text') }],
  })
  expect(document.title).toBe('Minutes')
  expect(document.pages).toEqual([{ number: 1, size: { width: 200, height: 300 } }])
  const [place] = document.blocks[0]?.provenance ?? []
  expect(place).toMatchObject({ type: 'page', page: 1 })
})

test('a file encrypted with an empty password is read', async () => {
  const reading = await read({ password: '', pages: [{ content: show(72, 700, 'Open') }] })
  expect(texts(reading)).toEqual(['Open'])
})

test.each<{ name: string; bytes: Uint8Array; maxPages?: number; code: string }>([
  {
    name: 'a PDF that needs a password',
    bytes: buildPdf({ password: 'secret', pages: [{ content: show(72, 700, 'Closed') }] }),
    code: 'password_protected',
  },
  {
    name: 'a file that is not a PDF',
    bytes: new TextEncoder().encode('%PDF-1.7\nnothing'),
    code: 'conversion_failed',
  },
  { name: 'an empty file', bytes: new Uint8Array(), code: 'conversion_failed' },
  {
    name: 'a PDF with more pages than the limit',
    bytes: buildPdf({ pages: [{ content: '' }, { content: '' }] }),
    maxPages: 1,
    code: 'too_many_pages',
  },
])('$name is refused with $code', async ({ bytes, maxPages, code }) => {
  const options = {
    profile: 'fast',
    limits: defaultLimits,
    ...(maxPages !== undefined && { maxPages }),
  } as const
  const error = await readPdf(bytes, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConversionError)
  expect(error).toMatchObject({ code })
})

test('memory past the limit fails the document, and the next one is read', async () => {
  const content = Array.from({ length: 60_000 }, () => show(72, 700, 'words and words')).join('\n')
  const limits = { ...defaultLimits, pdfMemoryBytes: 24 * 1024 * 1024 }
  await expect(read({ pages: [{ content }] }, limits)).rejects.toMatchObject({
    code: 'conversion_failed',
  })
  expect(texts(await read({ pages: [{ content: show(72, 700, 'Fine') }] }))).toEqual(['Fine'])
})

test('a page with drawings but without text causes a warning', async () => {
  const { warnings } = await read({ pages: [{ content: '10 10 100 100 re f' }] })
  expect(warnings.map(({ code }) => code)).toEqual(['page_without_text'])
})

test.each<{ name: string; place: (index: number) => string }>([
  { name: 'at one position', place: (index) => show(72, 700, `w${index}`) },
  { name: 'on one line', place: (index) => show((index * 7919) % 500, 700, `w${index}`) },
  {
    name: 'all over the page',
    place: (index) => show((index * 7919) % 500, (index * 104729) % 780, 'w', { size: 3 }),
  },
  {
    name: 'in all directions',
    place: (index) => {
      const [cos, sin] = [Math.cos(index), Math.sin(index)].map((value) => value.toFixed(4))
      return show(300, 400, `w${index}`, { matrix: `${cos} ${sin} ${-Number(sin)} ${cos}` })
    },
  },
])('four thousand words $name are read in seconds', { timeout: 15_000 }, async ({ place }) => {
  const content = Array.from({ length: 4_000 }, (_, index) => place(index)).join('\n')
  const { document } = await read({ pages: [{ content }] })
  expect(document.blocks.length).toBeGreaterThan(0)
})
