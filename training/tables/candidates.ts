/** Collects the table candidates of a PDF, each with its features and its label from the true tables. */
import { defaultLimits } from '../../engine/src/limits.ts'
import { readWithPages } from '../../engine/src/readers/pdf/index.ts'
import {
  findFurniture,
  styleOfWord,
  wordsWithout,
} from '../../engine/src/readers/pdf/structure/index.ts'
import type { Area } from '../../engine/src/readers/pdf/tables/area.ts'
import { featureNames, featuresOf } from '../../engine/src/readers/pdf/tables/features.ts'
import { findTableParts } from '../../engine/src/readers/pdf/tables/find-tables.ts'
import { gridOptions, type UsualGrid } from '../../engine/src/readers/pdf/tables/grid-choice.ts'
import {
  gridAreaOf,
  gridFeatureNames,
  gridFeaturesOf,
} from '../../engine/src/readers/pdf/tables/grid-features.ts'
import { rejectionOf } from '../../engine/src/readers/pdf/tables/rejections.ts'
import type { RowNames } from '../train.ts'
import type { ScoredTable, TruthReader } from './truth.ts'

interface Row extends RowNames {
  readonly page: number
  /** 0 … 1: overlap of the candidate with one true table. */
  readonly label: number
  readonly weight: number
  /** Decision of the hand-written rules. */
  readonly rule: 0 | 1
  readonly reason: string
  readonly box: readonly number[]
  readonly text: string
  readonly features: Readonly<Record<string, number>>
}

/** Returns the label of a candidate, and its true grid. */
export type Judge = (
  candidate: Area,
) => Pick<Row, 'label' | 'weight'> & { readonly truth?: ScoredTable }

/** One of the possible grids of a true table. */
interface GridRow extends RowNames, Pick<Row, 'features'> {
  /** Key shared by the grids of one table. */
  readonly group: string
  readonly way: string
  /** Similarity to the true grid: 0 … 1. */
  readonly label: number
  readonly weight: number
  /** 1 for the grid that is chosen without weights. */
  readonly rule: 0 | 1
}

export interface Collected {
  readonly areas: Row[]
  readonly grids: GridRow[]
}

/** Finds the areas that the reader considers as tables. */
export async function candidatesOf(
  bytes: Uint8Array,
  judge: Judge,
  similarity: TruthReader['similarity'],
  names: RowNames,
): Promise<Collected> {
  const options = { profile: 'fidelity', ocr: 'off', limits: defaultLimits } as const
  const { pages } = await readWithPages(bytes, options, { readTags: false })
  const furniture = findFurniture(pages)
  const rows: Row[] = []
  const grids: GridRow[] = []
  for (const page of pages) {
    // A true table takes its words, so that the rows do not depend on earlier weights.
    const observe = (candidate: UsualGrid) => {
      const { area } = candidate
      const { grid } = area
      if (grid.cells.length === 0) return 0
      const features = featuresOf(area)
      const { truth, ...judged } = judge(area)
      const reason = rejectionOf(area)
      rows.push({
        ...names,
        page: page.number,
        ...judged,
        rule: reason === undefined ? 1 : 0,
        reason: reason ?? '',
        box: [grid.box.x0, grid.box.y0, grid.box.x1, grid.box.y1].map(Math.round),
        text: area.text.slice(0, 160),
        features: Object.fromEntries(featureNames.map((name, at) => [name, features[at] ?? 0])),
      })
      const group = `${names.document} ${page.number} ${rows.length}`
      if (truth) grids.push(...gridRows(candidate, truth, similarity, { ...names, group }))
      return judged.label
    }
    const words = wordsWithout(page, furniture)
    findTableParts({ ...page, words, styleOf: (word) => styleOfWord(page, word) }, observe)
  }
  return { areas: rows, grids }
}

function gridRows(
  usual: UsualGrid,
  truth: ScoredTable,
  similarity: TruthReader['similarity'],
  names: RowNames & Pick<GridRow, 'group'>,
): GridRow[] {
  const options = gridOptions(usual)
  if (options.length < 2) return []
  return options.map(({ area, way }) => {
    const features = gridFeaturesOf(gridAreaOf(area, way))
    return {
      ...names,
      way,
      label: similarity(truth, scoredOf(area)),
      weight: 1,
      rule: way === 'usual' ? 1 : 0,
      features: Object.fromEntries(gridFeatureNames.map((name, at) => [name, features[at] ?? 0])),
    }
  })
}

function scoredOf({ grid, cells }: Area): ScoredTable {
  return {
    rows: grid.rowCount,
    columns: grid.columnCount,
    cells: cells.map((cell) => ({
      text: cell.text,
      header: false,
      row: cell.row0,
      column: cell.column0,
      rowSpan: cell.row1 - cell.row0,
      columnSpan: cell.column1 - cell.column0,
    })),
  }
}
