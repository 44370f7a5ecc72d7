/** For tests: descriptions of the PDFs in `fixtures/pdf`, which the builder writes; the texts are original. */
import { type PdfDescription, show, showLines, tagged } from '../content/testing/pdf-builder.ts'
import { cellDocuments } from './fixture-cells.ts'
import { columnDocuments } from './fixture-columns.ts'
import { headingDocuments } from './fixture-headings.ts'
import { listDocuments } from './fixture-lists.ts'
import { scriptDocuments } from './fixture-scripts.ts'
import { tableDocuments } from './fixture-tables.ts'
import { showUnderscored } from './underscored.ts'

const lorem = [
  'Paper was made by hand for more than a thousand years. A mould',
  'of wires was dipped into a vat of pulp, lifted and shaken, so that',
  'the fibres lay across each other, and the sheet was couched on a',
  'piece of felt. A good vatman made two thousand sheets a day.',
]

/** Two columns of prose; the content of the lines shows their order. */
const leftColumn = [
  'The left column begins the article and',
  'runs down to its own end, where the',
  'sentence is not yet complete but goes',
]
const rightColumn = [
  'on in the right one. There the reader',
  'finds the rest of it, and a second',
  'paragraph too, which is set off by an',
  'indent.',
]
const rightParagraph = ['   It ends here, with the whole page', 'read in the order of print.']

const chapterText = [
  'Paper was made by hand for more than a thousand years. A mould of wires was dipped',
  'into a vat of pulp, lifted and shaken, so that the fibres lay across each other.',
]

