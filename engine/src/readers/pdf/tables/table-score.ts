/** An area of a page → how much it looks like a table, by what many documents teach. */
import { experiments } from '../experiments.ts'
import { chanceOf, tableTrees } from '../models/index.ts'
import type { Area } from './area.ts'
import { featuresOf } from './features.ts'
import { rejectionOf, rejections } from './rejections.ts'

/**
 * From these scores on an area is a table: where no test by hand speaks against it, and where one does. Measured on
 * templates left out, 289 true areas among 2,029: with 0.1 and 0.25 41 are invented and 24 missed, with 0.25 and 0.3 24 and
 * 28, with 0.05 and 0.15 69 and 22. Read to the end, 0.25 and 0.3 find fewer tables of paired-md (teds .566 for .708).
 */
const MIN_SCORE = 0.1
const MIN_SCORE_AGAINST_TESTS = 0.25

/** @returns 0 … 1. */
export function tableScore(area: Area): number {
  if (area.cells.length < 2 || isVetoed(area)) return 0
  return chanceOf(experiments.tables ?? tableTrees(), featuresOf(area))
}

function isVetoed({ facts }: Area): boolean {
  return vetoes.some((name) => rejections[name]?.(facts))
}

/** Of 645 areas of which one of these tests is true, on 390 real documents and 3,100 made ones, none is a table. */
const vetoes: readonly string[] = ['isContents', 'isList', 'isAxis']

/** @param score Of the area. */
export function isTable({ facts }: Area, score: number): boolean {
  return score >= (rejectionOf(facts) === undefined ? MIN_SCORE : MIN_SCORE_AGAINST_TESTS)
}
