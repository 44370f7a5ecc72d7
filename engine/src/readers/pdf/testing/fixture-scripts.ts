/** For tests: PDFs with text in scripts that are written from right to left or in clusters of letters and marks, and with struck text. */
import { type PdfDescription, show } from '../content/testing/pdf-builder.ts'

/** Draws a text with other glyphs (`/ActualText`, ISO 32000-1, 14.9.4). */
function replaced(text: string, glyphs: readonly string[]): string {
  const hex = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
  return `/Span <</ActualText <${hex}>>> BDC\n${glyphs.join('\n')}\nEMC`
}

/** Documents by name of their case. */
export const scriptDocuments: Readonly<Record<string, PdfDescription>> = {
  'right-to-left': {
    pages: [
      {
        content: [
          show(72, 700, '.הנש ףלאמ רתוי ךשמב דיב רצוי ריינה', { font: 'unicode' }),
          show(172, 686, '(A4) 297 לע 210 :ןויליג לש ותדימ', { font: 'unicode' }),
        ].join('\n'),
      },
    ],
  },
  'replaced-text': {
    pages: [
      {
        content: [
          // The mark's object begins right of the next letter, so PDFium sorts that letter between the two objects.
          replaced('ต้', [show(72, 700, 'a'), show(78.2, 703, '^', { size: 8 })]),
          show(77.6, 700, 'b'),
          replaced('नो', [show(90, 700, 'c'), show(95, 700, 'd')]),
          show(100.6, 700, 'e and so on.'),
        ].join('\n'),
      },
    ],
  },
  'struck-text': {
    pages: [
      {
        content: [
          show(72, 700, 'The vat holds '),
          show(136, 700, 'four hundred'),
          '0.7 w 136 703 m 194.6 703 l S',
          show(197, 700, 'five hundred litres of pulp, and the vatman stirs it.'),
          show(72, 686, 'All sheets are pressed twice, and dried in the loft.'),
          '72 689 m 293.7 689 l S',
          show(72, 660, 'Two men turn the press.'),
          '72 658.5 m 177.6 658.5 l S',
        ].join('\n'),
      },
    ],
  },
}
