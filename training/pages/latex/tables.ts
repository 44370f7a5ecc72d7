/** Writes a table as LaTeX: `tabular`, or `longtable` if it may break across pages. */
import type { Cell, Leaf, Table } from '../content.ts'
import { escapeTex } from './escape.ts'
import { type LatexContext, writeLeaf } from './leaves.ts'

export function writeTable(table: Table, context: LatexContext): string {
  const { latex, inBox } = context
  const long =
    table.rows.length > 12 &&
    latex.style.columns === 1 &&
    latex.template.name !== 'revtex4-2' &&
    !inBox &&
    latex.template.name !== 'beamer'
  const words = table.caption ? caption(table.caption, context) : ''
  const under = table.notes
    .map((note) => `{\\par\\footnotesize\\raggedright ${writeLeaf(note, context)}\\par}`)
    .join('')
  const size = table.style.size < 0.87 ? '\\footnotesize' : table.style.size < 0.97 ? '\\small' : ''
  const stretch = `\\renewcommand{\\arraystretch}{${(0.95 + table.style.padding).toFixed(2)}}\\setlength{\\tabcolsep}{${(table.style.gap * 8).toFixed(1)}pt}`
  const zebra = table.style.zebra ? '\\rowcolors{2}{ground}{white}' : ''
  const name = long ? 'longtable' : 'tabular'
  const grid = `{${size}${stretch}${zebra}\\begin{${name}}{${columnSpecs(table, context)}}\n${rows(table, context)}\n\\end{${name}}}`
  const body =
    table.captionSide === 'above' ? `${words}${grid}\\par${under}` : `${grid}\\par${under}${words}`
  if (latex.turned === table.id) return `\\begin{landscape}\\centering ${body}\\end{landscape}`
  if (long || inBox || latex.template.name === 'beamer') return `\\par ${body}`
  const float = table.spanning ? 'table*' : 'table'
  return `\\begin{${float}}[${table.spanning ? 't' : latex.floats}]${table.style.centred ? '\\centering' : '\\raggedright'}\n${body}\n\\end{${float}}`
}

const caption = (leaf: Leaf, context: LatexContext): string =>
  `{\\par\\smallskip${leaf.runs.reduce((sum, { text }) => sum + text.length, 0) > 80 ? '\\raggedright' : '\\centering'}${context.latex.style.captionSize < 0.92 ? '\\small' : ''} ${writeLeaf(leaf, context)}\\par\\smallskip}`

const textLength = (cell: Cell): number =>
  Math.max(
    ...[cell.leaf, ...(cell.more ?? []).map((line) => line.leaf)].map((leaf) =>
      leaf.runs.reduce((sum, { text }) => sum + text.length, 0),
    ),
  )

/** Columns get fixed widths if the table would be wider than the text. */
function columnSpecs(table: Table, context: LatexContext): string {
  const { style } = context.latex
  const longest = Array.from({ length: table.columns }, (_, column) =>
    Math.max(
      2,
      ...table.rows.flatMap((row) =>
        row.filter((cell) => cell.column === column && cell.columnSpan === 1).map(textLength),
      ),
    ),
  )
  const room =
    ((style.pageWidth - style.margins[1] - style.margins[3]) /
      (table.spanning ? 1 : style.columns) /
      style.bodySize) *
    (context.inBox ? 0.85 : 1.75)
  const bullets = table.rows.some((row) => row.some((cell) => cell.more))
  const tooWide = longest.reduce((sum, length) => sum + length + 2, 0) > room || bullets
  const bar = hasWalls(table) ? '|' : ''
  const between = bar || table.style.rules === 'columns' ? '|' : ''
  const shares = longest.map((length) => Math.sqrt(Math.min(length, 160)))
  const sum = shares.reduce((total, share) => total + share, 0)
  const usable = 0.94 - table.columns * 0.012 * (1 + table.style.gap * 2)
  const specs = table.alignments.map((alignment, column) => {
    const letter = alignment === 'left' ? 'l' : alignment === 'right' ? 'r' : 'c'
    const width = (((shares[column] ?? 1) / sum) * Math.max(0.4, usable)).toFixed(3)
    // Without a command, LaTeX justifies wrapped cells.
    const isJustified = alignment === 'left' && style.justified
    const ragged =
      alignment === 'left'
        ? '\\raggedright'
        : alignment === 'right'
          ? '\\raggedleft'
          : '\\centering'
    const command = isJustified ? '' : `>{${ragged}\\arraybackslash}`
    return tooWide ? `${command}p{${width}\\linewidth}` : letter
  })
  return `${bar}${specs.join(between)}${bar}`
}

