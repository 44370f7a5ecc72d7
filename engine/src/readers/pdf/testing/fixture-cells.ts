/** For tests: documents of `fixtures/pdf` with tables whose cells have marks: scripts, code, links, emphasis; their texts are original. */
import { type PdfDescription, show, showLines } from '../content/testing/pdf-builder.ts'
import { horizontals, row, verticals } from './fixture-tables.ts'

/** Typewriter text on a rounded grey background, as browsers print inline code. */
function code(x: number, y: number, text: string): string {
  const [left, right, bottom, top] = [x - 3, x + 6 * text.length + 3, y - 4, y + 10]
  const corners = [
    [left, bottom, left + 3, bottom],
    [right, bottom, right, bottom + 3],
    [right, top, right - 3, top],
    [left, top, left, top - 3],
  ]
  const curves = corners.map(([cx, cy, ex, ey]) => `${cx} ${cy} ${cx} ${cy} ${ex} ${ey} c`)
  const background = `${left} ${bottom + 3} m\n${curves.join('\n')}\nh`
  return `q 0.93 g ${background} f Q\n${show(x, y, text, { size: 10, font: 'courier' })}`
}

/** Typewriter text on a rectangular grey background. */
function shaded(x: number, y: number, text: string): string {
  const background = `${x - 1} ${y - 3} ${6 * text.length + 2} 12 re`
  return `0.9 g ${background} f 0 g\n${show(x, y, text, { size: 10, font: 'courier' })}`
}

/** A question and its answer, each in a frame of its own. The baseline of the first line is 12 points below the upper edge. */
function question(top: number, lines: readonly string[], answer: string): string {
  const height = 4 + 12 * lines.length
  const frame = (x: number, width: number) => `${x} ${top - height} ${width} ${height} re S`
  return [
    frame(72, 200),
    frame(280, 220),
    showLines(76, top - 11, 12, lines),
    row(top - 11, { 284: answer }),
  ].join('\n')
}

/** A title on a bar over the width of the questions. */
function bar(top: number, title: string): string {
  return `0.6 0.8 0.9 rg 72 ${top - 18} 428 18 re f 0 g\n${show(76, top - 13, title, { size: 10, font: 'bold' })}`
}

/** Text in parts that follow each other: each has a font, and may be raised and small. */
function parts(
  x: number,
  y: number,
  texts: readonly (readonly [string, string, number?])[],
): string {
  const shown = texts.map(([font, text, rise = 0]) => {
    return `/${font} ${rise === 0 ? 10 : 6} Tf ${rise} Ts (${text.replace(/[()]/g, '\\$&')}) Tj`
  })
  return `BT 1 0 0 1 ${x} ${y} Tm ${shown.join(' ')} 0 Ts ET`
}

/** The shaded cells of a table on a slide: rows of cells, which white lines separate. */
const shades = [0.6, 0.8, 0.9, 0.8, 0.9]
const slideRows = [
  { 156: 'Spring', 276: 'Autumn' },
  { 156: 'Hand-made', 236: 'Cut', 276: 'Hand-made', 356: 'Cut' },
  { 76: 'Old Bridge', 156: '410', 276: '390' },
  { 236: '12', 356: '8' },
  { 76: 'Sand Hill', 156: '230', 276: '260', 356: '4' },
]

