/** Writes a table as OpenDocument XML, with the styles of its columns and cells. */
import type { Cell, Table } from '../content.ts'
import type { OdtContext } from './leaves.ts'
import { writeLeaf } from './leaves.ts'
import { colour, paragraphStyle } from './styles.ts'

const points = (value: number): string => `${Math.round(value * 100) / 100}pt`

export function writeTable(table: Table, context: OdtContext, width: number): string {
  const { caption, captionSide, notes } = table
  const words = caption
    ? `<text:p text:style-name="caption">${writeLeaf(caption, context)}</text:p>`
    : ''
  const under = notes
    .map((note) => `<text:p text:style-name="tablenote">${writeLeaf(note, context)}</text:p>`)
    .join('')
  const grid = writeGrid(table, context, width)
  return captionSide === 'above' ? `${words}${grid}${under}` : `${grid}${under}${words}`
}

function writeGrid(table: Table, context: OdtContext, room: number): string {
  const name = `t${table.id}`
  const widths = columnWidths(table, context, room)
  const total = widths.reduce((sum, width) => sum + width, 0)
  const { automatic } = context
  automatic.set(
    name,
    `<style:style style:name="${name}" style:family="table"><style:table-properties style:width="${points(total)}" table:align="${table.style.centred ? 'center' : 'left'}" fo:margin-top="4pt" fo:margin-bottom="6pt" table:border-model="collapsing"/></style:style>`,
  )
  widths.forEach((width, column) => {
    automatic.set(
      `${name}.${column}`,
      `<style:style style:name="${name}.${column}" style:family="table-column"><style:table-column-properties style:column-width="${points(width)}"/></style:style>`,
    )
  })
  const columns = widths
    .map((_, column) => `<table:table-column table:style-name="${name}.${column}"/>`)
    .join('')
  const busy = new Set<string>()
  const rows = table.rows.map((row, at) => writeRow(table, row, at, busy, context))
  const head = rows.slice(0, table.headerRows).join('')
  return `<table:table table:style-name="${name}" table:name="${name}">${columns}${head ? `<table:table-header-rows>${head}</table:table-header-rows>` : ''}${rows.slice(table.headerRows).join('')}</table:table>`
}

/** Widths by the longest text of each column, as authors adjust them. */
function columnWidths(table: Table, { style }: OdtContext, room: number): number[] {
  const lengths = Array.from({ length: table.columns }, (_, column) =>
    Math.max(
      4,
      ...table.rows.flatMap((row) =>
        row.filter((cell) => cell.column === column && cell.columnSpan === 1).map(longestText),
      ),
    ),
  )
  const wanted = lengths.map(
    (length) =>
      Math.min(length, 60) * style.bodySize * table.style.size * 0.56 +
      table.style.gap * style.bodySize * 2 +
      4,
  )
  const sum = wanted.reduce((total, width) => total + width, 0)
  if (sum <= room && table.style.width === 'content') return wanted
  const shares = sum > room ? wanted.map(Math.sqrt) : wanted
  const whole = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (share / whole) * room)
}

const longestText = (cell: Cell): number =>
  Math.max(
    ...[cell.leaf, ...(cell.more ?? []).map(({ leaf }) => leaf)].map((leaf) =>
      leaf.runs.reduce((sum, { text }) => sum + text.length, 0),
    ),
  )

function writeRow(
  table: Table,
  row: readonly Cell[],
  at: number,
  busy: Set<string>,
  context: OdtContext,
): string {
  const parts: string[] = []
  let column = 0
  const cover = (end: number): void => {
    for (; column < end; column++)
      parts.push(
        busy.has(`${at}.${column}`)
          ? '<table:covered-table-cell/>'
          : '<table:table-cell><text:p text:style-name="cell"/></table:table-cell>',
      )
  }
  for (const cell of row) {
    cover(cell.column)
    parts.push(writeCell(table, cell, at, context))
    for (let y = at; y < at + cell.rowSpan; y++)
      for (let x = cell.column; x < cell.column + cell.columnSpan; x++) busy.add(`${y}.${x}`)
    column = cell.column + 1
  }
  cover(table.columns)
  return `<table:table-row${table.roomy ? ` table:style-name="${roomyRow(context)}"` : ''}>${parts.join('')}</table:table-row>`
}

function roomyRow({ automatic, style }: OdtContext): string {
  automatic.set(
    'roomy',
    `<style:style style:name="roomy" style:family="table-row"><style:table-row-properties style:min-row-height="${points(style.bodySize * 2.2)}"/></style:style>`,
  )
  return 'roomy'
}

