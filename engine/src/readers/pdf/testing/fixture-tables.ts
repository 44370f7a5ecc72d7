/** For tests: documents of `fixtures/pdf` with one construct of tables each; their texts are original. */
import {
  type PdfDescription,
  show,
  showLines,
  type TagDescription,
  tagged,
} from '../content/testing/pdf-builder.ts'

/** A drawn line, in points from the lower left corner. */
function line(x0: number, y0: number, x1: number, y1: number): string {
  return `${x0} ${y0} m ${x1} ${y1} l S`
}

export function horizontals(x0: number, x1: number, ys: readonly number[]): string {
  return ys.map((y) => line(x0, y, x1, y)).join('\n')
}

export function verticals(y0: number, y1: number, xs: readonly number[]): string {
  return xs.map((x) => line(x, y0, x, y1)).join('\n')
}

/** Cells of a row on one baseline, by left end. */
export function row(y: number, cells: Readonly<Record<number, string>>): string {
  return Object.entries(cells)
    .map(([x, text]) => show(Number(x), y, text, { size: 10 }))
    .join('\n')
}

/** A title, and a table with a rule only under its heads. */
function titledTable(
  y: number,
  title: string,
  [heads = {}, ...rows]: readonly Readonly<Record<number, string>>[],
): string {
  return [
    show(72, y, title, { size: 14 }),
    row(y - 20, heads),
    horizontals(68, 360, [y - 26]),
    ...rows.map((cells, at) => row(y - 38 - 16 * at, cells)),
  ].join('\n')
}

const years = { 72: 'Mill', 200: '1790', 280: '1800', 360: '1810' }
const upper = [
  row(682, { 72: 'Old Bridge', 200: '2,400', 280: '2,610', 360: '2,700' }),
  row(666, { 72: 'Sand Hill', 200: '1,900', 280: '1,950', 360: '2,010' }),
  row(650, { 72: 'Two Rivers', 200: '900', 280: '1,120', 360: '1,340' }),
]

const contents = [
  { 72: '1', 100: 'Rags and vats', 400: '3' },
  { 100: '1.1', 130: 'Sorting the rags', 400: '3' },
  { 130: '1.1.1', 170: 'Linen', 400: '4' },
  { 130: '1.1.2', 170: 'Cotton and hemp', 400: '6' },
  { 100: '1.2', 130: 'The beating engine', 400: '7' },
  { 72: '2', 100: 'Moulds', 400: '9' },
  { 100: '2.1', 130: 'Wires and their makers', 400: '9' },
  { 100: '2.2', 130: 'Deckles', 395: '12' },
  { 72: 'Index', 395: '15' },
]

/** Sheets by mill over two pages, the header printed again. */
const longRows = Array.from({ length: 8 }, (_, index) => ({
  72: `Mill number ${index + 1}`,
  200: String(1200 + 37 * index),
  280: String(1310 + 41 * index),
}))
const longHead = { 72: 'Place of the mill', 200: 'Sheets', 280: 'Reams' }

function longPage(top: number, rows: readonly Readonly<Record<number, string>>[]): string {
  const bottom = top - 16 * (rows.length + 1)
  return [
    horizontals(68, 340, [top, top - 16, bottom]),
    row(top - 12, longHead),
    ...rows.map((cells, index) => row(top - 28 - 16 * index, cells)),
  ].join('\n')
}

function cell(type: 'TH' | 'TD', id: number, attributes?: string): TagDescription {
  return { type, kids: [id], ...(attributes !== undefined && { attributes }) }
}

/** A sheet; its tags list the last column second. */
const sheet: readonly (readonly string[])[] = [
  ['Mill', 'River', 'Built', 'Vats'],
  ['Old Bridge', 'Alder', '1790', ''],
  ['Hill', 'Birch', '1804', ''],
  ['Lower Weir', 'Alder', '1812', '7'],
  ['Sand', 'Elm', '1795', ''],
  ['Ford', 'Birch', '1820', ''],
  ['New Bridge', 'Elm', '1831', ''],
]
const sheetXs = [76, 176, 276, 376]
const tagOrder = [0, 3, 1, 2]

