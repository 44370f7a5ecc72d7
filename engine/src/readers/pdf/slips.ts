/** Detects recognised receipts and other narrow slips, and makes a paragraph of each printed line. */
import { type Paragraph, paragraph } from '../../model/index.ts'
import { boxAround } from './boxes.ts'
import type { Ruling } from './content/index.ts'
import { groupIntoLines, toPageBox } from './layout/index.ts'
import { slipSettings as settings } from './settings.ts'
import type { StructurePage } from './structure/index.ts'

const amount = /\d[.,]\d\d(?!\d)/

/** Returns true for a document that consists of slips. @param recognized By page number. */
export function areSlips(
  pages: readonly StructurePage[],
  recognized: ReadonlyMap<number, unknown>,
): boolean {
  return pages.every((page) => recognized.has(page.number) && !page.pictures && isSlip(page))
}

/** Returns true for a page that is as narrow as a slip and full of amounts. */
export function isSlip({ words, fragments, drawings }: StructurePage): boolean {
  const measured = words.filter(({ text }) => text.length >= settings.letters)
  if (measured.length === 0) return false
  const character = quantile(
    measured.map(({ x0, x1, text }) => (x1 - x0) / text.length),
    0.5,
  )
  const left = quantile(
    measured.map(({ x0 }) => x0),
    settings.outliers,
  )
  const right = quantile(
    measured.map(({ x1 }) => x1),
    1 - settings.outliers,
  )
  if (right - left > settings.charactersAcross * character) return false
  if (countCrossed(drawings.rulings) > settings.crossedRulings) return false
  const lines = groupIntoLines(fragments, false)
  const amounts = lines.filter(({ text }) => amount.test(text)).length
  return amounts >= Math.max(settings.amounts, settings.amountShare * lines.length)
}

/** Counts the vertical rulings that at least two horizontal ones meet. */
function countCrossed(rulings: readonly Ruling[]): number {
  const horizontal = rulings.filter(({ isHorizontal }) => isHorizontal)
  return rulings.filter((vertical) => {
    if (vertical.isHorizontal) return false
    const crossing = horizontal.filter(
      ({ at, from, to }) =>
        at > vertical.from - settings.meetPoints &&
        at < vertical.to + settings.meetPoints &&
        vertical.at > from - settings.meetPoints &&
        vertical.at < to + settings.meetPoints,
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
