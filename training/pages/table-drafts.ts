/** Drafts of tables: texts in rows, with spans, for each sort of table that documents hold. */
import { cells, type Draft, type DraftCell } from './draft.ts'
import { callsDraft, codeDraft, entriesDraft } from './manual-drafts.ts'
import { type Composer, cutAtWord, drawHeading, drawItem, drawPhrase, drawText } from './stock.ts'

export const drafts = {
  source: sourceDraft,
  numbers: numbersDraft,
  financial: financialDraft,
  blank: blankDraft,
  oneColumn: oneColumnDraft,
  oneRow: oneRowDraft,
  stacked: stackedDraft,
  groups: groupsDraft,
  wrapped: wrappedDraft,
  bullets: bulletsDraft,
  code: codeDraft,
  keys: keysDraft,
  merged: mergedDraft,
  schedule: scheduleDraft,
  matrix: matrixDraft,
  long: longDraft,
  units: unitsDraft,
  calls: callsDraft,
  entries: entriesDraft,
} as const satisfies Record<string, (composer: Composer) => Draft>

function sourceDraft({ random, stock }: Composer): Draft {
  const table = random.pick(stock.tables)
  const [head = [], ...body] = table
  const from = random.int(0, Math.max(0, body.length - 3))
  const rows = body.slice(from, from + random.int(2, 14))
  return { sort: 'source', rows: [head, ...rows].map(cells), headerRows: 1 }
}

function number({ random }: Composer, style: number): string {
  if (random.chance(0.04)) return random.pick(['–', '-', 'n/a', ''])
  if (style === 0) return String(random.int(0, 999))
  if (style === 1) return random.between(0, 99).toFixed(random.int(1, 2))
  if (style === 2) return `${random.between(0, 100).toFixed(1)}${random.chance(0.5) ? ' %' : '%'}`
  if (style === 3) return random.int(1000, 9_999_999).toLocaleString('en-US')
  if (style === 4) return `0.${random.int(100, 999)}${random.pick(['', '', '*', '**'])}`
  return `${random.between(0, 40).toFixed(1)} ± ${random.between(0, 4).toFixed(1)}`
}

const shortHeads = [
  'N',
  'Mean',
  'SD',
  'p',
  'Total',
  'Year',
  '2019',
  '2020',
  '2021',
  '2022',
  'Q1',
  'Q2',
  'Min',
  'Max',
  'Rate',
  'Cost',
  'Unit',
  'Share',
  'Score',
  'Type',
  'Qty',
  'Price',
  '%',
  'F1',
  'AUC',
  'Time (s)',
  'Size (MB)',
  'Change',
] as const

function numbersDraft(composer: Composer): Draft {
  const { random } = composer
  const columns = random.int(2, 7)
  const heads = random.shuffle(shortHeads).slice(0, columns - 1)
  const styles = heads.map(() => random.int(0, 5))
  const rows = Array.from({ length: random.int(2, 12) }, () => [
    cutAtWord(drawPhrase(composer, 30), 30),
    ...styles.map((style) => number(composer, style)),
  ])
  const corner = random.chance(0.4) ? '' : cutAtWord(drawHeading(composer), 14)
  return { sort: 'numbers', rows: [[corner, ...heads], ...rows].map(cells), headerRows: 1 }
}

function financialDraft(composer: Composer): Draft {
  const { random } = composer
  const year = random.int(2005, 2025)
  const years = Array.from({ length: random.int(1, 3) }, (_, back) => String(year - back))
  const amount = (): string => {
    const value = random.int(10, 99_999).toLocaleString('en-US')
    return random.chance(0.15) ? `(${value})` : random.chance(0.1) ? '–' : value
  }
  const body = Array.from({ length: random.int(4, 12) }, (_, at) => {
    if (at > 0 && random.chance(0.12))
      return [`${drawPhrase(composer, 24)}:`, ...years.map(() => '')]
    return [drawPhrase(composer, 36), ...years.map(amount)]
  })
  const total = [
    random.pick(['Total', 'Net income', 'Total assets', 'Balance at end of year']),
    ...years.map(() => `${random.chance(0.5) ? '$ ' : ''}${amount()}`),
  ]
  const unit = random.pick(['', '$ million', 'in thousands', '€ 000', '(unaudited)'])
  return { sort: 'financial', rows: [[unit, ...years], ...body, total].map(cells), headerRows: 1 }
}

