/** For tests: documents of `fixtures/pdf` with headings on the first line of their paragraph. */
import { type PdfDescription, show, showLines } from '../content/testing/pdf-builder.ts'

const prose = [
  'Paper was made by hand for more than a thousand years. A mould',
  'of wires was dipped into a vat of pulp, lifted and shaken, so that',
  'the fibres lay across each other, and the sheet was couched on a',
  'piece of felt. A good vatman made two thousand sheets a day.',
]

/** A page with a section, and a paragraph that begins with a bold lead and 1 em of white, as LaTeX sets `\paragraph`. */
function pageWithLead(section: string, lead: string, x: number): PdfDescription['pages'][number] {
  return {
    content: [
      show(72, 740, section, { font: 'bold' }),
      showLines(72, 720, 13, prose),
      show(72, 650, lead, { font: 'bold' }),
      show(x, 650, 'This was made of willow in the north, and elsewhere of'),
      showLines(72, 637, 13, ['ash or oak, which the river did not rot in a hundred years.']),
    ].join('\n'),
  }
}

/** An entry of a table of contents, with its page number at the right. */
function entry(x: number, y: number, title: string, page: string): string {
  return [show(x, y, title), show(480, y, page)].join('\n')
}

/** A page with two sections. */
function sections(first: string, second: string): PdfDescription['pages'][number] {
  return {
    content: [
      show(72, 740, first, { size: 16, font: 'bold' }),
      showLines(72, 712, 13, prose),
      show(72, 640, second, { size: 13, font: 'bold' }),
      showLines(72, 616, 13, prose),
    ].join('\n'),
  }
}

/** A slide with a title and two points. */
function slide(title: string, points: readonly string[]): PdfDescription['pages'][number] {
  return {
    width: 720,
    height: 540,
    content: [
      show(72, 470, title, { size: 32, font: 'bold' }),
      ...points.map((point, at) => show(72, 400 - 40 * at, point, { size: 20 })),
    ].join('\n'),
  }
}

export const headingDocuments: Readonly<Record<string, PdfDescription>> = {
  'run-in-headings': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, prose),
          show(72, 650, '2.1. Sheets.', { font: 'bold' }),
          show(135, 650, 'A sheet is what the mould leaves on the felt when it'),
          showLines(72, 637, 13, [
            'is couched, and not before that time, as the old masters used to',
          ]),
          show(72, 624, 'say.'),
        ].join('\n'),
      },
    ],
  },
  'run-in-leads': {
    pages: [
      pageWithLead('The vat and its men', 'Sheets.', 117.6),
      pageWithLead('The felt and the press', 'Moulds.', 119.8),
      pageWithLead('The loft and the sun', 'Felts.', 108.1),
    ],
  },
  'contents-list': {
    pages: [
      {
        content: [
          show(72, 740, 'Contents', { size: 16, font: 'bold' }),
          entry(72, 712, '1 The mill', '2'),
          entry(86, 698, '1.1 The vat and its men', '2'),
          entry(72, 684, '2 The felt', '3'),
          entry(86, 670, '2.1 The press . . . . . . . . . . . . . .', '3'),
          entry(72, 656, 'Words of the trade', '4'),
        ].join('\n'),
      },
      sections('1 The mill', '1.1 The vat and its men'),
      sections('2 The felt', '2.1 The press'),
    ],
  },
  presentation: {
    pages: [
      {
        width: 720,
        height: 540,
        content: [
          show(130, 300, 'Water in the Paper Mills', { size: 32, font: 'bold' }),
          show(250, 200, 'Ada Mill, Wim Vat', { size: 26 }),
          show(230, 150, 'School of Trades, Leeds', { size: 22 }),
        ].join('\n'),
      },
      slide('The wheel', ['It turns the stampers of the mill', 'A dry summer stops it']),
      slide('The vat', ['Warm water fills it', 'Two men stand beside it']),
      slide('The press', ['It takes the water out of a hundred sheets', 'Four men turn it']),
    ],
  },
}
