/** Makes tables of every shape that documents hold: drafts become cells, with captions and notes. */
import type { Alignment, Cell, Leaf, Table, TableStyle } from './content.ts'
import type { Draft } from './draft.ts'
import { type Composer, cutAtWord, drawHeading, drawPhrase, drawText, leaf } from './stock.ts'
import { drafts } from './table-drafts.ts'

export type TableSort = keyof typeof drafts

const usualSorts: Readonly<Record<TableSort, number>> = {
  source: 8,
  numbers: 6,
  financial: 4,
  blank: 2,
  oneColumn: 1.5,
  oneRow: 1,
  stacked: 3,
  groups: 2.5,
  wrapped: 4,
  bullets: 1,
  code: 1,
  keys: 2.5,
  merged: 2,
  schedule: 2,
  matrix: 1.5,
  long: 0.7,
  units: 1,
  calls: 0,
  entries: 0,
}

interface TableOptions {
  readonly style: TableStyle
  readonly captioned: boolean
  readonly captionSide: 'above' | 'below'
  readonly label: string
  readonly sort?: TableSort
  /** Weights that differ from the usual ones. */
  readonly sorts?: Partial<Readonly<Record<TableSort, number>>>
  /** Narrow text columns hold fewer table columns. */
  readonly narrow: boolean
  readonly spanning: boolean
  /** True to leave out the header rows of a draft with more rows. */
  readonly headless: boolean
}

export function makeTable(composer: Composer, options: TableOptions): Table {
  const { random } = composer
  const sort = options.sort ?? random.weighted({ ...usualSorts, ...options.sorts })
  const whole = fitted(drafts[sort](composer), options.narrow ? 4 : 9)
  const draft = options.headless ? withoutHeader(whole) : whole
  const rows = toCells(composer, draft)
  const columns = Math.max(
    ...rows.map((row) => Math.max(...row.map((cell) => cell.column + cell.columnSpan))),
  )
  const id = leaf(composer, '').id
  const caption = options.captioned ? makeCaption(composer, options.label) : undefined
  const notes = random.chance(0.15) ? [leaf(composer, tableNote(composer))] : []
  return {
    type: 'table',
    id,
    sort: draft.sort,
    columns,
    headerRows: draft.headerRows,
    rows,
    alignments: alignmentsOf(rows, columns, composer),
    bandEnds: isBanded(options.style) ? drawBandEnds(composer, rows, draft.headerRows) : new Set(),
    style: draft.sort === 'blank' ? ruled(options.style) : options.style,
    ...(caption ? { caption } : {}),
    captionSide: options.captionSide,
    notes,
    roomy: draft.roomy ?? false,
    spanning: options.spanning,
  }
}

function withoutHeader(draft: Draft): Draft {
  const rows = draft.rows.slice(draft.headerRows)
  return rows.length > 1 ? { ...draft, rows, headerRows: 0 } : draft
}

function makeCaption(composer: Composer, label: string): Leaf {
  const { random, counters } = composer
  counters.table += 1
  const text = random.chance(0.5) ? cutAtWord(drawText(composer, 160), 160) : drawHeading(composer)
  const separator = random.pick([': ', '. ', ' – ', ' '])
  if (label === '') return leaf(composer, text)
  return leaf(composer, [
    { text: `${label} ${counters.table}${separator}`, mark: 'bold' },
    { text },
  ])
}

const tableNote = (composer: Composer): string =>
  composer.random.pick([
    `Note: ${drawText(composer, 120)}`,
    `Source: ${drawHeading(composer)}.`,
    `* p < 0.05, ** p < 0.01. ${drawPhrase(composer, 60)}.`,
    `a ${drawText(composer, 90)}`,
  ])

const isBanded = ({ rules }: TableStyle): boolean => rules === 'bands' || rules === 'bandedGrid'

/** Draws groups of rows: after the header, and at every few rows where no cell goes on below. */
function drawBandEnds(
  { random }: Composer,
  rows: readonly (readonly Cell[])[],
  headerRows: number,
): Set<number> {
  const most = random.pick([2, 3, 5, 8])
  const ends = new Set(headerRows > 0 && random.chance(0.9) ? [headerRows - 1] : [])
  for (let at = headerRows - 1 + random.int(1, most); at < rows.length; at += random.int(1, most)) {
    const goesOn = rows.some((row, y) => row.some((cell) => y <= at && y + cell.rowSpan - 1 > at))
    if (!goesOn) ends.add(at)
  }
  return ends.add(rows.length - 1)
}

/** Blank rows to be filled in need rulings. */
const ruled = (style: TableStyle): TableStyle =>
  style.rules === 'grid' || style.rules === 'rows' || style.rules === 'dotted'
    ? style
    : { ...style, rules: 'grid' }

/** Removes columns that a narrow text width cannot hold; tables with spans stay unchanged. */
function fitted(draft: Draft, most: number): Draft {
  const plain = draft.rows.every((row) => row.every((cell) => !cell.columnSpan && !cell.rowSpan))
  return plain ? { ...draft, rows: draft.rows.map((row) => row.slice(0, most)) } : draft
}

function toCells(composer: Composer, draft: Draft): Cell[][] {
  const busy: boolean[][] = []
  return draft.rows.map((row, at) => {
    let column = 0
    return row.map((cell) => {
      while (busy[at]?.[column]) column += 1
      const columnSpan = cell.columnSpan ?? 1
      const rowSpan = cell.rowSpan ?? 1
      for (let y = at; y < at + rowSpan; y++)
        for (let x = column; x < column + columnSpan; x++) {
          busy[y] ??= []
          const line = busy[y]
          if (line) line[x] = true
        }
      const marker = cell.bullets ? '•' : ''
      const more = (cell.bullets ?? cell.lines)?.map((text) => ({
        marker,
        leaf: leaf(composer, text),
      }))
      return {
        leaf: leaf(composer, cell.text),
        column,
        columnSpan,
        rowSpan,
        header: at < draft.headerRows,
        ...(more ? { more } : {}),
      }
    })
  })
}

const numeric = /^[-+−–(]?[$€£]?\s?[\d.,]+\s?[%)]?[*†]*$/

function alignmentsOf(
  rows: readonly (readonly Cell[])[],
  columns: number,
  { random }: Composer,
): Alignment[] {
  const side: Alignment = random.weighted({ right: 6, center: 3, left: 2 })
  const words: Alignment = random.chance(0.12) ? 'center' : 'left'
  return Array.from({ length: columns }, (_, column) => {
    const texts = rows.flatMap((row) =>
      row
        .filter((cell) => cell.column === column && !cell.header)
        .map((cell) => cell.leaf.runs[0]?.text ?? ''),
    )
    const full = texts.filter((text) => text !== '')
    return full.length > 0 && full.every((text) => numeric.test(text))
      ? side
      : column === 0
        ? 'left'
        : words
  })
}
