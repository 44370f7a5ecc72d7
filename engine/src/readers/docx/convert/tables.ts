/** A table of cells with spans and merges → a table on a grid; a frame round one text is that text. */
import type { Block, Cell, Row, Table } from '../../../model/index.ts'
import type * as Docx from '../parse/index.ts'
import type { StoryContext } from './context.ts'

/** A cell that may still grow. */
interface OpenCell {
  readonly column: number
  columnSpan: number
  rowSpan: number
  readonly isHeader: boolean
  readonly blocks: Block[]
}

/** Converts a table. @returns No block for one without content, the content of one with a single cell. */
export function convertTable(table: Docx.Table, context: StoryContext): Block[] {
  const rows = placeCells(table, { ...context, isCell: context.isCell || !hasOneCell(table) })
  const cells = rows.flat()
  if (cells.every(({ blocks }) => blocks.length === 0)) return []
  const [only, ...others] = cells
  // A single cell is a frame round its text.
  if (only && others.length === 0) return only.blocks
  const columnCount = Math.max(...cells.map((cell) => cell.column + cell.columnSpan))
  return [{ type: 'table', columnCount, rows: rows.map(toRow) } satisfies Table]
}

function hasOneCell({ rows }: Docx.Table): boolean {
  return rows.length === 1 && rows[0]?.cells.length === 1
}

function placeCells(table: Docx.Table, context: StoryContext): OpenCell[][] {
  const headers = countHeaders(table, context)
  let above = new Map<number, OpenCell>()
  return table.rows.map((row, index) => {
    const { cells, merging } = placeRow(row, above, index < headers, context)
    above = merging
    return cells
  })
}

/** Rows at the top that are repeated on every page, or that the table's style sets apart. */
function countHeaders({ rows, styleId, hasFirstRow }: Docx.Table, context: StoryContext): number {
  const firstBody = rows.findIndex(({ isHeader }) => !isHeader)
  if (firstBody !== 0) return Math.max(firstBody, 0)
  const style = context.conversion.styles.find(styleId)
  return hasFirstRow && style?.formatsFirstRow && rows.length > 1 ? 1 : 0
}

interface PlacedRow {
  readonly cells: OpenCell[]
  /** Cells that the next row may go on, by column. */
  readonly merging: Map<number, OpenCell>
}

function placeRow(
  row: Docx.TableRow,
  above: ReadonlyMap<number, OpenCell>,
  isHeader: boolean,
  context: StoryContext,
): PlacedRow {
  const cells: OpenCell[] = []
  const merging = new Map<number, OpenCell>()
  let column = row.columnsBefore
  for (const cell of row.cells) {
    const { columnSpan, verticalMerge, horizontalMerge } = cell
    const blocks = context.convertStory(cell.story, context)
    const left = cells.at(-1)
    const upper = verticalMerge === 'continue' ? above.get(column) : undefined
    if (horizontalMerge === 'continue' && left) {
      left.columnSpan += columnSpan
      left.blocks.push(...blocks)
    } else if (upper) {
      upper.rowSpan += 1
      upper.blocks.push(...blocks)
      merging.set(column, upper)
    } else {
      const placed: OpenCell = { column, columnSpan, rowSpan: 1, isHeader, blocks }
      cells.push(placed)
      if (verticalMerge) merging.set(column, placed)
    }
    column += columnSpan
  }
  return { cells, merging }
}

function toRow(cells: readonly OpenCell[]): Row {
  return {
    cells: cells.map(
      ({ column, columnSpan, rowSpan, isHeader, blocks }): Cell => ({
        column,
        ...(columnSpan > 1 && { columnSpan }),
        ...(rowSpan > 1 && { rowSpan }),
        ...(isHeader && { header: 'column' }),
        content: toContent(blocks),
      }),
    ),
  }
}

/** Text without formatting is kept as text. */
function toContent(blocks: readonly Block[]): Cell['content'] {
  const [only, ...others] = blocks
  if (!only) return ''
  if (others.length > 0 || only.type !== 'paragraph' || only.role || only.checked !== undefined) {
    return blocks
  }
  const [run, ...rest] = only.inlines
  const isPlain = run?.type === 'text' && rest.length === 0 && Object.keys(run).length === 2
  return isPlain ? run.text : blocks
}
