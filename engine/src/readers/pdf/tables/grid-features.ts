/**
 * Computes the named features of a grid in its region, from which learnt weights score how likely its rows are right.
 */
import type { Ruling } from '../content/index.ts'
import { round } from '../models/index.ts'
import { mean, median, share, stepsOf } from '../statistics.ts'
import type { Area } from './area.ts'
import { featuresOf as areaFeaturesOf, featureNames as areaNames } from './features.ts'
import type { GridCell } from './rectangles.ts'
import { isDrawn } from './rulings.ts'
import { isNumeric, type Segment, textOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

const gridWays = ['usual', 'lines', 'bands', 'words', 'free', 'loose', 'wide', 'tight'] as const
/** A way of making a grid; see grid-choice.ts. */
export type GridWay = (typeof gridWays)[number]

/** A grid, and how it was made. */
interface GridArea extends Area {
  readonly way: GridWay
  readonly rows: readonly RowExtent[]
  /** Pairs of texts at each step from one line of a row to the next. */
  readonly within: readonly (readonly TextPair[])[]
  /** Pairs of texts at each step from one row to the next without a drawn rule between them. */
  readonly between: readonly (readonly TextPair[])[]
}

/** Position of the text of a row. */
interface RowExtent {
  readonly top: number
  readonly bottom: number
  readonly baselines: readonly number[]
  readonly cells: readonly GridCell[]
}

type Feature = (area: GridArea) => number

export function gridAreaOf(area: Area, way: GridWay): GridArea {
  const byRow = Map.groupBy(
    area.cells.filter(({ row0, row1 }) => row1 - row0 === 1),
    ({ row0 }) => row0,
  )
  const rows = [...byRow.values()].map((cells): RowExtent => {
    const segments = cells.flatMap((cell) => cell.segments)
    const baselines = [...new Set(segments.map(({ baseline }) => Math.round(baseline)))]
    return {
      cells,
      baselines: baselines.sort((a, b) => a - b),
      top: Math.min(...segments.map(({ y0 }) => y0)),
      bottom: Math.max(...segments.map(({ y1 }) => y1)),
    }
  })
  rows.sort((a, b) => a.top - b.top)
  const widths = widthsOf(area)
  return {
    ...area,
    way,
    rows,
    within: pairsWithin(rows, widths),
    between: pairsBetween(rows, area.region, widths),
  }
}

/** Returns the lines of a cell, from top to bottom. */
function linesOf({ segments }: GridCell): Segment[][] {
  return [...Map.groupBy(segments, ({ baseline }) => Math.round(baseline)).values()]
}

function wrappedCells({ cells }: Area): Segment[][][] {
  return cells.map(linesOf).filter((lines) => lines.length > 1)
}

const opensLower = /^[\p{Ll}(&+/]/u
const endsOpen = /(?:\p{L}[-–]|[,/&(]|\b(?:and|or|of|the|in|for|to|by|with|a|an))$/u

const rowFeatures: Readonly<Record<string, Feature>> = {
  way: ({ way }) => gridWays.indexOf(way),
  linesPerRow: ({ region, grid }) => region.lines.length / Math.max(1, grid.rowCount),
  gapBetween: (area) => median(gapsBetween(area)),
  leastGapBetween: (area) => Math.min(9, ...gapsBetween(area)),
  gapWithin: (area) => median(gapsWithin(area)),
  mostGapWithin: (area) => Math.max(0, ...gapsWithin(area)),
  gapRatio: (area) =>
    Math.min(9, Math.min(9, ...gapsBetween(area)) / Math.max(0.3, ...gapsWithin(area))),
  rulesBetween: (area) => ruledShare(area, () => true),
  drawnRulesBetween: (area) => ruledShare(area, isDrawn),
  rulesWithin: ({ rows, region }) =>
    share(rows, ({ top, bottom }) =>
      region.horizontal.some(({ at }) => at > top + 2 && at < bottom - 2),
    ),
  emptyStubs: ({ rows }) => share(rows, ({ cells }) => cells.every(({ column0 }) => column0 > 0)),
  loneCells: ({ rows }) => share(rows, ({ cells }) => cells.length === 1),
  rowsGoOn: ({ rows }) =>
    share(rows, ({ cells }) => cells.some((cell) => opensLower.test(textOf(cell.segments)))),
  rowsEndOpen: ({ rows }) =>
    share(rows, ({ cells }) => cells.some((cell) => endsOpen.test(textOf(cell.segments)))),
  wrappedGoOn: (area) =>
    share(wrappedCells(area), (lines) =>
      lines.slice(1).some(([segment]) => segment !== undefined && opensLower.test(segment.text)),
    ),
  wrappedFigures: (area) =>
    share(wrappedCells(area), (lines) =>
      lines.every((line) => line.every((segment) => isNumeric(segment.text))),
    ),
  wrapFullness: (area) => mean(wrappedCells(area).map((lines) => fullness(lines))),
  fullContinued: ({ rows }) =>
    mean(rows.filter(({ baselines }) => baselines.length > 1).map(continuedShare)),
  lowerStarts: ({ cells }) =>
    share(
      cells,
      ({ row0, column0, segments: [first] }) =>
        row0 > 0 && column0 > 0 && first !== undefined && opensLower.test(first.text),
    ),
  mostLines: ({ rows }) => Math.max(0, ...rows.map(({ baselines }) => baselines.length)),
  sameLines: ({ rows }) => {
    const counts = Map.groupBy(rows, ({ baselines }) => baselines.length)
    return Math.max(0, ...[...counts.values()].map((own) => own.length)) / Math.max(1, rows.length)
  },
  freeWithin: ({ within }) => share(within, isFree),
  openWithin: ({ within }) => share(within, isOpen),
  manyOpenWithin: ({ within }) => share(within, (pairs) => pairs.length > 1 && isOpen(pairs)),
  alikeWithin: ({ within }) => share(within, (pairs) => pairs.some(({ beginAlike }) => beginAlike)),
  sharesWithin: ({ within }) => share(within, (pairs) => pairs.some(({ isShare }) => isShare)),
  sharesBetween: ({ between }) => share(between, (pairs) => pairs.some(({ isShare }) => isShare)),
  freeBetween: ({ between }) => share(between, isFree),
  openBetween: ({ between }) => share(between, isOpen),
  fullLines: ({ rows, grid }) =>
    share(
      rows.flatMap(({ cells, baselines }) => baselines.map((baseline) => ({ cells, baseline }))),
      ({ cells, baseline }) =>
        cells.filter(({ segments }) =>
          segments.some((segment) => Math.round(segment.baseline) === baseline),
        ).length === grid.columnCount,
    ),
}

/** Two texts of one column on consecutive lines: parts of one cell, or of two rows. */
interface TextPair {
  /** True if the column has room for the first word of the lower text beside the upper one. Wrapping needs no room. */
  readonly fits: boolean
  /** True if each of the texts is a single word. */
  readonly areWords: boolean
  /** True if both texts begin with the same letters. The lines of a wrapped text rarely do. */
  readonly beginAlike: boolean
  /** True for a figure in brackets below one without: a share below its count. */
  readonly isShare: boolean
}

/** Returns the width of each column's widest text, in points. Widths also hold for centred and right-aligned texts. */
function widthsOf({ cells, grid }: Area): number[] {
  const widths = new Array<number>(grid.columnCount).fill(0)
  for (const cell of cells) {
    if (cell.column1 - cell.column0 > 1) continue
    for (const line of linesOf(cell))
      widths[cell.column0] = Math.max(widths[cell.column0] ?? 0, widthOf(line))
  }
  return widths
}

function widthOf(line: readonly Segment[]): number {
  return Math.max(...line.map(({ x1 }) => x1)) - Math.min(...line.map(({ x0 }) => x0))
}

function pairOf(above: readonly Segment[], below: readonly Segment[], width: number): TextPair {
  const [first] = below
  const [word] = first?.words ?? []
  const added = first && word ? word.x1 - word.x0 + settings.blankEms * first.size : 0
  const count = [...above, ...below].reduce((sum, { words }) => sum + words.length, 0)
  const [begin, other] = [above[0], first].map((segment) => segment?.text.slice(0, settings.few))
  const beginAlike = begin === other
  const isShare = /^\(.*\d/.test(first?.text ?? '') && /^[^(]*\d$/.test(above.at(-1)?.text ?? '')
  return { fits: widthOf(above) + added <= width, areWords: count === 2, beginAlike, isShare }
}

function pairsWithin(rows: readonly RowExtent[], widths: readonly number[]): TextPair[][] {
  return rows.flatMap(({ cells, baselines }) =>
    baselines
      .slice(1)
      .map((below, index) =>
        cells.flatMap((cell) =>
          pairsOf(textAt(cell, baselines[index]), textAt(cell, below), cell, widths),
        ),
      ),
  )
}

function pairsBetween(
  rows: readonly RowExtent[],
  region: Area['region'],
  widths: readonly number[],
): TextPair[][] {
  const drawn = region.horizontal.filter(isDrawn)
  return rows.slice(1).flatMap((row, index) => {
    const above = rows[index]
    if (!above || hasRuleBetween(above, row, drawn)) return []
    const pairs = row.cells.flatMap((cell) => {
      const over = above.cells.find(({ column0 }) => column0 === cell.column0)
      if (!over) return []
      return pairsOf(
        textAt(over, above.baselines.at(-1)),
        textAt(cell, row.baselines[0]),
        cell,
        widths,
      )
    })
    return [pairs]
  })
}

function textAt({ segments }: GridCell, baseline: number | undefined): Segment[] {
  return segments.filter((segment) => Math.round(segment.baseline) === baseline)
}

function pairsOf(
  above: readonly Segment[],
  below: readonly Segment[],
  { column0, column1 }: GridCell,
  widths: readonly number[],
): TextPair[] {
  if (above.length === 0 || below.length === 0 || column1 - column0 > 1) return []
  return [pairOf(above, below, widths[column0] ?? 0)]
}

const isFree = (pairs: readonly TextPair[]) => pairs.some(({ fits }) => fits)
const isOpen = (pairs: readonly TextPair[]) =>
  pairs.length > 0 && pairs.every(({ fits, areWords }) => fits || areWords)

/** Returns the distances from the last line of a row to the first of the next, in ems. */
function gapsBetween({ rows, context }: GridArea): number[] {
  return rows.slice(1).map(({ baselines: [first] }, index) => {
    const last = rows[index]?.baselines.at(-1) ?? 0
    return ((first ?? last) - last) / Math.max(1, context.size)
  })
}

/** Returns the distances between the lines of one row, in ems. */
function gapsWithin({ rows, context }: GridArea): number[] {
  const steps = rows.flatMap(({ baselines }) => stepsOf(baselines))
  return steps.map((step) => step / Math.max(1, context.size))
}

/** Returns the share of the row boundaries with one of some rulings. */
function ruledShare({ rows, region }: GridArea, isOne: (ruling: Ruling) => boolean): number {
  const rulings = region.horizontal.filter(isOne)
  const ruled = rows.slice(1).map((row, index) => hasRuleBetween(rows[index], row, rulings))
  return share(ruled, Boolean)
}

function hasRuleBetween(
  above: RowExtent | undefined,
  below: RowExtent,
  rulings: readonly Ruling[],
): boolean {
  return rulings.some(({ at }) => at > (above?.bottom ?? 0) - 3 && at < below.top + 3)
}

/**
 * Returns the mean share of a row's cells with text on its second and later lines; 1 suggests that two rows were
 * merged.
 */
function continuedShare({ cells, baselines }: RowExtent): number {
  const filled = baselines
    .slice(1)
    .map((baseline) => share(cells, (cell) => textAt(cell, baseline).length > 0))
  return mean(filled)
}

/** Returns the mean width of a cell's lines except the last, relative to the widest: wrapped text fills its lines. */
function fullness(lines: readonly (readonly Segment[])[]): number {
  const widths = lines.map(widthOf)
  return mean(widths.slice(0, -1)) / Math.max(1, ...widths)
}

const names = Object.keys(rowFeatures)

export const gridFeatureNames: readonly string[] = [...names, ...areaNames]

/** @returns The features in the order of `gridFeatureNames`. */
export function gridFeaturesOf(area: GridArea): number[] {
  const own = Object.values(rowFeatures).map((feature) => round(feature(area)))
  return [...own, ...areaFeaturesOf(area)]
}