/** A table of a form: header cells, and columns that are filled in by hand. */
function blankDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = random
    .shuffle([
      'Name',
      'Date',
      'Signature',
      'Comments',
      'Item',
      'Yes',
      'No',
      'N/A',
      'Initials',
      'Result',
      'Score',
    ])
    .slice(0, random.int(2, 5))
  const first = random.chance(0.7)
  const rows = Array.from({ length: random.int(2, 10) }, (_, at) =>
    heads.map((_, column) =>
      column === 0 && first ? (random.chance(0.3) ? String(at + 1) : drawPhrase(composer, 34)) : '',
    ),
  )
  return {
    sort: 'blank',
    rows: [heads, ...rows].map(cells),
    headerRows: 1,
    roomy: random.chance(0.5),
  }
}

function oneColumnDraft(composer: Composer): Draft {
  const rows = Array.from({ length: composer.random.int(2, 8) }, () => [drawItem(composer, 110)])
  return { sort: 'oneColumn', rows: [[drawHeading(composer)], ...rows].map(cells), headerRows: 1 }
}

function oneRowDraft(composer: Composer): Draft {
  const { random } = composer
  const columns = random.int(2, 5)
  const texts = Array.from({ length: columns }, () => drawPhrase(composer, 40))
  const heads = random.chance(0.6)
    ? [Array.from({ length: columns }, () => cutAtWord(drawHeading(composer), 18))]
    : []
  return { sort: 'oneRow', rows: [...heads, texts].map(cells), headerRows: heads.length }
}

/** Two or three header rows, the upper ones with cells over several columns. */
function stackedDraft(composer: Composer): Draft {
  const { random } = composer
  const groups = random.int(2, 3)
  const within = random.int(2, 3)
  const under = random.shuffle(shortHeads).slice(0, within)
  const corner = cutAtWord(drawHeading(composer), 16)
  const style = random.int(0, 5)
  const upper: DraftCell[] = [
    { text: corner, rowSpan: 2 },
    ...Array.from({ length: groups }, () => ({
      text: cutAtWord(drawHeading(composer), 22),
      columnSpan: within,
    })),
  ]
  const lower = cells(Array.from({ length: groups }, () => under).flat())
  const body = Array.from({ length: random.int(3, 10) }, () =>
    cells([
      drawPhrase(composer, 26),
      ...Array.from({ length: groups * within }, () => number(composer, style)),
    ]),
  )
  return { sort: 'stacked', rows: [upper, lower, ...body], headerRows: 2 }
}

/** Groups of rows, each under a row section of full width. */
function groupsDraft(composer: Composer): Draft {
  const { random } = composer
  const columns = random.int(3, 5)
  const heads = [
    cutAtWord(drawHeading(composer), 16),
    ...random.shuffle(shortHeads).slice(0, columns - 1),
  ]
  const rows: DraftCell[][] = [cells(heads)]
  for (let group = 0; group < random.int(2, 3); group++) {
    rows.push([{ text: cutAtWord(drawHeading(composer), 40), columnSpan: columns }])
    for (let row = 0; row < random.int(2, 4); row++)
      rows.push(
        cells([drawPhrase(composer, 28), ...heads.slice(1).map(() => number(composer, group % 4))]),
      )
  }
  return { sort: 'groups', rows, headerRows: 1 }
}

/** Cells of several lines each. */
function wrappedDraft(composer: Composer): Draft {
  const { random } = composer
  const columns = random.int(2, 4)
  const heads = Array.from({ length: columns }, () => cutAtWord(drawHeading(composer), 20))
  const rows = Array.from({ length: random.int(2, 6) }, () =>
    heads.map((_, column) =>
      column === 0 && columns > 2
        ? drawPhrase(composer, 22)
        : random.chance(0.07)
          ? ''
          : drawText(composer, random.int(40, 220)),
    ),
  )
  return {
    sort: 'wrapped',
    rows: [heads, ...rows].map(cells),
    headerRows: random.chance(0.85) ? 1 : 0,
  }
}

function bulletsDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = cells([cutAtWord(drawHeading(composer), 18), cutAtWord(drawHeading(composer), 22)])
  const rows = Array.from({ length: random.int(2, 4) }, (): DraftCell[] => [
    { text: drawPhrase(composer, 24) },
    {
      text: random.chance(0.3) ? drawPhrase(composer, 40) : '',
      bullets: Array.from({ length: random.int(2, 4) }, () => drawItem(composer, 90)),
    },
  ])
  return { sort: 'bullets', rows: [heads, ...rows], headerRows: 1 }
}