function taggedSheet(): string {
  const cells = sheet.flatMap((texts, at) =>
    texts.flatMap((text, column) => {
      const shown = show(sheetXs[column] ?? 0, 690 - 16 * at, text, { size: 10 })
      return text === '' ? [] : [tagged(4 * at + tagOrder.indexOf(column), shown)]
    }),
  )
  const ys = Array.from({ length: sheet.length + 1 }, (_, at) => 702 - 16 * at)
  return [...cells, horizontals(72, 472, ys), verticals(702, 590, [72, 172, 272, 372, 472])].join(
    '\n',
  )
}

/** Documents by name of their case. */
export const tableDocuments: Readonly<Record<string, PdfDescription>> = {
  'financial-heads': {
    pages: [
      {
        content: [
          showLines(72, 720, 13, [
            'The mill sold rags, paper and books in three years, and lent its vats to others',
            'in the last two, as the statement shows:',
          ]),
          show(372, 680, 'Year Ended', { font: 'bold', size: 9 }),
          '292 676 68 0.8 re 364 676 68 0.8 re 436 676 68 0.8 re f',
          show(298, 664, 'Jan 26, 1925', { font: 'bold', size: 9 }),
          show(370, 664, 'Jan 28, 1924', { font: 'bold', size: 9 }),
          show(442, 664, 'Jan 29, 1923', { font: 'bold', size: 9 }),
          '292 660 68 0.8 re 364 660 68 0.8 re 436 660 68 0.8 re f',
          show(370, 648, '(In millions)', { size: 9 }),
          ...[
            ['Cost of rags', '178', '141', '138'],
            ['Repairs and new vats', '3,423', '2,532', '1,892'],
            ['Sales and general costs', '1,136', '876', '680'],
            ['Total', '4,737', '3,549', '2,710'],
          ].flatMap((cells, row) =>
            cells.map((text, column) =>
              show(
                column === 0 ? 72 : 284 + 72 * column - 4.5 * text.length,
                634 - 13 * row,
                text,
                { size: 9 },
              ),
            ),
          ),
          '292 591 68 0.8 re 364 591 68 0.8 re 436 591 68 0.8 re f',
          showLines(72, 560, 13, [
            'The costs of rags rose in each of the years, and no vat was idle for longer than',
            'a week, because the water of the upper valley did not fall.',
          ]),
        ].join('\n'),
      },
    ],
  },
  'table-ruled-spans': {
    pages: [
      {
        content: [
          horizontals(68, 400, [720, 680, 664, 648]),
          line(180, 700, 400, 700),
          verticals(648, 720, [68, 180, 400]),
          verticals(648, 700, [290]),
          row(696, { 72: 'Kind of paper' }),
          row(706, { 250: 'Sheets a day' }),
          row(686, { 184: 'by hand', 294: 'by machine' }),
          row(668, { 72: 'Writing', 184: '2,000', 294: '48,000' }),
          row(652, { 72: 'Wrapping', 184: '3,100', 294: '91,000' }),
        ].join('\n'),
      },
    ],
  },
  'table-booktabs': {
    pages: [
      {
        content: [
          show(72, 748, 'Table 1. Paper made at three mills, in reams.'),
          horizontals(68, 400, [730, 694, 644]),
          line(196, 713, 400, 713),
          row(717, { 260: 'Reams in the year' }),
          row(700, { 72: 'Mill', 200: '1790', 280: '1800', 360: '1810' }),
          ...upper,
          show(72, 630, 'Source: the books of the mills.', { size: 8 }),
        ].join('\n'),
      },
    ],
  },
  'table-unruled': {
    pages: [
      {
        content: [
          show(72, 740, 'What each of the mills delivered is told by its books:'),
          row(700, years),
          ...upper,
          row(634, { 72: 'All', 200: '5,200', 280: '5,680', 360: '6,050' }),
        ].join('\n'),
      },
    ],
  },
  'table-in-small-letters': {
    pages: [
      {
        content: [
          show(72, 740, 'The marks in the book of the mill stand for sizes and kinds of paper:'),
          row(714, { 92: 'Mark', 150: 'size', 280: 'kind of paper' }),
          row(702, { 92: 'hh', 150: 'handkerchief', 280: 'tissue' }),
          row(690, { 92: 'pt', 150: 'pott or foolscap', 280: 'writing' }),
          row(678, { 92: 'cr', 150: 'crown', 280: 'writing or drawing' }),
          row(666, { 92: 'dm', 150: 'demy or small royal', 280: 'printing' }),
          row(654, { 92: 'ry', 150: 'royal', 280: 'printing' }),
          row(642, { 92: 'im', 150: 'imperial', 280: 'wrapping' }),
          show(72, 616, 'A stroke through a mark means that the sheets were sold in halves.'),
        ].join('\n'),
      },
    ],
  },
  'contents-in-indents': {
    pages: [
      {
        content: [
          show(72, 760, 'Contents', { font: 'bold', size: 14 }),
          contents.map((entry, index) => row(736 - 13 * index, entry)).join('\n'),
        ].join('\n'),
      },
    ],
  },
  'table-wrapped-cells': {
    pages: [
      {
        content: [
          horizontals(68, 420, [720, 704, 640]),
          row(708, { 72: 'Tool', 170: 'What it is for', 360: 'Number' }),
          row(692, { 72: 'Mould', 170: 'to dip into the vat and lift the', 360: '2' }),
          row(680, { 170: 'pulp out of it' }),
          row(664, { 72: 'Felt', 170: 'to couch the wet sheets on, one', 360: '130' }),
          row(652, { 170: 'upon the other' }),
        ].join('\n'),
      },
    ],
  },
  'table-over-pages': {
    pages: [
      { content: longPage(200, longRows.slice(0, 5)) },
      { content: longPage(740, longRows.slice(5)) },
    ],
  },
  'table-row-groups': {
    pages: [
      {
        content: [
          horizontals(68, 400, [720, 704, 608]),
          row(708, { 72: 'Sheet', 170: 'Width', 260: 'Height', 350: 'Weight' }),
          row(692, { 72: 'Paper for writing, made of linen' }),
          row(676, { 72: 'Royal', 170: '24', 260: '19', 350: '44' }),
          row(660, { 72: 'Medium', 170: '22', 260: '17', 350: '34' }),
          row(644, { 72: 'Paper for wrapping, made of rope' }),
          row(628, { 72: 'Double', 170: '36', 260: '23', 350: '90' }),
          row(612, { 72: 'Single', 170: '29', 260: '22', 350: '60' }),
        ].join('\n'),
      },
    ],
  },
  'table-rule-groups': {
    pages: [
      {
        content: [
          horizontals(68, 340, [720, 642, 592]),
          verticals(592, 720, [68, 150, 340]),
          row(708, { 72: '@vat', 154: 'oak tub for the pulp [3, p. 12]' }),
          row(694, { 72: '@mould', 154: 'sieve of wire [3, p. 15]' }),
          row(680, { 72: '@deckle', 154: 'frame around the sieve [3, p. 16]' }),
          row(666, { 72: '@felt', 154: 'woollen cloth between sheets [3, p. 21]' }),
          row(652, { 72: '@presspost', 154: 'pile of sheets and felts [3, p. 22]' }),
          row(630, { 72: '@ream', 154: 'five hundred sheets' }),
          row(616, { 72: '@quire', 154: 'a twentieth of a ream' }),
          row(602, { 72: '@bale', 154: 'ten reams' }),
        ].join('\n'),
      },
    ],
  },
  'table-turned-heads': {
    pages: [
      {
        content: [
          horizontals(68, 330, [760, 700, 640]),
          row(706, { 72: 'Mill' }),
          ...[204, 254, 304].map((x, index) =>
            show(x, 706, ['Vats', 'Presses', 'Workers'][index] ?? '', { matrix: '0 1 -1 0' }),
          ),
          row(684, { 72: 'Old Bridge', 198: '2', 248: '1', 295: '14' }),
          row(668, { 72: 'Sand Hill', 198: '1', 248: '1', 299: '9' }),
          row(652, { 72: 'Two Rivers', 198: '3', 248: '2', 295: '22' }),
        ].join('\n'),
      },
    ],
  },
  'tables-under-titles': {
    pages: [
      {
        content: [
          titledTable(720, 'Mills', [
            { 72: 'Place', 200: 'Vats', 280: 'Workers' },
            { 72: 'Old Bridge', 200: '2', 280: '14' },
            { 72: 'Sand Hill', 200: '1', 280: '9' },
            { 72: 'Two Rivers', 200: '3', 280: '22' },
          ]),
          titledTable(622, 'Paper', [
            { 72: 'Sheet', 200: 'Width', 280: 'Height' },
            { 72: 'Royal', 200: '24', 280: '19' },
            { 72: 'Medium', 200: '22', 280: '17' },
            { 72: 'Demy', 200: '20', 280: '15' },
          ]),
          show(72, 524, 'Felts', { size: 14 }),
          show(72, 504, 'A mill needs six felts a vat, and changes them every spring.', {
            size: 10,
          }),
        ].join('\n'),
      },
    ],
  },
  'table-accounts': {
    pages: [
      {
        content: [
          row(724, { 300: 'Year ended' }),
          line(250, 720, 320, 720),
          line(336, 720, 406, 720),
          row(708, { 266: 'May 1811', 352: 'May 1810' }),
          line(250, 704, 320, 704),
          line(336, 704, 406, 704),
          row(692, { 72: 'Rags and size', 252: '$', 292: '1,780', 338: '$', 378: '1,410' }),
          row(676, { 72: 'Moulds and felts', 300: '423', 386: '532' }),
          row(660, { 72: 'Wages', 300: '936', 386: '876' }),
          row(644, { 72: 'All costs', 252: '$', 292: '3,139', 338: '$', 378: '2,818' }),
          line(250, 640, 320, 640),
          line(336, 640, 406, 640),
        ].join('\n'),
      },
    ],
  },
  'table-tagged': {
    pages: [
      {
        tags: [
          {
            type: 'Table',
            kids: [
              { type: 'TR', kids: [cell('TH', 0), cell('TH', 1, '/ColSpan 2')] },
              { type: 'TR', kids: [cell('TH', 2, '/RowSpan 2'), cell('TD', 3), cell('TD', 4)] },
              { type: 'TR', kids: [cell('TD', 5), cell('TD', 6)] },
            ],
          },
        ],
        content: [
          tagged(0, show(72, 700, 'Mill', { size: 10 })),
          tagged(1, show(140, 700, 'Vats and presses', { size: 10 })),
          tagged(2, show(72, 684, 'Old Bridge', { size: 10 })),
          tagged(3, show(140, 684, 'two vats', { size: 10 })),
          tagged(4, show(190, 684, 'one press', { size: 10 })),
          tagged(5, show(140, 668, 'no vat', { size: 10 })),
          tagged(6, show(190, 668, 'one press', { size: 10 })),
        ].join('\n'),
      },
    ],
  },
  'table-tags-contradict': {
    pages: [
      {
        tags: [
          {
            type: 'Table',
            kids: sheet.map((_, at) => ({
              type: 'TR',
              kids: tagOrder.map((_, place) => cell(at === 0 ? 'TH' : 'TD', 4 * at + place)),
            })),
          },
        ],
        content: taggedSheet(),
      },
    ],
  },
}
