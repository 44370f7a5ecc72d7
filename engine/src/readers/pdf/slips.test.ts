import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { plainText } from '../../model/index.ts'
import { buildPdf } from './content/testing/pdf-builder.ts'
import { readWithPages } from './index.ts'
import { blankImage } from './ocr/gray-image.ts'
import { scanOf } from './ocr/testing/pictures.ts'
import { isSlip } from './slips.ts'

type Line = readonly (readonly [text: string, x: number])[]

const receipt: readonly Line[] = [
  [
    ['CORNER', 60],
    ['BOOKS', 220],
  ],
  [
    ['Tea', 60],
    ['7.80', 420],
  ],
  [
    ['Lemon', 60],
    ['cake', 200],
    ['4.20', 420],
  ],
  [
    ['TOTAL', 60],
    ['12.00', 400],
  ],
  [
    ['Thank', 60],
    ['you', 200],
  ],
]

/** hOCR of lines of print, 40 pixels high and 20 pixels a character. */
function hocrOf(lines: readonly Line[]): string {
  return lines
    .map((line, row) => {
      const [top, bottom] = [60 + row * 70, 100 + row * 70]
      const words = line.map(([text, x]) => {
        const box = `bbox ${x} ${top} ${x + 20 * text.length} ${bottom}`
        const characters = [...text].map(
          (character, at) =>
            `<span class='ocrx_cinfo' title='x_bboxes ${x + 20 * at} ${top} ${x + 20 * at + 18} ${bottom}; x_conf 95'>${character}</span>`,
        )
        return `<span class='ocrx_word' title='${box}; x_wconf 95'>${characters.join('')}</span>`
      })
      return `<span class='ocr_line' title="bbox 60 ${top} 520 ${bottom}; baseline 0 -8; x_size 38">${words.join(' ')}</span>`
    })
    .join('\n')
}

async function read(lines: readonly Line[], width = 600) {
  const bytes = buildPdf(scanOf(blankImage(width, 500)))
  const ocr = { recognize: () => Promise.resolve(hocrOf(lines)) }
  return readWithPages(bytes, { profile: 'fidelity', limits: defaultLimits, ocr })
}

test('each line of a receipt is a paragraph that ends with its amount', async () => {
  const { reading, pages } = await read(receipt)
  expect(pages.map(isSlip)).toEqual([true])
  const texts = reading.document.blocks.map((block) =>
    block.type === 'paragraph' ? plainText(block.inlines) : block.type,
  )
  expect(texts).toEqual(['CORNER BOOKS', 'Tea 7.80', 'Lemon cake 4.20', 'TOTAL 12.00', 'Thank you'])
})

test('a page without amounts, or wider than a receipt, is not a receipt', async () => {
  const prose = moved(receipt, ([text, x]) => [text.replace(/\d/g, 'x'), x])
  const wide = moved(receipt, ([text, x]) => [text, x > 300 ? x + 1_000 : x])
  expect((await read(prose)).pages.map(isSlip)).toEqual([false])
  expect((await read(wide, 1_600)).pages.map(isSlip)).toEqual([false])
})

function moved(lines: readonly Line[], move: (word: Line[number]) => Line[number]): Line[] {
  return lines.map((line) => line.map(move))
}
