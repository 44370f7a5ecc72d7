/** Converts tables with spans and merges to a grid; layout tables become the blocks in their cells. */
import type { Block, Cell, Row, Table } from '../../../model/index.ts'
import type * as Docx from '../parse/index.ts'
import type { StoryContext } from './context.ts'
import { readEquations } from './equation-tables.ts'
import type { GridCell } from './grid-cell.ts'

/**
 * Converts a table.
 *
 * @returns No blocks for an empty table; for a layout table, its content.
 */
export function convertTable(table: Docx.Table, context: StoryContext): readonly Block[] {
  const isFrame = table.rows.length === 1 && table.rows[0]?.cells.length === 1
  const rows = layOutCells(table, { ...context, isCell: context.isCell || !isFrame })
  const cells = rows.flat()
  if (cells.every(({ blocks }) => blocks.length === 0)) return []
  if (isFrame || isLayout(rows)) return cells.flatMap(({ blocks }) => blocks)
  const equations = context.isCell ? undefined : readEquations(rows)
  if (equations) return equations
  const columnCount = Math.max(...rows.map(endOfRow))
  return [{ type: 'table', columnCount, rows: rows.map(toRow) } satisfies Table]
}

function endOfRow(cells: readonly GridCell[]): number {
  const last = cells.at(-1)
  return last ? last.column + last.columnSpan : 0
}

/**
 * Returns true for a single row or column that holds tables or headings: it lays out the columns or bands of a page.
 */
function isLayout(rows: readonly (readonly GridCell[])[]): boolean {
  const isLine = rows.length === 1 || rows.every((cells) => cells.length <= 1)
  return (
    isLine &&
    rows.some((cells) =>
      cells.some(({ blocks }) =>
        blocks.some(({ type }) => type === 'table' || type === 'heading' || type === 'title'),
      ),
    )
  )
}

function layOutCells(table: Docx.Table, context: StoryContext): GridCell[][] {
  const headers = countHeaders(table, context)
  let above: ReadonlyMap<number, GridCell> = new Map()
  return table.rows.map((row, index) => {
    const { cells, merging } = layOutRow(row, above, index < headers, context)
    above = merging
    return cells
  })
}

/** Counts the rows at the top that repeat on every page, or that the table style formats as a first row. */
function countHeaders({ rows, styleId, hasFirstRow }: Docx.Table, context: StoryContext): number {
  const firstBody = rows.findIndex(({ isHeader }) => !isHeader)
  if (firstBody !== 0) return Math.max(firstBody, 0)
  const style = context.conversion.styles.find(styleId)
  return hasFirstRow && style?.formatsFirstRow && rows.length > 1 ? 1 : 0
}

interface GridRow {
  readonly cells: GridCell[]
  /** Cells of the row above that can be merged downwards, by column. */
  readonly merging: ReadonlyMap<number, GridCell>
}

function layOutRow(
  row: Docx.TableRow,
  above: ReadonlyMap<number, GridCell>,
  isHeader: boolean,
  context: StoryContext,
): GridRow {
  const cells: GridCell[] = []
  const merging = new Map<number, GridCell>()
  let column = row.columnsBefore
  for (const { story, columnSpan, verticalMerge } of mergeAcross(row.cells)) {
    const blocks = [...context.convertStory(story, context)]
    const upper = verticalMerge === 'continue' ? above.get(column) : undefined
    // Merges only into a cell of equal width above; otherwise the grid would have holes or overlaps.
    if (upper?.columnSpan === columnSpan) {
      upper.rowSpan += 1
      upper.blocks.push(...blocks)
      merging.set(column, upper)
    } else {
      const cell: GridCell = { column, columnSpan, rowSpan: 1, isHeader, blocks }
      cells.push(cell)
      if (verticalMerge) merging.set(column, cell)
    }
    column += columnSpan
  }
  return { cells, merging }
}

/** ECMA-376 Part 1, 17.4.22: merges cells horizontally; old files use this form. */
function mergeAcross(cells: readonly Docx.TableCell[]): readonly Docx.TableCell[] {
  if (cells.every(({ horizontalMerge }) => horizontalMerge !== 'continue')) return cells
  const groups: Docx.TableCell[][] = []
  for (const cell of cells) {
    const left = cell.horizontalMerge === 'continue' ? groups.at(-1) : undefined
    if (left) left.push(cell)
    else groups.push([cell])
  }
  return groups.flatMap(([first, ...others]) => (first ? [joinCells(first, others)] : []))
}

function joinCells(first: Docx.TableCell, others: readonly Docx.TableCell[]): Docx.TableCell {
  return {
    ...first,
    columnSpan: others.reduce((sum, { columnSpan }) => sum + columnSpan, first.columnSpan),
    story: [first, ...others].flatMap(({ story }) => story),
  }
}

function toRow(cells: readonly GridCell[]): Row {
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

/** Reduces a single unformatted paragraph to its text. */
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