/** Documents by name of their case. */
export const fixtureDocuments: Readonly<Record<string, PdfDescription>> = {
  'two-columns': {
    title: 'Two columns',
    pages: [
      {
        content: [
          show(120, 720, 'A Title over Both of the Columns', { font: 'bold', size: 18 }),
          showLines(72, 680, 13, leftColumn, { font: 'times', size: 11 }),
          showLines(310, 680, 13, rightColumn, { font: 'times', size: 11 }),
          showLines(310, 628, 13, rightParagraph, { font: 'times', size: 11 }),
        ].join('\n'),
      },
    ],
  },
  hyphenation: {
    pages: [
      {
        content: [
          showLines(72, 700, 14, [
            'The algorithm was well-known, and its name was printed in every text-',
            'book. Yet few had read what its author says of the algo-',
            'rithm: that it is well-',
            'known only by name. See https://example.org/notes/',
            'algorithm for the pre- and post-',
            'war editions of n-',
            'gram tables.',
          ]),
        ].join('\n'),
      },
    ],
  },
  ligatures: {
    pages: [
      {
        content: [
          show(72, 700, 'The o\uFB03ce \uFB01led a\uFB00able \uFB02ags.', { font: 'unicode' }),
          show(72, 660, 'Caf'),
          show(89, 660, '\u00b4', { font: 'unicode' }),
          show(88.34, 660, 'e closed.'),
          // Browsers write a ligature so: its letters in `ActualText`, its glyph (an h and an m here) as a separate text object.
          'BT /helvetica 10 Tf 1 0 0 1 72 620 Tm (They modi) Tj',
          '/Span <</ActualText (fi)>> BDC 46.68 0 Td (h) Tj EMC 5.56 0 Td (ed the o) Tj',
          '/Span <</ActualText (ffi)>> BDC 35.58 0 Td (m) Tj EMC 8.33 0 Td (ce.) Tj ET',
        ].join('\n'),
      },
    ],
  },
  'rotated-page': {
    pages: [
      {
        rotate: 90,
        content: lorem
          .map((line, index) => show(100 + index * 14, 72, line, { matrix: '0 1 -1 0' }))
          .join('\n'),
      },
    ],
  },
  'empty-password': {
    password: '',
    pages: [{ content: showLines(72, 700, 14, lorem) }],
  },
  'table-rows': {
    pages: [
      {
        content: [
          show(72, 730, 'Sheets made in a day, by size of the mould:'),
          showLines(72, 700, 16, ['Mould', 'Small', 'Medium', 'Large']),
          showLines(200, 700, 16, ['Sheets', '2,400', '2,000', '900']),
          showLines(300, 700, 16, ['Waste', '3.5 %', '4.0 %', '8.2 %']),
        ].join('\n'),
      },
    ],
  },
  'running-heads': {
    pages: [1, 2, 3].map((number) => ({
      content: [
        show(72, 760, number % 2 ? 'A Short History of Paper' : 'Chapter One'),
        show(number % 2 ? 530 : 72, 40, String(number + 10)),
        showLines(
          72,
          700,
          14,
          number === 1 ? [...lorem, 'And still the demand grew, so that the mills along'] : [],
        ),
        showLines(
          72,
          700,
          14,
          number === 2 ? ['the river were not enough.', 'New ones followed.'] : [],
        ),
        showLines(72, 700, 14, number === 3 ? ['Then came the machine.'] : []),
      ].join('\n'),
    })),
  },
  watermark: {
    pages: ['Rags and Vats', 'Moulds'].map((title) => ({
      content: [
        show(150, 400, 'DRAFT', { font: 'bold', size: 90, matrix: '.707 .707 -.707 .707' }),
        show(72, 700, title, { font: 'bold', size: 16 }),
        ...[660, 560, 460].map((y) => showLines(72, y, 14, lorem)),
      ].join('\n'),
    })),
  },
  form: {
    pages: [
      {
        content: [
          show(72, 700, 'Name:'),
          show(72, 670, 'Town:'),
          show(72, 640, 'Trade of the father:'),
          show(90, 610, 'can read'),
          show(90, 596, 'can write'),
        ].join('\n'),
        fields: [
          { value: 'Ada Lovelace', rect: [110, 696, 250, 712] },
          { value: 'London', rect: [110, 666, 250, 682] },
          { value: 'vatman', choices: ['vatman', 'coucher'], rect: [190, 636, 330, 652] },
          { value: 'Yes', isCheckBox: true, rect: [74, 608, 84, 618] },
          { value: 'Off', isCheckBox: true, rect: [74, 594, 84, 604] },
        ],
      },
    ],
  },
  'article-structure': {
    title: 'Article structure',
    pages: [
      {
        content: [
          show(72, 730, 'How Paper Was Made by Hand', { font: 'bold', size: 20 }),
          show(72, 700, 'Anna Weber, Karl Stein, and Mary Hill', { size: 12 }),
          showLines(72, 670, 13, lorem),
          show(72, 596, '1 The mould', { font: 'bold', size: 14 }),
          showLines(72, 576, 13, lorem),
          show(72, 508, '1.1 Wires', { font: 'bold', size: 12 }),
          showLines(72, 490, 13, lorem.slice(0, 2)),
          show(72, 448, '1.2 Frames', { font: 'bold', size: 12 }),
          showLines(72, 430, 13, lorem.slice(2)),
          show(72, 380, '2 The vat', { font: 'bold', size: 14 }),
          showLines(72, 360, 13, lorem),
        ].join('\n'),
      },
    ],
  },
  'lists-nested': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, lorem),
          show(72, 650, '1. Sort the rags and cut them.'),
          show(72, 636, '2. Let them rot:'),
          show(90, 622, '- for six weeks in summer,'),
          show(90, 608, '- for ten in winter.'),
          show(72, 594, '3. Beat them to a pulp.'),
          showLines(72, 560, 13, lorem),
        ].join('\n'),
      },
    ],
  },
  'drawn-underscores': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, lorem),
          showUnderscored(72, 650, 'The sheets are counted by read_pages and kept by __init__ of'),
          showUnderscored(72, 640, 'the class; set max_sheets__per_day to 2000 in mill_config.'),
          // A glyph of another font, smaller and raised, as in typewriter type of TeX.
          show(72, 625, 'x86', { font: 'courier' }),
          show(90, 628, '_', { size: 7 }),
          show(94, 625, '64 is the machine of the mill', { font: 'courier' }),
          showLines(72, 600, 13, lorem),
        ].join('\n'),
      },
    ],
  },
  'code-block': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, lorem),
          showLines(72, 650, 12, ['def mould(sheet):', '    return shake(sheet)'], {
            font: 'courier',
          }),
          showLines(72, 600, 13, lorem),
        ].join('\n'),
      },
    ],
  },
  emphasis: {
    pages: [
      {
        content: [
          showLines(72, 720, 13, lorem),
          show(72, 650, 'The '),
          show(92, 650, 'vatman', { font: 'bold' }),
          show(130, 650, 'used H'),
          show(161.5, 648, '2', { size: 6 }),
          show(165, 650, 'O and no other thing.'),
          // The upright font, leaning: the file lacks an italic one.
          show(72, 637, 'The'),
          show(91.5, 637, 'coucher', { matrix: '1 0 0.3 1' }),
          show(130, 637, 'laid each sheet on a piece of felt.'),
        ].join('\n'),
      },
    ],
  },
  'footnote-paired': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, lorem),
          showLines(72, 668, 13, ['A mill had one vat, or two where the river was strong enough.']),
          show(345, 672, '1', { size: 6 }),
          showLines(72, 655, 13, ['Few had more than that, and fewer still had any need of them.']),
          show(72, 104, '1', { size: 5 }),
          show(76, 100, 'Mills on the great rivers had four and more.', { size: 8 }),
        ].join('\n'),
      },
    ],
  },
  'links-and-outline': {
    outline: [
      { title: 'Mills', page: 0 },
      { title: 'Rags', page: 0 },
    ],
    pages: [
      {
        content: [
          show(72, 740, 'Mills'),
          showLines(72, 716, 13, lorem),
          show(72, 640, 'Rags'),
          showLines(72, 616, 13, lorem),
          show(72, 548, 'Read more in the almanac of the makers.'),
        ].join('\n'),
        links: [{ target: 'https://example.org/almanac', rect: [128, 545, 187, 558] }],
      },
    ],
  },
  'tagged-headings': {
    pages: [
      {
        tags: ['H1', 'P', 'H2', 'P', 'LBody', 'LBody'],
        content: [
          tagged(0, show(72, 740, 'Paper', { font: 'bold', size: 12 })),
          tagged(1, showLines(72, 716, 13, lorem)),
          tagged(2, show(72, 640, 'The sheet', { font: 'bold', size: 12 })),
          tagged(3, showLines(72, 616, 13, lorem)),
          tagged(4, show(90, 550, 'Two thousand a day')),
          tagged(5, show(90, 537, 'None on holidays')),
        ].join('\n'),
      },
    ],
  },
  'tagged-title': {
    title: 'The art of paper',
    pages: [
      {
        tags: ['P', 'P', 'H1', 'P', 'H1', 'P'],
        content: [
          tagged(0, show(72, 740, 'The Art of Paper', { size: 20 })),
          tagged(1, show(72, 718, 'A short account', { size: 12 })),
          tagged(2, show(72, 690, 'Mills', { font: 'bold', size: 13 })),
          tagged(3, showLines(72, 668, 13, lorem)),
          tagged(4, show(72, 590, 'Rags', { font: 'bold', size: 13 })),
          tagged(5, showLines(72, 568, 13, lorem)),
        ].join('\n'),
      },
    ],
  },
  cards: {
    pages: [
      {
        content: [
          show(72, 740, 'The Mills of the Valley', { size: 12 }),
          show(72, 705, 'What a Mill Is Good For', { size: 22 }),
          show(72, 640, 'Its purpose', { size: 11 }),
          show(240, 640, 'Its river', { size: 11 }),
          show(400, 640, 'Its people', { size: 11 }),
          show(72, 612, 'Good paper', { size: 14 }),
          show(240, 612, 'Clean water', { size: 14 }),
          show(400, 612, 'Vatmen, and all', { size: 14 }),
          show(400, 594, 'who carry felts', { size: 14 }),
          showLines(72, 500, 13, lorem),
        ].join('\n'),
      },
    ],
  },
  'drop-capital': {
    pages: [
      {
        content: [
          show(72, 720, 'Vats and Moulds', { font: 'bold', size: 16 }),
          show(72, 664, 'P', { size: 44 }),
          show(104, 690, 'aper was made by hand for more than a thousand', { size: 10 }),
          show(104, 677, 'years. A mould of wires was dipped into a vat of', { size: 10 }),
          show(104, 664, 'pulp, lifted and shaken, so that the fibres lay', { size: 10 }),
          showLines(
            72,
            651,
            13,
            [
              'across each other, and the sheet was couched on a piece',
              'of felt. A good vatman made two thousand of them a day.',
            ],
            { size: 10 },
          ),
        ].join('\n'),
      },
    ],
  },
  'chapter-labels': {
    pages: [
      { label: 'Chapter 1', title: 'Rags and Vats', section: '1.1 Sorting' },
      { label: 'Chapter 2', title: 'Moulds', section: '2.1 Wires' },
      { label: 'Anhang A', title: 'Mills in the Valley', section: 'A.1 The Upper Mill' },
    ].map(({ label, title, section }) => ({
      content: [
        show(72, 650, label, { font: 'bold', size: 18 }),
        show(72, 616, title, { font: 'bold', size: 22 }),
        showLines(72, 580, 13, chapterText),
        show(72, 540, section, { font: 'bold', size: 14 }),
        showLines(72, 516, 13, chapterText),
      ].join('\n'),
    })),
  },
  'title-page': {
    title: 'A file name.doc',
    pages: [
      {
        content: [
          show(72, 760, 'Annals of Old Mills', { font: 'bold', size: 22 }),
          show(72, 700, 'How Sheets Were Couched on Felt', { font: 'bold', size: 18 }),
          show(72, 672, 'Anna Weber', { font: 'bold', size: 13 }),
          show(72, 656, 'Institute of Mills', { size: 9 }),
          show(72, 630, 'June 2023', { font: 'bold', size: 13 }),
          show(72, 590, 'Summary', { font: 'bold', size: 13 }),
          showLines(72, 570, 13, lorem),
          show(72, 490, '2.1. Vats', { font: 'bold' }),
          show(72, 477, '2.1.1. Wooden vats', { font: 'bold' }),
          showLines(72, 460, 13, lorem),
        ].join('\n'),
      },
      ...[2, 3].map((number) => ({
        content: [
          show(72, 770, 'Annals of Old Mills 2006, 6:3', { size: 9 }),
          show(72, 720, number === 2 ? 'Moulds' : 'Felts', { font: 'bold', size: 13 }),
          showLines(72, 700, 13, lorem),
        ].join('\n'),
      })),
    ],
  },
  ...columnDocuments,
  ...listDocuments,
  ...headingDocuments,
  ...tableDocuments,
  ...cellDocuments,
  ...scriptDocuments,
}
