/** For tests: documents of `fixtures/pdf` whose lists have drawn bullets or terms with descriptions, or are code. */
import { type PdfDescription, show, showLines } from '../content/testing/pdf-builder.ts'

/** A filled disc of four points, as browsers draw one, given by its left edge and its middle. */
function disc(x: number, y: number): string {
  const r = 2
  const k = 1.1
  const arc = (...numbers: readonly number[]) => `${numbers.map((n) => n.toFixed(1)).join(' ')} c`
  const middle = x + r
  return [
    `${middle} ${y + r} m`,
    arc(middle + k, y + r, middle + r, y + k, middle + r, y),
    arc(middle + r, y - k, middle + k, y - r, middle, y - r),
    arc(middle - k, y - r, middle - r, y - k, middle - r, y),
    arc(middle - r, y + k, middle - k, y + r, middle, y + r),
    'f',
  ].join(' ')
}

/** A square beside text on a baseline; a chosen one has a cross. */
function checkBox(x: number, baseline: number, isChosen = false): string {
  const cross = `${x} ${baseline - 1} m ${x + 9} ${baseline + 8} l S ${x} ${baseline + 8} m ${x + 9} ${baseline - 1} l S`
  return `${x} ${baseline - 1} 9 9 re S ${isChosen ? cross : ''}`
}

const prose = [
  'Paper was made by hand for more than a thousand years. A mould of wires was dipped',
  'into a vat of pulp, lifted and shaken, so that the fibres lay across each other.',
]

/** A term in bold type with its description, which begins after it. */
function described(y: number, term: string, description: string): string {
  const x = 72 + 6 * term.length
  return `${show(72, y, term, { font: 'bold' })}\n${show(x, y, description)}`
}

const entries = {
  left: [
    'alum, 12',
    'beater, 31, 40',
    'bleaching, 7, 52',
    'board, 18',
    'calender, 61',
    'clay, 9, 33',
  ],
  right: ['deckle, 14', 'felt, 22, 23', 'gelatine, 41', 'laid paper, 5', 'mould, 8', 'vat, 3'],
}

/** Returns an entry of an index with leader dots before its page numbers. */
function dotted(entry: string): string {
  const [term = '', ...pages] = entry.split(', ')
  return `${term} ${'. '.repeat(34 - entry.length)}${pages.join(', ')}`
}

/** Typewritten lines. */
function typed(y: number, x: number, lines: readonly string[]): string {
  return showLines(x, y, 14, lines, { font: 'courier', size: 12 })
}

