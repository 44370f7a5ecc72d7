/** A region → the best of its grids, by what many tables teach. */
import { chanceOf, gridTrees } from '../models/index.ts'
import { type Area, areaOf, type FrameContext } from './area.ts'
import { type Grid, gridOf } from './grid.ts'
import { type GridWay, gridAreaOf, gridFeaturesOf, gridWays } from './grid-features.ts'
import { spanHeaders } from './header-spans.ts'
import type { Region } from './region.ts'
import { factsOf } from './rejections.ts'
import type { RowMode } from './row-bands.ts'
import { widenSections } from './sections.ts'
import { trimGrid } from './trim.ts'

/** A grid of a region, and the way that it was made. */
export interface GridOption {
  readonly area: Area
  readonly way: GridWay
}

interface Making {
  readonly rows: RowMode
  readonly region?: (region: Region) => Region
}

/** The ways to a grid: four for its rows; and as if no rulings were drawn, or none but those along the rows. */
const ways: Readonly<Record<GridWay, Making>> = {
  usual: { rows: 'usual' },
  lines: { rows: 'lines' },
  bands: { rows: 'bands' },
  words: { rows: 'words' },
  free: {
    rows: 'usual',
    region: (region) => ({ ...region, kind: 'unruled', level: [], plumb: [] }),
  },
  loose: { rows: 'usual', region: (region) => ({ ...region, kind: 'halfRuled', plumb: [] }) },
}

function optionOf(given: Region, context: FrameContext, way: GridWay): GridOption {
  const { rows, region: change } = ways[way]
  const region = change ? change(given) : given
  const made = widenSections(spanHeaders(trimGrid(gridOf(region, rows)), region.level))
  const grid = { ...made, kind: given.kind }
  const facts = factsOf(grid, context.shapes, given.plumb.length)
  return { area: areaOf(facts, given, context), way }
}

/** The grid that the surroundings of its lines suggest. */
export function usualGrid(region: Region, context: FrameContext): GridOption {
  return optionOf(region, context, 'usual')
}

/** All grids that differ, the usual one first. */
export function gridOptions(usual: GridOption): GridOption[] {
  const { region, context } = usual.area
  const options = gridWays.map((way) => (way === 'usual' ? usual : optionOf(region, context, way)))
  const byShape = new Map(options.toReversed().map((option) => [shapeOf(option.area.grid), option]))
  return options.filter((option) => byShape.get(shapeOf(option.area.grid)) === option)
}

function shapeOf({ cells, rowCount, columnCount }: Grid): string {
  const places = cells.map(
    ({ row0, row1, column0, column1, segments }) =>
      `${row0} ${row1} ${column0} ${column1} ${segments.length}`,
  )
  return `${rowCount} ${columnCount} ${places.join()}`
}

/** The option with the highest score; the usual one where others are not clearly better. */
export function bestGrid(usual: GridOption): Area {
  const options = gridOptions(usual)
  if (options.length < 2) return usual.area
  let best = usual
  let most = scoreGrid(usual) + MIN_ADVANTAGE
  for (const option of options) {
    const score = option === usual ? 0 : scoreGrid(option)
    if (score <= most) continue
    best = option
    most = score
  }
  return best.area
}

/** Another grid than the usual one is taken where it scores higher by this. */
const MIN_ADVANTAGE = 0.02

function scoreGrid({ area, way }: GridOption): number {
  return chanceOf(gridTrees(), gridFeaturesOf(gridAreaOf(area, way)))
}
