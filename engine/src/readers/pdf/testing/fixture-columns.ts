/** For tests: documents of `fixtures/pdf` with columns and notes. */
import { type PdfDescription, show, showLines } from '../content/testing/pdf-builder.ts'

const left = [
  'A mill had one vat, or two where the river',
  'was strong enough. Few had more than that,',
  'and fewer still had any need of them, as a',
  'good vatman made two thousand sheets and',
]
const right = [
  'his couchers kept up with him all the day',
  'long. What they laid on felts was pressed',
  'in the evening, and hung up over night in',
  'the lofts, where the wind went through it.',
]

/** A list of names and prices, at the two edges of a column, from `y` downwards. */
function priceList(x: number, y: number, heading: string, names: readonly string[]): string[] {
  return [
    show(x, y, heading, { size: 13 }),
    ...names.flatMap((name, index) => [
      show(x, y - 20 - 14 * index, name, { size: 10 }),
      show(x + 190, y - 20 - 14 * index, `${9 + 2 * index}.50`, { size: 10 }),
    ]),
  ]
}

/** A filled panel with a title centred in a bar, and labels with what belongs to them. */
function panel(
  x: number,
  title: string,
  entries: readonly (readonly [string, string])[],
): string[] {
  return [
    `0.3 g ${x} 680 140 24 re f 0.95 g ${x} 540 140 142 re f 0 g`,
    `1 g ${show(x + 70 - 3 * title.length, 687, title, { size: 12, font: 'bold' })} 0 g`,
    ...entries.flatMap(([label, text], index) => [
      show(x + 8, 664 - 40 * index, label, { size: 10, font: 'bold' }),
      show(x + 14, 650 - 40 * index, text, { size: 9 }),
    ]),
  ]
}

const good = [
  'Good sheets only; a ream has twenty quires, and',
  'a quire has twenty-four sheets or, if they are to',
  'be printed, twenty-five.',
]
const whoever = [
  'Whoever buys ten pounds of them pays only for',
  'nine, and for the cart if the mill is more than a',
  'day away.',
]

/** The name of a command in the left margin, which ends where all of them do. */
function marginName(y: number, name: string): string {
  return show(140 - 6 * name.length, y, name, { size: 10, font: 'courier' })
}