const hasWalls = ({ style: { rules } }: Table): boolean =>
  rules === 'grid' || rules === 'bandedGrid'

function rows(table: Table, context: LatexContext): string {
  const { rules } = table.style
  const booktabs = rules === 'three' || rules === 'head'
  const every = rules === 'grid' || rules === 'rows' || rules === 'dotted'
  const first =
    rules === 'three'
      ? '\\toprule'
      : ['grid', 'rows', 'box', 'bands', 'bandedGrid'].includes(rules)
        ? '\\hline'
        : ''
  const last = rules === 'three' ? '\\bottomrule' : rules === 'box' ? '\\hline' : ''
  const busy: (number | undefined)[][] = table.rows.map(() => [])
  const lines = table.rows.map((row, at) => {
    const texts = rowCells(table, row, at, busy, context)
    const headEnd = at === table.headerRows - 1
    const isRuled = every || table.bandEnds.has(at)
    const rule = isRuled ? rowRule(table, at) : headEnd && booktabs ? '\\midrule' : ''
    const shade =
      at < table.headerRows && (table.style.head === 'shaded' || table.style.head === 'dark')
        ? '\\rowcolor{ground}'
        : ''
    return `${shade}${texts.join(' & ')} \\\\${table.roomy ? '[6pt]' : ''}${rule}`
  })
  return [first, ...lines, last].filter(Boolean).join('\n')
}

/** Draws no rule through cells that span the next row. */
function rowRule(table: Table, at: number): string {
  const through = table.rows.flatMap((row, y) =>
    row.filter((cell) => cell.rowSpan > 1 && y <= at && y + cell.rowSpan - 1 > at),
  )
  if (through.length === 0) return '\\hline'
  const open = Array.from({ length: table.columns }, (_, column) => column).filter(
    (column) =>
      !through.some((cell) => column >= cell.column && column < cell.column + cell.columnSpan),
  )
  return open.map((column) => `\\cline{${column + 1}-${column + 1}}`).join('')
}

function rowCells(
  table: Table,
  row: readonly Cell[],
  at: number,
  busy: (number | undefined)[][],
  context: LatexContext,
): string[] {
  const texts: string[] = []
  let column = 0
  const skipTo = (end: number): void => {
    for (; column < end; column++) if (!busy[at]?.[column] || busy[at][column] === 1) texts.push('')
  }
  for (const cell of row) {
    skipTo(cell.column)
    texts.push(cellText(table, cell, context))
    for (let y = at + 1; y < at + cell.rowSpan; y++) {
      const line = busy[y]
      if (line) line[cell.column] = 1
    }
    column = cell.column + cell.columnSpan
  }
  skipTo(table.columns)
  return texts
}

function cellText(table: Table, cell: Cell, context: LatexContext): string {
  const { head, firstColumnBold } = table.style
  const lines = [
    writeLeaf(cell.leaf, context),
    ...(cell.more ?? []).map(
      ({ marker, leaf }) => `${escapeTex(marker)} ${writeLeaf(leaf, context)}`,
    ),
  ].filter(Boolean)
  const whole = lines.join('\\newline ')
  const text = cell.header && head === 'upper' ? `\\MakeUppercase{${whole}}` : whole
  const bold = cell.header
    ? head !== 'plain' && head !== 'italic'
    : firstColumnBold && cell.column === 0
  const styled =
    text === ''
      ? ''
      : bold
        ? `{\\bfseries ${text}}`
        : cell.header && head === 'italic'
          ? `{\\itshape ${text}}`
          : text
  if (cell.rowSpan > 1) return `\\multirow{${cell.rowSpan}}{*}{${styled}}`
  if (cell.columnSpan === 1) return styled
  const bar = hasWalls(table) ? '|' : ''
  return `\\multicolumn{${cell.columnSpan}}{${cell.column === 0 ? bar : ''}${cell.header ? 'c' : 'l'}${bar}}{${styled}}`
}
