/** Converts a chart to a figure that holds its data as tables: one row per category, one column per series. */
import type { Warnings } from '../../errors.ts'
import type { Block, Cell, Figure, Row, Table } from '../../model/index.ts'
import type { Chart, ChartSeries, Points } from './chart.ts'
import { toInlines } from './drawing-text-blocks.ts'

/** The most cells of a chart's table; a larger chart is unreadable, and a hostile one would exhaust memory. */
const MAX_CELLS = 100_000

/** Makes a figure: the title as its caption, then the title of the value axis and the tables. */
export function toChartFigure(chart: Chart, warnings: Warnings): Figure {
  const blocks: Block[] = []
  if (chart.valueTitle !== undefined) {
    blocks.push({ type: 'paragraph', inlines: [{ type: 'text', text: chart.valueTitle }] })
  }
  for (const series of groupByCategories(chart.series)) {
    const table = toTable(series, chart.categoryTitle)
    if (table) blocks.push(table)
    else
      warnings.add('chart_too_large', 'The data of a chart was left out: it has too many values.')
  }
  return {
    type: 'figure',
    ...(chart.title && { caption: { inlines: toInlines(chart.title), position: 'above' } }),
    blocks: blocks.some((block) => block.type === 'table') ? blocks : [],
  }
}

/** Groups series with equal categories into one table; each series of a scatter chart may have its own. */
function groupByCategories(series: readonly ChartSeries[]): ChartSeries[][] {
  const groups = new Map<string, ChartSeries[]>()
  for (const each of series) {
    if (each.values.size === 0 && each.categories.every((level) => level.size === 0)) continue
    const key = JSON.stringify(each.categories.map((level) => [...level]))
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return [...groups.values()]
}

interface Column {
  readonly name: string
  readonly points: Points
}

/** @returns `undefined` if the table would have too many cells. */
function toTable(
  group: readonly ChartSeries[],
  categoryTitle: string | undefined,
): Table | undefined {
  const levels = group[0]?.categories ?? []
  const columns: Column[] = [
    ...levels.map((points, index) => ({
      name: index === levels.length - 1 ? (categoryTitle ?? '') : '',
      points,
    })),
    ...group.flatMap((series, index) => seriesColumns(series, index)),
  ]
  const indexes = new Set(columns.flatMap(({ points }) => [...points.keys()]))
  if (indexes.size * columns.length > MAX_CELLS) return undefined
  const header = columns.map(({ name }, column) => cell(column, name, 'column'))
  const rows = [...indexes]
    .sort((a, b) => a - b)
    .map((index): Row => ({ cells: rowCells(columns, index, levels.length) }))
  return { type: 'table', columnCount: columns.length, rows: [{ cells: header }, ...rows] }
}

/** Names an unnamed series as PowerPoint's legend does. */
function seriesColumns({ name, values, sizes }: ChartSeries, index: number): Column[] {
  const printed = name ?? `Series ${index + 1}`
  return [
    { name: printed, points: values },
    ...(sizes ? [{ name: `${printed} (size)`, points: sizes }] : []),
  ]
}

function rowCells(columns: readonly Column[], index: number, categoryLevels: number): Cell[] {
  return columns.map(({ points }, column) =>
    cell(column, points.get(index) ?? '', column < categoryLevels ? 'row' : undefined),
  )
}

function cell(column: number, content: string, header: Cell['header']): Cell {
  return { column, content, ...(header && { header }) }
}