/** Names at the left, values at the right, no header row. */
function keysDraft(composer: Composer): Draft {
  const { random } = composer
  const rows = Array.from({ length: random.int(3, 9) }, () => [
    `${cutAtWord(drawHeading(composer), 24)}${random.chance(0.3) ? ':' : ''}`,
    random.chance(0.4) ? number(composer, random.int(0, 3)) : drawPhrase(composer, 60),
  ])
  return { sort: 'keys', rows: rows.map(cells), headerRows: 0 }
}

/** Cells of the first column span several rows. */
function mergedDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = cells(Array.from({ length: 3 }, () => cutAtWord(drawHeading(composer), 18)))
  const rows: DraftCell[][] = [heads]
  for (let group = 0; group < random.int(2, 3); group++) {
    const height = random.int(2, 4)
    for (let row = 0; row < height; row++) {
      const rest = cells([
        drawPhrase(composer, 30),
        random.chance(0.5) ? number(composer, 0) : drawPhrase(composer, 30),
      ])
      rows.push(row === 0 ? [{ text: drawPhrase(composer, 20), rowSpan: height }, ...rest] : rest)
    }
  }
  return { sort: 'merged', rows, headerRows: 1 }
}

function scheduleDraft(composer: Composer): Draft {
  const { random } = composer
  const kind = random.pick(['Week', 'Time', 'Date'])
  const heads = [kind, 'Topic', random.pick(['Reading', 'Due', 'Room', 'Speaker'])]
  const rows = Array.from({ length: random.int(4, 14) }, (_, at) => [
    kind === 'Week'
      ? String(at + 1)
      : kind === 'Time'
        ? `${8 + at}:${random.pick(['00', '30', '15'])}`
        : `${random.pick(['Jan', 'Feb', 'Sep', 'Oct'])} ${at + 2}`,
    drawPhrase(composer, 46),
    random.chance(0.3) ? '' : drawPhrase(composer, 30),
  ])
  return { sort: 'schedule', rows: [heads, ...rows].map(cells), headerRows: 1 }
}

/** Marks at the crossings of both headers, as in comparisons of products. */
function matrixDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = random
    .shuffle(['Basic', 'Standard', 'Plus', 'Pro', 'A', 'B', 'C', 'D'])
    .slice(0, random.int(2, 5))
  const marks = random.pick([
    ['✓', ''],
    ['X', ''],
    ['Yes', 'No'],
    ['•', '–'],
    ['+', '−'],
  ])
  const rows = Array.from({ length: random.int(3, 9) }, () => [
    drawPhrase(composer, 34),
    ...heads.map(() => random.pick(marks)),
  ])
  return { sort: 'matrix', rows: [['', ...heads], ...rows].map(cells), headerRows: 1 }
}

/** A table of one page or more. */
function longDraft(composer: Composer): Draft {
  const { random } = composer
  const columns = random.int(2, 4)
  const heads = Array.from({ length: columns }, () => cutAtWord(drawHeading(composer), 16))
  const styles = heads.map(() => random.int(0, 3))
  const wrapped = random.chance(0.3)
  const rows = Array.from({ length: random.int(24, 60) }, () => [
    wrapped ? drawItem(composer, 90) : drawPhrase(composer, 30),
    ...styles.slice(1).map((style) => number(composer, style)),
  ])
  return { sort: 'long', rows: [heads, ...rows].map(cells), headerRows: 1 }
}

/** A second header row with units. */
function unitsDraft(composer: Composer): Draft {
  const { random } = composer
  const heads = random.shuffle([
    'Length',
    'Mass',
    'Speed',
    'Power',
    'Cost',
    'Depth',
    'Energy',
    'Flow',
  ])
  const units = ['(m)', '(kg)', '(m/s)', '(kW)', '(USD)', '(cm)', '(kWh)', '(l/min)']
  const count = random.int(2, 6)
  const styles = Array.from({ length: count }, () => random.int(0, 3))
  const rows = Array.from({ length: random.int(3, 10) }, () => [
    drawPhrase(composer, 24),
    ...styles.map((style) => number(composer, style)),
  ])
  const top = [cutAtWord(drawHeading(composer), 14), ...heads.slice(0, count)]
  const second = ['', ...Array.from({ length: count }, () => random.pick(units))]
  return { sort: 'units', rows: [top, second, ...rows].map(cells), headerRows: 2 }
}
