/** An area of a page → how much it looks like a table, by learnt weights. */
import { experiments } from '../experiments.ts'
import { chanceOf, tableTrees } from '../models/index.ts'
import type { Area } from './area.ts'
import { featuresOf } from './features.ts'
import { isProse } from './prose.ts'
import { rejectionOf, rejections } from './rejections.ts'

/**
 * Least score of a table that passes every hand-written test, and of one that fails a test. Measured with templates left
 * out on 2,029 areas, 289 of them tables: 0.1 and 0.25 invent 41 and miss 24; 0.25 and 0.3 invent 24 and miss 28; 0.05 and
 * 0.15 invent 69 and miss 22. On whole documents of paired-md, 0.25 and 0.3 lower teds from .708 to .566.
 */
const MIN_SCORE = 0.1
const MIN_SCORE_AGAINST_TESTS = 0.25

/** @returns 0 … 1. */
export function tableScore(area: Area): number {
  if (area.cells.length < 2 || isVetoed(area)) return 0
  return chanceOf(experiments.tables ?? tableTrees(), featuresOf(area))
}

function isVetoed(area: Area): boolean {
  return isSliver(area) || isListing(area) || vetoes.some((name) => rejections[name]?.(area.facts))
}

/** Least share of monospaced words in a listing, and of these with the words of running text beside them. */
const LISTING_MONO = 0.5
const LISTING_TEXT = 0.95
/** Largest share of monospaced words on the page of a listing. */
const MAX_PAGE_MONO = 0.6

/**
 * Returns whether an area is code or console output, alone or with running text: monospaced, on a page that mostly is not.
 * Measured on 390 real and 2,370 generated documents: of 378 areas that are all monospaced, in 92 documents, none is a table.
 */
function isListing({ words, region, context }: Area): boolean {
  if (context.mono >= MAX_PAGE_MONO) return false
  const mono = words.filter((word) => context.page.styleOf?.(word)?.mono).length
  if (mono < LISTING_MONO * words.length) return false
  const prose = region.lines.flatMap(({ segments }) => segments.filter(isProse))
  const text = prose.reduce((sum, segment) => sum + segment.words.length, 0)
  return mono + text >= LISTING_TEXT * words.length
}

/** Rows of a single column that are a list, a logo or the boxes of a diagram. */
const MAX_SLIVER_ROWS = 3

/**
 * Returns whether an area is one column of few rows. Measured: of 397 such areas in real documents none is a table, of
 * 1,340 in generated ones 23 are.
 */
function isSliver({ grid }: Area): boolean {
  return grid.columnCount === 1 && grid.rowCount <= MAX_SLIVER_ROWS
}

/** Tests that exclude a table. Measured on 390 real and 3,100 generated documents: none of 645 such areas is a table. */
const vetoes: readonly string[] = ['isContents', 'isList', 'isAxis']

/** @param score Of the area. */
export function isTable({ facts }: Area, score: number): boolean {
  return score >= (rejectionOf(facts) === undefined ? MIN_SCORE : MIN_SCORE_AGAINST_TESTS)
}