/** Documents by name of their case. */
export const cellDocuments: Readonly<Record<string, PdfDescription>> = {
  'table-white-rules': {
    pages: [
      {
        content: [
          ...shades.map((shade, at) => `${shade} g 72 ${700 - 20 * at} 324 20 re f`),
          '0 g 1 G',
          horizontals(72, 396, [720, 700, 680, 640, 620]),
          horizontals(152, 396, [660]),
          verticals(620, 720, [72, 152, 272, 396]),
          verticals(620, 700, [232, 352]),
          ...slideRows.map((cells, at) => row(706 - 20 * at, cells)),
        ].join('\n'),
      },
    ],
  },
  'table-cell-lines': {
    pages: [
      {
        content: [
          horizontals(68, 420, [720, 702, 640, 590]),
          verticals(590, 720, [68, 190, 420]),
          row(707, { 76: 'Mill', 198: 'Orders' }),
          row(688, { 76: 'Old Bridge' }),
          row(674, { 76: 'Owner: R. Holm' }),
          row(688, { 198: 'Sixty reams of the best writing paper' }),
          row(674, { 198: 'Brown paper for the grocer' }),
          row(660, { 198: 'Felt' }),
          row(646, { 198: 'Wire' }),
          row(626, { 76: 'Sand Hill', 198: 'Paper for the bills of the theatre and' }),
          row(612, { 198: 'Cards, which no other mill on the river' }),
          row(598, { 198: 'can make' }),
        ].join('\n'),
      },
    ],
  },
  /** Rows as a browser sets them: without rules, and each cell in the middle of its row. */
  'table-centred-rows': {
    pages: [
      {
        content: [
          showLines(72, 740, 14, ['The mill book names the duties of each month.']),
          row(708, { 96: 'Month', 230: 'Duties' }),
          row(680, { 76: 'March' }),
          showLines(150, 687, 14, [
            'The weir is mended before the floods, and the wheel is',
            'greased twice.',
          ]),
          row(652, { 76: 'April', 150: 'Rags are bought.' }),
          row(617, { 76: 'May and June' }),
          showLines(150, 631, 14, [
            'The vats are cleaned, the felts are washed and dried, and',
            'the moulds go to the wire weaver, who returns them within',
            'four weeks.',
          ]),
          row(575, { 150: 'No paper is made.' }),
          showLines(76, 582, 14, ['July to', 'August']),
          showLines(72, 530, 14, [
            'In winter the mill stands still, and the men cut reeds along the river.',
          ]),
        ].join('\n'),
      },
    ],
  },
  /** A form with questions and answers in frames with gaps between them; the last title of the first page heads the next one. */
  'form-framed-cells': {
    pages: [
      {
        content: [
          bar(740, '1 - The wheel'),
          question(
            714,
            ['11 - Is there any evidence of movement of', 'the wheel or its shaft?'],
            'No',
          ),
          question(682, ['12 - Year of construction'], '1795'),
          question(662, ['13 - Has the wheel been changed from an', 'older one?'], 'Yes'),
          bar(620, '2 - The weir'),
          question(598, ['21 - Height of the weir in feet'], '4'),
          question(
            578,
            ['22 - Are there any gates in the weir, and', 'who opens them?'],
            'The miller',
          ),
          bar(100, '3 - The vats'),
        ].join('\n'),
      },
      {
        content: [
          question(740, ['31 - Number of vats'], '2'),
          question(720, ['32 - Are the vats heated by a furnace or', 'by steam?'], 'Furnace'),
          question(688, ['33 - Wood of the vats'], 'Oak'),
        ].join('\n'),
      },
    ],
  },
  /** A page with a background, and code on a background of its own in the text above a table and in its cells. */
  'table-below-inline-code': {
    pages: [
      {
        content: [
          '0.97 0.97 1 rg 54 480 480 280 re f 0 g',
          row(740, { 72: 'A mould has the size ' }),
          shaded(168, 740, 'foolscap'),
          row(740, { 219: 'or' }),
          shaded(232, 740, 'crown'),
          row(740, { 268: 'and one wire for each line of the sheet.' }),
          '0.85 0.8 0.9 rg 72 700 380 16 re f 0 g',
          row(704, { 76: 'Sign', 190: 'Meaning', 380: 'Since' }),
          horizontals(72, 452, [682, 664, 646, 628]),
          row(686, { 76: 'oak', 190: 'the frame, or', 380: '1780' }),
          shaded(251, 686, 'vat'),
          row(668, { 76: 'felt', 190: 'a cloth like', 380: '1782' }),
          shaded(241, 668, 'wool'),
          row(650, { 76: 'wire', 190: 'a thread of brass', 380: '1790' }),
          row(632, { 76: 'size', 190: 'glue in', 380: '1801' }),
          shaded(224, 632, 'tub'),
        ].join('\n'),
      },
    ],
  },
  'table-inline-code': {
    pages: [
      {
        content: [
          horizontals(68, 400, [720, 702, 684, 648, 612, 594]),
          verticals(594, 720, [68, 190, 400]),
          row(707, { 104: 'Mill', 270: 'Order' }),
          code(76, 689, 'felt'),
          row(689, { 198: 'none' }),
          code(76, 662, 'felt --wet'),
          code(198, 670, 'order(wool)'),
          row(670, { 276: 'or' }),
          code(294, 670, 'order(cloth)'),
          code(198, 653, 'press(none())'),
          code(76, 634, 'mould --old'),
          code(76, 617, 'wire="2"'),
          code(198, 626, 'order(wire, press("2"))'),
          code(76, 599, 'vat="oak"'),
          code(198, 599, 'order(oak)'),
        ].join('\n'),
      },
    ],
  },
  'table-marks-in-cells': {
    pages: [
      {
        content: [
          parts(72, 740, [
            ['helvetica', 'The '],
            ['bold', 'beater'],
            ['helvetica', ', the vat and the press ('],
            ['bold', 'in this order'],
            ['helvetica', ') of the mills took so much water:'],
          ]),
          horizontals(68, 470, [720, 702, 684, 666, 648]),
          verticals(648, 720, [68, 170, 270, 360, 470]),
          row(707, { 72: 'Mill', 366: 'Order' }),
          parts(176, 707, [
            ['helvetica', 'Water, m'],
            ['helvetica', '3', 4],
          ]),
          parts(276, 707, [['helvetica', 'Felts']]),
          row(689, { 72: 'Old Bridge' }),
          parts(176, 689, [
            ['helvetica', '1.5 x 10'],
            ['helvetica', '20', 4],
          ]),
          parts(276, 689, [
            ['helvetica', '120'],
            ['helvetica', 'a', 4],
          ]),
          parts(366, 689, [['courier', 'felt --wet']]),
          row(671, { 72: 'Sand Hill' }),
          parts(176, 671, [
            ['helvetica', '9 x 10'],
            ['helvetica', '-5', 4],
          ]),
          row(671, { 276: '96' }),
          parts(366, 671, [
            ['bold', 'none'],
            ['helvetica', ', by the owner'],
          ]),
          row(653, { 72: 'Two Rivers', 276: '40', 366: 'unknown' }),
          parts(176, 653, [
            ['helvetica', 'H'],
            ['helvetica', '2', -2],
            ['helvetica', 'O only'],
          ]),
        ].join('\n'),
        links: [{ target: 'https://example.org/sand-hill', rect: [70, 668, 120, 682] }],
      },
    ],
  },
}