export const columnDocuments: Readonly<Record<string, PdfDescription>> = {
  'masthead-over-columns': {
    pages: [
      {
        content: [
          '1 w 72 706 m 530 706 l S',
          show(72, 736, 'The Paper Mill', { size: 18, font: 'bold' }),
          show(330, 744, 'Volume 12, Number 3', { size: 9 }),
          show(330, 730, 'Thursday, 6 August 1812', { size: 9 }),
          showLines(72, 686, 13, left),
          showLines(330, 686, 13, right),
        ].join('\n'),
      },
    ],
  },
  'charts-in-columns': {
    pages: [
      {
        content: [
          show(72, 740, 'The Mills of the Valley in Figures', { size: 20 }),
          showLines(72, 690, 14, ['Sheets made in a day, by', 'the vatmen of each mill'], {
            size: 12,
          }),
          showLines(320, 690, 14, ['Rags bought in a year, by', 'the town they came from'], {
            size: 12,
          }),
          ...['Upper mill', 'Old mill', 'Ford mill', 'Last mill'].flatMap((name, row) => [
            show(80, 630 - row * 31, name, { size: 9 }),
            show(190, 636 - row * 31, `${2100 - row * 150}`, { size: 9 }),
          ]),
          ...['Harbour', 'Market', 'Abbey'].flatMap((name, row) => [
            show(330, 622 - row * 37, name, { size: 9 }),
            show(440, 629 - row * 37, `${70 - row * 12}.5`, { size: 9 }),
          ]),
        ].join('\n'),
      },
    ],
  },
  'lists-in-columns': {
    pages: [
      {
        content: [
          show(72, 740, 'Prices of the Two Mills', { size: 18 }),
          ...priceList(72, 700, 'Paper', ['Crown', 'Demy', 'Medium', 'Royal', 'Atlas', 'Pot']),
          ...priceList(72, 580, 'Boards', ['Thin', 'Thick', 'Glazed', 'Mill', 'Straw']),
          showLines(72, 474, 14, good, { size: 10 }),
          ...priceList(320, 700, 'Rags', ['White', 'Blue', 'Sails', 'Ropes']),
          showLines(320, 608, 14, whoever, { size: 10 }),
          ...priceList(320, 546, 'Tools', ['Mould', 'Deckle', 'Felt', 'Press', 'Vat', 'Pole']),
        ].join('\n'),
      },
    ],
  },
  'margin-names': {
    pages: [
      {
        content: [
          show(152, 730, 'Commands of the Mill', { size: 16, font: 'bold' }),
          showLines(152, 700, 13, [
            'Each command of the mill is explained beside its name. A command may be',
            'named in the middle of a paragraph, as dip is, and the paragraph goes on',
            'as if nothing were beside it: it has nothing to do with the line.',
          ]),
          marginName(687, 'dip'),
          show(167, 661, 'The vatman calls shake and, if the sheet is to be thick, shakewell,'),
          showLines(152, 648, 13, ['before he hands the mould to the coucher at his left.']),
          marginName(661, 'shake'),
          marginName(648, 'shakewell'),
          show(167, 635, 'The coucher lays the sheet on a felt and gives the mould back at once.'),
          marginName(635, 'couch'),
          marginName(609, 'hang'),
          show(152, 609, 'hang {lofts} {days}', { size: 10, font: 'courier' }),
          showLines(152, 583, 13, [
            'The sheets hang in the lofts for as many days as the wind needs to dry',
            'them: three in summer, and up to ten in winter.',
          ]),
        ].join('\n'),
      },
    ],
  },
  'notes-in-columns': {
    pages: [
      {
        content: [
          showLines(72, 700, 13, left, { size: 10 }),
          show(72, 636, '1 Of oak, and seldom of stone.', { size: 8 }),
          show(72, 626, '2 So the rolls of the abbey have it.', { size: 8 }),
          showLines(320, 700, 13, right, { size: 10 }),
          show(320, 636, '3 From the west, for the most part.', { size: 8 }),
        ].join('\n'),
      },
    ],
  },
  'notes-below-a-rule': {
    pages: [
      {
        content: [
          showLines(72, 678, 14, [
            'Paper was made by hand for more than a thousand years. A mould of wire',
            'was dipped into a vat of pulp, lifted and shaken, and couched on felt.',
          ]),
          showLines(72, 650, 14, ['A mill had one vat, or two where the river was strong enough.']),
          show(345, 654, '1', { size: 6 }),
          showLines(72, 636, 14, ['The abbey had four of them, and it had the best of the rags.']),
          show(345, 640, '2', { size: 6 }),
          // LibreOffice and Word set notes in the size of a style, and LibreOffice does not raise their numbers.
          '0.1 w 72 132 m 189 132 l S',
          '72 132.6 m 189 132.6 l S',
          show(72, 116, '1 Mills on the great rivers had more.'),
          show(72, 102, '2 So say the rolls of the abbey, which the monks'),
          show(72, 88, 'kept until the year of the flood.'),
        ].join('\n'),
      },
    ],
  },
  panels: {
    pages: [
      {
        content: [
          show(72, 740, 'The Paper Mill', { size: 20 }),
          ...panel(72, 'Vats', [
            ['A new vat', 'two men, one day'],
            ['A leaking vat', 'pitch and tow'],
            ['A cold vat', 'more wood'],
          ]),
          ...panel(232, 'Moulds', [
            ['A worn mould', 'new wire'],
            ['A bent deckle', 'the joiner'],
          ]),
          ...panel(392, 'Felts', [
            ['Wet felts', 'the lofts'],
            ['Torn felts', 'the fuller'],
            ['Old felts', 'the stable'],
          ]),
        ].join('\n'),
      },
    ],
  },
  inset: {
    pages: [
      {
        content: [
          showLines(72, 700, 13, left, { size: 10 }),
          showLines(320, 694, 13, ['Felts were of wool,', 'and lasted a year.'], { size: 10 }),
          show(
            72,
            648,
            'his couchers kept up with him all the day long, and all the year but for',
            {
              size: 10,
            },
          ),
          show(72, 635, 'the weeks of the harvest.', { size: 10 }),
        ].join('\n'),
      },
    ],
  },
  'line-breaks': {
    pages: [
      {
        content: [
          showLines(72, 740, 14, ['The Paper Mill', '12 River Road, North Bank', 'Old Town'], {
            size: 11,
          }),
          showLines(72, 670, 14, [
            'A mill had one vat, or two where the river was strong enough. Few had more than that, and',
            'fewer still had any need of them, as a good vatman made two thousand sheets in a day, and',
            'his couchers kept up with him.',
          ]),
          showLines(72, 600, 14, [
            'Turn, old wheel, the river is high,',
            'Shake the mould till the fibres lie;',
            'Felt upon felt, and the stack will grow,',
            'White as the hills in the winter snow.',
          ]),
          showLines(72, 520, 14, [
            'Whoever buys ten pounds of sheets pays only for nine, and for the cart if the mill is more',
            'than a day away. The cart takes as many as fifty reams, and goes to town in the evening of',
            'every other day.',
          ]),
        ].join('\n'),
      },
    ],
  },
}
