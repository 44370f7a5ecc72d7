/** Detects recognised receipts and other narrow slips, and makes a paragraph of each printed line. */
import { type Paragraph, paragraph } from '../../model/index.ts'
import type { Ruling } from './content/index.ts'
import { boxAround, groupIntoLines, toPageBox } from './layout/index.ts'
import type { StructurePage } from './structure/index.ts'

// Of 20 receipts, the widest has 50 characters across, and the least share of lines with amounts is 14 %. Of 17 other
// scans, each has at least 64 characters across, or amounts in less than 10 % of its lines.
const MAX_CHARACTERS_ACROSS = 56
const MIN_AMOUNT_SHARE = 0.12
const MIN_AMOUNTS = 3
const amount = /\d[.,]\d\d(?!\d)/
/** Least letters of the words by which the width of characters is measured. */
const MIN_LETTERS = 3
/** Share of the words ignored at each side: specks at the edges of the paper. */
const OUTLIERS = 0.02
/**
 * The most vertical rulings that horizontal ones cross: two are a frame, more are a table. Edges of the paper are not
 * crossed.
 */
const MAX_CROSSED = 2
/** Rulings meet if they are closer than this, in points. */
const REACH = 3

/** Returns true for a document that consists of slips. @param recognized By page number. */
export function areSlips(
  pages: readonly StructurePage[],
  recognized: ReadonlyMap<number, unknown>,
): boolean {
  return pages.every((page) => recognized.has(page.number) && !page.pictures && isSlip(page))
}

/** Returns true for a page that is as narrow as a slip and full of amounts. */
export function isSlip({ words, fragments, drawings }: StructurePage): boolean {
  const telling = words.filter(({ text }) => text.length >= MIN_LETTERS)
  if (telling.length === 0) return false
  const character = quantile(
    telling.map(({ x0, x1, text }) => (x1 - x0) / text.length),
    0.5,
  )
  const left = quantile(
    telling.map(({ x0 }) => x0),
    OUTLIERS,
  )
  const right = quantile(
    telling.map(({ x1 }) => x1),
    1 - OUTLIERS,
  )
  if (right - left > MAX_CHARACTERS_ACROSS * character) return false
  if (countCrossed(drawings.rulings) > MAX_CROSSED) return false
  const lines = groupIntoLines(fragments, false)
  const amounts = lines.filter(({ text }) => amount.test(text)).length
  return amounts >= Math.max(MIN_AMOUNTS, MIN_AMOUNT_SHARE * lines.length)
}

/** Counts the upright rulings that two level ones or more meet. */
function countCrossed(rulings: readonly Ruling[]): number {
  const level = rulings.filter(({ isLevel }) => isLevel)
  return rulings.filter((upright) => {
    if (upright.isLevel) return false
    const crossing = level.filter(
      ({ at, from, to }) =>
        at > upright.from - REACH &&
        at < upright.to + REACH &&
        upright.at > from - REACH &&
        upright.at < to + REACH,
    )
    return crossing.length >= 2
  }).length
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

/** Makes a plain paragraph of each line: on a slip, bold type and sizes mean little, and columns are not tables. */
export function blocksOfSlips(pages: readonly StructurePage[]): Paragraph[] {
  return pages.flatMap(({ number, fragments }) =>
    groupIntoLines(fragments, false).map((line) => {
      const boxes = line.fragments.map((fragment) => toPageBox(fragment.frame, fragment))
      const provenance = [{ type: 'page', page: number, bbox: boxAround(boxes) }] as const
      return { ...paragraph(line.text), provenance }
    }),
  )
}