function writeCell(table: Table, cell: Cell, at: number, context: OdtContext): string {
  const { columnSpan, rowSpan, leaf, more = [] } = cell
  const spans = `${columnSpan > 1 ? ` table:number-columns-spanned="${columnSpan}"` : ''}${rowSpan > 1 ? ` table:number-rows-spanned="${rowSpan}"` : ''}`
  const name = textStyle(table, cell, context)
  const lines = more
    .map(
      ({ marker, leaf: inner }) =>
        `<text:p text:style-name="${name}">${writeLeaf(inner, context, `${marker} `)}</text:p>`,
    )
    .join('')
  return `<table:table-cell table:style-name="${cellStyle(table, cell, at, context)}"${spans} office:value-type="string"><text:p text:style-name="${name}">${writeLeaf(leaf, context)}</text:p>${lines}</table:table-cell>`
}

function textStyle(table: Table, cell: Cell, { automatic, style }: OdtContext): string {
  const { style: tableStyle } = table
  const alignment =
    cell.columnSpan > 1 && cell.header ? 'center' : (table.alignments[cell.column] ?? 'left')
  const name = `t${table.id}.${cell.header ? 'h' : cell.column === 0 ? 'f' : 'd'}.${alignment}`
  const bold = cell.header
    ? tableStyle.head !== 'plain' && tableStyle.head !== 'italic'
    : tableStyle.firstColumnBold && cell.column === 0
  automatic.set(
    name,
    paragraphStyle(
      name,
      {
        size: style.bodySize * tableStyle.size,
        bold,
        italic: cell.header && tableStyle.head === 'italic',
        align: alignment === 'left' ? 'start' : alignment === 'right' ? 'end' : 'center',
        ...(cell.header && tableStyle.head === 'dark'
          ? { colour: '#ffffff' }
          : cell.header && tableStyle.head === 'colour'
            ? { colour: tableStyle.colour }
            : {}),
        ...(cell.header && tableStyle.head === 'upper'
          ? { moreText: ' fo:text-transform="uppercase"' }
          : {}),
      },
      { ...style, leading: 1.17 },
    ),
  )
  return name
}

function cellStyle(table: Table, cell: Cell, at: number, { automatic, style }: OdtContext): string {
  const { style: tableStyle, headerRows, rows } = table
  const thin = '0.5pt solid #555555'
  const thick = '0.9pt solid #000000'
  const last = at + cell.rowSpan - 1 === rows.length - 1
  const headEnd = at + cell.rowSpan === headerRows
  const [left, right] = [cell.column === 0, cell.column + cell.columnSpan === table.columns]
  const bands: readonly (readonly [string, string])[] = [
    ...(at === 0 ? [['top', thin] as const] : []),
    ...(table.bandEnds.has(at + cell.rowSpan - 1) ? [['bottom', thin] as const] : []),
  ]
  const sides: Readonly<Record<typeof tableStyle.rules, readonly (readonly [string, string])[]>> = {
    grid: [
      ['left', thin],
      ['right', thin],
      ['top', thin],
      ['bottom', thin],
    ],
    rows: [['bottom', thin], ...(at === 0 ? [['top', thin] as const] : [])],
    three: [
      ...(at === 0 ? [['top', thick] as const] : []),
      ...(last ? [['bottom', thick] as const] : []),
      ...(headEnd ? [['bottom', thin] as const] : []),
    ],
    none: [],
    box: [
      ...(at === 0 ? [['top', thick] as const] : []),
      ...(last ? [['bottom', thick] as const] : []),
      ...(left ? [['left', thick] as const] : []),
      ...(right ? [['right', thick] as const] : []),
    ],
    head: headEnd ? [['bottom', thick]] : [],
    columns: left ? [] : [['left', thin]],
    dotted: [['bottom', '0.6pt dotted #777777']],
    bands,
    bandedGrid: [...bands, ['left', thin], ['right', thin]],
  }
  const ground =
    cell.header && tableStyle.head === 'shaded'
      ? style.ground
      : cell.header && tableStyle.head === 'dark'
        ? tableStyle.colour
        : tableStyle.zebra && !cell.header && (at - headerRows) % 2 === 1
          ? style.ground
          : ''
  const borders = [...new Map(sides[tableStyle.rules]).entries()]
    .map(([side, line]) => ` fo:border-${side}="${line}"`)
    .join('')
  const padding = ` fo:padding-left="${points(tableStyle.gap * style.bodySize)}" fo:padding-right="${points(tableStyle.gap * style.bodySize)}" fo:padding-top="${points(tableStyle.padding * style.bodySize)}" fo:padding-bottom="${points(tableStyle.padding * style.bodySize)}"`
  const properties = `${borders}${padding}${ground ? ` fo:background-color="${colour(ground)}"` : ''}`
  const known = [...automatic.entries()].find(([, xml]) =>
    xml.includes(`<style:table-cell-properties${properties}/>`),
  )
  if (known) return known[0]
  const name = `c${automatic.size}`
  automatic.set(
    name,
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties${properties}/></style:style>`,
  )
  return name
}
