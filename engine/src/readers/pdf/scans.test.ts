/** Tests scans with a fake recogniser: recognition that fails, or that runs elsewhere. */
import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { plainText } from '../../model/index.ts'
import type { OcrOptions, Reading } from '../reader.ts'
import { buildPdf, showLines } from './content/testing/pdf-builder.ts'
import { readPdf, recognizePdfPages } from './index.ts'
import { blankImage } from './ocr/gray-image.ts'
import type { Recognize } from './ocr/index.ts'
import { pictureOf, scanOf } from './ocr/testing/pictures.ts'

const scan = scanOf(blankImage(400, 300)).pages[0]
if (!scan) throw new Error('no page')
const written = { ...scan, content: showLines(20, 80, 10, ['Written on paper.']) }
/** Pages 1 and 3 are pictures. */
const bytes = buildPdf({ pages: [scan, written, scan] })

const hocr = (text: string, confidence: number): string =>
  `<span class='ocr_line' title="bbox 50 50 250 90; baseline 0 -8; x_size 38"><span class='ocrx_word' title='bbox 50 50 250 90; x_wconf ${confidence}'>${[...text].map((character, at) => `<span class='ocrx_cinfo' title='x_bboxes ${50 + 20 * at} 50 ${70 + 20 * at} 90; x_conf ${confidence}'>${character}</span>`).join('')}</span></span>`

const recognizing =
  (text: string, confidence = 95): Recognize =>
  () =>
    Promise.resolve(hocr(text, confidence))

function read(ocr: OcrOptions | 'off'): Promise<Reading> {
  return readPdf(bytes, { profile: 'fidelity', limits: defaultLimits, ocr })
}

function textOf({ document }: Reading): string[] {
  return document.blocks.map((block) =>
    block.type === 'paragraph' ? plainText(block.inlines) : block.type,
  )
}

function codesOf({ warnings }: Reading): string[] {
  return warnings.map(({ code }) => code)
}

test('pages keep their order, and the recognised ones are counted', async () => {
  const reading = await read({ recognize: recognizing('Recognised.') })
  expect(textOf(reading)).toEqual(['Recognised.', 'Written on paper.', 'Recognised.'])
  expect(reading.document.pages.map(({ number }) => number)).toEqual([1, 2, 3])
  const confidences = reading.document.pages.map(({ ocrConfidence }) => ocrConfidence)
  expect(confidences).toEqual([0.95, undefined, 0.95])
  expect([reading.ocrPages, codesOf(reading)]).toEqual([2, []])
})

test('every page is recognised on request', async () => {
  const page = { width: 300, height: 200, content: '/F1 12 Tf BT 20 100 Td (Its own text) Tj ET' }
  const forced = { recognize: recognizing('Recognised.'), isForced: true }
  const bytes = buildPdf({ pages: [page] })
  const options = { profile: 'fidelity', limits: defaultLimits } as const
  const reading = await readPdf(bytes, { ...options, ocr: forced })
  expect([reading.ocrPages, codesOf(reading)]).toEqual([1, []])
  expect(JSON.stringify(reading.document)).toContain('Recognised.')
})

test('a page whose fonts do not say which characters they show is recognised', async () => {
  const codes = Array.from({ length: 26 }, (_, at) => (at + 1).toString(16).padStart(2, '0'))
  const content = `/counted 12 Tf BT 20 100 Td <${codes.join('')}> Tj ET`
  const bytes = buildPdf({ pages: [{ width: 300, height: 200, content }] })
  const options = { profile: 'fidelity', limits: defaultLimits } as const
  const reading = await readPdf(bytes, { ...options, ocr: { recognize: recognizing('Readable.') } })
  expect([reading.ocrPages, codesOf(reading)]).toEqual([1, []])
  expect(textOf(reading)).toEqual(['Readable.'])
  const unread = await readPdf(bytes, { ...options, ocr: 'off' })
  expect(unread.warnings.map(({ message }) => message)).toContain(
    'The text of page 1 is unreadable: its fonts do not map their characters to Unicode.',
  )
})

test('a page whose picture covers less than half of it counts as recognised, too', async () => {
  const [picture] = scanOf(await pictureOf(['Written on paper.'])).pages
  if (!picture) throw new Error('no page')
  const { width = 0, height = 0 } = picture
  const sheet = { ...picture, width: width * 2, height: height * 1.5 }
  const readSheet = (ocr: OcrOptions | 'off'): Promise<Reading> =>
    readPdf(buildPdf({ pages: [sheet] }), { profile: 'fidelity', limits: defaultLimits, ocr })
  const reading = await readSheet({ recognize: recognizing('Recognised.') })
  expect([reading.ocrPages, codesOf(reading)]).toEqual([1, []])
  expect(reading.document.pages[0]?.ocrConfidence).toBe(0.95)
  const unread = await readSheet({ recognize: () => Promise.resolve('') })
  expect([unread.ocrPages, codesOf(unread)]).toEqual([0, ['page_without_text']])
})

