/** A PDF and the words of its true tables → its candidates for tables, each with features and what it truly is. */
import { defaultLimits } from '../../../../limits.ts'
import { readWithPages } from '../../index.ts'
import { findFurniture, styleOfWord, wordsWithout } from '../../structure/index.ts'
import { type Area, areaOf } from '../../tables/area.ts'
import { featureNames, featuresOf } from '../../tables/features.ts'
import { type Candidate, findTableParts } from '../../tables/find-tables.ts'
import { rejectionOf } from '../../tables/rejections.ts'

export interface Row {
  readonly corpus: string
  readonly template: string
  readonly document: string
  readonly page: number
  readonly label: 0 | 1
  /** 0 for what is neither: a slice of a table, a table with text around it. */
  readonly weight: number
  /** What the tests by hand say. */
  readonly rule: 0 | 1
  readonly reason: string
  readonly box: readonly number[]
  readonly text: string
  readonly features: Readonly<Record<string, number>>
}

/** Says of a candidate what it truly is. */
export type Judge = (candidate: Area) => Pick<Row, 'label' | 'weight'>

/** Finds what the reader takes for a table, or might. */
export async function candidatesOf(
  bytes: Uint8Array,
  judge: Judge,
  names: Pick<Row, 'corpus' | 'template' | 'document'>,
): Promise<Row[]> {
  const options = { profile: 'fidelity', ocr: 'off', limits: defaultLimits } as const
  const { pages } = await readWithPages(bytes, options, false)
  const furniture = findFurniture(pages)
  const rows: Row[] = []
  for (const page of pages) {
    // What is truly a table takes its words, so that the rows do not depend on the weights of before.
    const observe = (candidate: Candidate) => {
      const { region, grid, facts, context } = candidate
      if (grid.cells.length === 0) return false
      const area = areaOf(facts, region, context)
      const features = featuresOf(area)
      const judged = judge(area)
      const reason = rejectionOf(facts)
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
      return judged.label === 1
    }
    const words = wordsWithout(page, furniture)
    findTableParts({ ...page, words, styleOf: (word) => styleOfWord(page, word) }, observe)
  }
  return rows
}