export const listDocuments: Readonly<Record<string, PdfDescription>> = {
  'code-in-text-type': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, [
            'A mill has as many wheels as the river drives in a dry summer. The',
            'interface of a mill tells which of its wheels turn:',
          ]),
          showLines(72, 680, 13, ['interface Mill : House {']),
          showLines(84, 667, 13, ['void turn(int wheels);', 'int rest;']),
          showLines(72, 641, 13, ['};']),
          showLines(72, 615, 13, [
            'The same mill in the book of the valley, as it was sent in 1790:',
          ]),
          showLines(72, 589, 13, ['<mill name="upper">']),
          showLines(84, 576, 13, ['<wheel breadth="3"/>', '<wheel breadth="4"/>']),
          showLines(72, 550, 13, ['</mill>']),
        ].join('\n'),
      },
    ],
  },
  'typewritten-report': {
    pages: [
      {
        content: [
          show(72, 720, 'THE WATER OF THE MILLS', { font: 'courier', size: 12 }),
          typed(684, 72, [
            'The mills of the valley took their water from one river, which was',
            'low from June to August. In 1790 the owners agreed on hours for each',
            'wheel, and paid a warden to open the gates.',
          ]),
          typed(628, 72, [
            'The warden kept a book of the hours. It was lost in the flood of',
            '1812, and only his letters tell how the gates were opened:',
          ]),
          typed(586, 108, [
            'gate(1) => open(6, 12);',
            'gate(2) => open(12, 18);',
            'rest() { close(*); }',
          ]),
        ].join('\n'),
      },
    ],
  },
  'drawn-bullets': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, [
            'A mill needed three things above all, and had to have them near:',
          ]),
          disc(84, 698),
          show(94, 695, 'clean water, which came down from the hills in a wooden pipe and was'),
          show(94, 682, 'let stand over night;'),
          disc(84, 672),
          show(94, 669, 'rags of linen, sorted by women at long tables;'),
          `90 650 4 4 re f`,
          show(106, 650, 'white ones for the best sheets,'),
          `90 637 4 4 re f`,
          show(106, 637, 'blue ones for wrapping sugar;'),
          disc(84, 627),
          show(94, 624, 'a road to the town.'),
          showLines(72, 602, 13, [
            'Few had all of them, and fewer still kept them when the river ran low in',
            'the dry summers of that time.',
          ]),
        ].join('\n'),
      },
    ],
  },
  'drawn-check-boxes': {
    pages: [
      {
        content: [
          show(72, 720, 'Order of paper', { font: 'bold', size: 14 }),
          showLines(72, 698, 13, [
            'Tick what you need. The mill sends samples of each kind before it makes the',
            'sheets, and asks again if nothing is ticked.',
          ]),
          checkBox(72, 668, true),
          show(88, 668, 'white sheets for letters'),
          checkBox(72, 652),
          show(88, 652, 'blue sheets for wrapping'),
          checkBox(72, 636, true),
          show(88, 636, 'boards for the covers of books'),
          show(72, 610, 'Delivery:'),
          checkBox(124, 610),
          show(138, 610, 'by boat'),
          checkBox(190, 610, true),
          show(204, 610, 'by cart'),
          show(72, 590, 'Urgent'),
          checkBox(112, 590),
        ].join('\n'),
      },
    ],
  },
  'description-list': {
    pages: [
      {
        content: [
          show(72, 720, 'Options', { font: 'bold', size: 14 }),
          showLines(72, 698, 13, [
            'Marks in the margin show which sheets the second mill made. These options change',
            'how they are printed:',
          ]),
          described(665, 'enable', 'Shows the marks and the index.'),
          described(646, 'disable', 'Hides the marks and the index.'),
          described(627, 'chapter', 'Prints the list of sheets as a chapter.'),
          described(608, 'section', 'Prints the list of sheets as a section.'),
          described(
            589,
            'width',
            'sets the width of the margin, which is measured from the outer edge of a whole',
          ),
          show(92, 576, 'sheet, without the part that the binder cuts off.'),
          described(557, 'colour', 'names the ink of the marks.'),
          showLines(72, 524, 13, [
            'Without any of them, marks are printed in black on the outer margin, and the index',
            'follows the last sheet.',
          ]),
        ].join('\n'),
      },
    ],
  },
  index: {
    pages: [
      {
        content: [
          show(72, 720, 'Index', { font: 'bold', size: 14 }),
          showLines(72, 690, 13, entries.left.map(dotted)),
          showLines(312, 690, 13, entries.right.map(dotted)),
        ].join('\n'),
      },
    ],
  },
  'code-with-dashes': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, prose),
          ...[
            '- name: Wet the felts',
            '  tub: oak',
            '- name: Shake the mould',
            '  times: 4',
            '  after:',
            '    - dip',
            '    - lift',
          ].map((text, index) => show(72, 670 - 12 * index, text, { font: 'courier' })),
          showLines(72, 570, 13, prose),
          ...['felt --wet', 'mould --shake 4'].flatMap((text, index) => [
            disc(73, 523.5 - 14 * index),
            show(84, 520 - 14 * index, text, { font: 'courier' }),
          ]),
          showLines(72, 480, 13, prose),
        ].join('\n'),
      },
    ],
  },
}
