/** Finds the running heads and feet of facing pages by their page numbers, which are at the left of one and at the right of the other. */
import { captionKind } from '../captions.ts'
import type { Candidate } from './furniture-candidates.ts'
import { pagesAt, placesOf, withAnyText } from './furniture-places.ts'
import { structureSettings as settings } from './settings.ts'

type Row = readonly Candidate[]

/** Match the page number before and behind the other words of a running head. */
const first = /^(\d{1,4})\s+(?=\D)/
const last = /(?<=\D)\s+(\d{1,4})$/

/**
 * Returns the texts of rows that begin with a number, if rows of other pages at this height end with one as far from the other side,
 * or the reverse, and both numbers count with the pages. Headings that count with the pages all begin with their number.
 *
 * @param rows The outermost rows of the pages.
 */
export function findFacing(rows: readonly Row[]): Set<Candidate> {
  const found = new Set<Candidate>()
  const firsts = numbersOf(rows, first, (row) => row[0]?.fragment.x0)
  const lasts = numbersOf(rows, last, (row) => {
    const own = row.at(-1)
    return own && own.page.width - own.fragment.x1
  })
  for (const [own, others] of [
    [firsts, lasts],
    [lasts, firsts],
  ] as const) {
    const places = placesOf([...others.values()].flat())
    for (const [row, numbers] of own) {
      if (!numbers.some((number) => pagesAt(number, places).size > 0)) continue
      for (const candidate of row) found.add(candidate)
    }
  }
  return found
}

/**
 * Returns candidates for the number at one end of each row, whose keys are equal for numbers that count with the pages, about as far
 * from the side of the page.
 *
 * @param inset Returns the distance of a row from this side of the page.
 */
function numbersOf(
  rows: readonly Row[],
  end: RegExp,
  inset: (row: Row) => number | undefined,
): Map<Row, Candidate[]> {
  return new Map(
    rows.map((row) => {
      const [own] = row
      const text = row.map(({ fragment }) => fragment.text).join(' ')
      const number = end.exec(text)?.[1]
      const x = inset(row)
      if (!own?.isApart || number === undefined || x === undefined) return [row, []]
      if (captionKind(text) !== undefined) return [row, []]
      const offset = Number(number) - own.page.number
      const step = Math.floor(x / settings.samePlacePoints)
      const near = [step, step + 1]
      return [row, near.map((at) => ({ ...withAnyText(own), key: `${offset} ${at}` }))]
    }),
  )
}