test('a failed recognition is repeated once; after that, the page has a warning', async () => {
  let calls = 0
  const recognize: Recognize = (...picture) => {
    calls += 1
    if (calls === 2) return recognizing('Recognised.')(...picture)
    throw new Error('broken')
  }
  const reading = await read({ recognize })
  expect(textOf(reading)).toEqual(['Recognised.', 'Written on paper.'])
  expect(reading.warnings).toContainEqual({
    code: 'ocr_failed',
    message: 'Page 3 could not be recognised.',
    page: 3,
  })
  expect([calls, reading.ocrPages]).toEqual([4, 1])
})

test('a page with low confidence has a warning with its share of doubtful words', async () => {
  const { warnings } = await read({ recognize: recognizing('Blot', 60) })
  const doubt = 'was read from its picture: 1 of its 1 words (100 %) are doubtful.'
  expect(warnings).toEqual(
    [1, 3].map((page) => ({ code: 'poor_scan', message: `Page ${page} ${doubt}`, page })),
  )
})

test('each recognised word has a box and a confidence, and a doubtful one a mark', async () => {
  const sure = await read({ recognize: recognizing('Recognised.') })
  const [word] = sure.document.pages[0]?.ocrWords ?? []
  expect(word).toMatchObject({ text: 'Recognised.', confidence: 0.95 })
  expect(word?.bbox.x0).toBeCloseTo(12, 0)
  expect(word).not.toHaveProperty('isDoubtful')
  expect(sure.document.pages[1]).not.toHaveProperty('ocrWords')
  const unsure = await read({ recognize: recognizing('Blot', 60) })
  expect(unsure.document.pages[0]?.ocrWords).toMatchObject([{ text: 'Blot', isDoubtful: true }])
})

test('pictures are not read if OCR is off', async () => {
  const reading = await read('off')
  expect(textOf(reading)).toEqual(['Written on paper.'])
  expect([reading.ocrPages, codesOf(reading)]).toEqual([
    0,
    ['page_without_text', 'page_without_text'],
  ])
})

test('pages that were recognised in another process and sent as JSON give the same document', async () => {
  const asked: number[][] = []
  const recognizePages: OcrOptions['recognizePages'] = async (numbers) => {
    asked.push([...numbers])
    const recognize = recognizing('Recognised.')
    const found = await recognizePdfPages(bytes, numbers, { limits: defaultLimits, recognize })
    return new Map(JSON.parse(JSON.stringify([...found])))
  }
  const elsewhere = await read({ recognizePages })
  expect(asked).toEqual([[1, 3]])
  expect(elsewhere).toEqual(await read({ recognize: recognizing('Recognised.') }))
})

test('a page whose time is over has a warning and keeps its text', async () => {
  const recognizePages: OcrOptions['recognizePages'] = async (numbers) => {
    const recognize = recognizing('Recognised.')
    const found = await recognizePdfPages(bytes, numbers, { limits: defaultLimits, recognize })
    return new Map([...found].map(([page, own]) => [page, { ...own, isCutShort: true }]))
  }
  const reading = await read({ recognizePages })
  expect(textOf(reading)).toEqual(textOf(await read({ recognize: recognizing('Recognised.') })))
  expect(codesOf(reading)).toEqual(['ocr_incomplete', 'ocr_incomplete'])
})

test('progress counts pages whose text is known', async () => {
  const reports: string[] = []
  await readPdf(bytes, {
    profile: 'fidelity',
    limits: defaultLimits,
    ocr: { recognize: recognizing('Recognised.') },
    onProgress: ({ stage, pagesDone, pagesTotal }) =>
      reports.push(`${stage} ${pagesDone}/${pagesTotal}`),
  })
  expect(reports).toEqual(['pages 0/3', 'pages 1/3', 'pages 1/3', 'ocr 2/3', 'ocr 3/3'])
})

test.each([
  ['a scanned receipt', { width: 370, height: 720 }, 300],
  ['a scanned page', { width: 612, height: 792 }, 220],
])('the resolution of %s depends on its size', async (_, size, dpi) => {
  const found: number[] = []
  const recognize: Recognize = (_picture, options) => {
    found.push(options.dpi)
    return Promise.resolve(hocr('Recognised.', 95))
  }
  const image = blankImage(size.width, size.height)
  await readPdf(buildPdf(scanOf(image, 72)), {
    profile: 'fidelity',
    limits: defaultLimits,
    ocr: { recognize },
  })
  expect(new Set(found)).toEqual(new Set([dpi]))
})
