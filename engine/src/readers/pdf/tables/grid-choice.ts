/** Chooses the best of a region's grids by learnt weights. */
import { experiments } from '../experiments.ts'
import { chanceOf, gridTrees } from '../models/index.ts'
import { type Area, areaOf, type FrameContext } from './area.ts'
import { type CutRegion, cutOtherwise, cutRegion, type Grid, gridOf } from './grid.ts'
import { type GridWay, gridAreaOf, gridFeaturesOf } from './grid-features.ts'
import { spanHeaders } from './header-spans.ts'
import type { GridCell } from './rectangles.ts'
import type { Region } from './region.ts'
import { type RowBand, rowBands } from './row-bands.ts'
import { tableSettings as settings } from './settings.ts'
import { trimGrid, widenSections } from './trim.ts'

/** A grid of a region, and how it was made. */
interface GridOption {
  readonly area: Area
  readonly way: GridWay
}

/** The usual grid of a region, with the cut and the rows that other grids start from. */
export interface UsualGrid extends GridOption {
  readonly cut: CutRegion
  readonly bands: readonly RowBand[]
}

/** Builds the grid by the usual cut and the usual rows. */
export function usualGrid(region: Region, context: FrameContext): UsualGrid {
  const cut = cutRegion(region)
  const bands = rowBands(cut.region, cut.columns, 'usual')
  const grid = finishedGrid(region, cut, bands)
  return { area: areaOf(grid, region, context), way: 'usual', cut, bands }
}

function finishedGrid({ kind }: Region, cut: CutRegion, bands: readonly RowBand[]): Grid {
  const made = widenSections(spanHeaders(trimGrid(gridOf(cut, bands)), cut.region.horizontal))
  return { ...made, kind }
}

/** Alternative ways to group lines into rows. */
const rowModes = ['lines', 'bands', 'words'] as const

/** Alternative ways to cut lines into segments. */
const cutModes = ['wide', 'tight'] as const

/** Returns the region without its rulings (free), and without its vertical rulings (loose), if it has any. */
function reducedRegions(region: Region): (readonly ['free' | 'loose', Region])[] {
  const { kind, horizontal, vertical } = region
  const isRuled = kind === 'ruled'
  const free = { ...region, kind: 'unruled', horizontal: [], vertical: [] } as const
  const loose = { ...region, kind: 'halfRuled', vertical: [] } as const
  return [
    ...(isRuled || horizontal.length + vertical.length > 0 ? [['free', free] as const] : []),
    ...(isRuled || vertical.length > 0 ? [['loose', loose] as const] : []),
  ]
}

/** Returns all different grids, the usual one first. */
export function gridOptions(usual: UsualGrid): GridOption[] {
  const { area, cut, bands } = usual
  const options: GridOption[] = [usual]
  const add = (way: GridWay, other: CutRegion, rows: readonly RowBand[]): void => {
    const grid = finishedGrid(area.region, other, rows)
    if (options.some((option) => haveSameCells(option.area.grid, grid))) return
    options.push({ area: areaOf(grid, area.region, area.context), way })
  }
  const addCut = (way: GridWay, other: CutRegion): void =>
    add(way, other, rowBands(other.region, other.columns, 'usual'))
  const seen = [bands]
  for (const way of rowModes) {
    const rows = rowBands(cut.region, cut.columns, way)
    if (seen.some((other) => areSameRows(other, rows))) continue
    seen.push(rows)
    add(way, cut, rows)
  }
  for (const [way, region] of reducedRegions(area.region)) addCut(way, cutRegion(region, cut.blank))
  for (const way of cutModes) {
    const other = cutOtherwise(area.region, cut, way)
    if (other) addCut(way, other)
  }
  return options
}

/** Compares the numbers of lines of each row. */
function areSameRows(bands: readonly RowBand[], others: readonly RowBand[]): boolean {
  if (bands.length !== others.length) return false
  return bands.every(({ lines }, at) => lines.length === others[at]?.lines.length)
}

/** Compares the cells of grids and their numbers of segments. */
function haveSameCells({ cells }: Grid, { cells: others }: Grid): boolean {
  if (cells.length !== others.length) return false
  return cells.every((cell, at) => {
    const other = others[at] as GridCell
    return (
      cell.row0 === other.row0 &&
      cell.row1 === other.row1 &&
      cell.column0 === other.column0 &&
      cell.column1 === other.column1 &&
      cell.segments.length === other.segments.length
    )
  })
}

/** Returns the usual grid, or another one that is clearly better. */
export function bestGrid(usual: UsualGrid): Area {
  const options = gridOptions(usual)
  if (options.length < 2) return usual.area
  const odds = options.map(oddsOf)
  const best = Math.max(...odds)
  const isClear = best > settings.clearlyBetter * (odds[0] ?? 0)
  return (isClear && options[odds.indexOf(best)]?.area) || usual.area
}

function oddsOf({ area, way }: GridOption): number {
  const chance = chanceOf(experiments.grids ?? gridTrees(), gridFeaturesOf(gridAreaOf(area, way)))
  return chance / (1 - chance)
}
