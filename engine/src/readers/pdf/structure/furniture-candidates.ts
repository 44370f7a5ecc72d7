/** Collects the texts of a page that may be furniture: rows at its top and bottom, and turned text at its sides. */

import type { Straightening } from '../../../model/index.ts'
import { captionKind } from '../captions.ts'
import type { Ruling, TextObject } from '../content/index.ts'
import { groupIntoRows, hasLeaderDots, type LineFragment, typicalSize } from '../layout/index.ts'
import { median } from '../statistics.ts'
import { findMarker, romanValue } from './markers.ts'
import { structureSettings as settings } from './settings.ts'
import { isSpelledLabel } from './spelled-numbers.ts'

/** The facts about a page from which furniture is found. */
export interface FurniturePage {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly fragments: readonly LineFragment[]
  /** The lines drawn on it; the fast lane reads none. */
  readonly drawings?: { readonly rulings: readonly Ruling[] }
  readonly straightened?: Straightening
  /** The text objects that the fragments refer to. */
  readonly objects?: readonly TextObject[]
}

export type FurnitureKind = 'header' | 'footer'

export interface Candidate {
  readonly page: FurniturePage
  readonly fragment: LineFragment
  readonly kind: FurnitureKind
  /** The text with numbers replaced, so that it is equal on every page. */
  readonly key: string
  readonly numbers: readonly number[]
  /** True if white separates its row from the text. */
  readonly isApart: boolean
}

/**
 * Returns the candidates at each side of a page, in rows from the edge inwards; turned text is one row for each direction.
 *
 * @param head Baseline of the running heads below the upper margin; see `findLowHeads`.
 */
export function sidesOf(page: FurniturePage, head?: number): Candidate[][][] {
  const upright = page.fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const margin = page.height * settings.marginShare
  const top = groupIntoRows(upright.filter(({ y1 }) => y1 < margin))
  const bottom = groupIntoRows(upright.filter(({ y0 }) => y0 > page.height - margin)).reverse()
  const turned = Map.groupBy(sideCandidates(page), ({ fragment }) => fragment.frame.angleDegrees)
  const low = top.length === 0 ? lowHead(upright, head) : []
  const heads = candidatesOf(page, low.length > 0 ? low : aboveLabel(top, upright), 'header')
  return [
    // Most pages begin with a head at this height, however close the text is to it.
    low.length > 0 ? heads.map((row) => row.map((own) => ({ ...own, isApart: true }))) : heads,
    candidatesOf(page, bottom.length > 0 ? bottom : lastRowIfNumber(upright), 'footer'),
    ...Array.from(turned.values(), (row) => [row]),
  ]
}

/**
 * Finds the running heads of a document whose text is much smaller than its pages, as of a book printed on A4: at least half of
 * the pages begin at one height below the upper margin, with a text or a page number that other pages begin with.
 *
 * @returns Their baseline in points, if there are any.
 */
export function findLowHeads(pages: readonly FurniturePage[]): number | undefined {
  const rows = pages.flatMap((page) => {
    const [row] = groupIntoRows(page.fragments.filter(({ frame }) => frame.angleDegrees === 0))
    const [first] = row ?? []
    if (!row || !first || first.y1 < page.height * settings.marginShare) return []
    return [{ baseline: first.baseline, keys: row.map(({ text }) => keyOf(text, page.number).key) }]
  })
  const counts = Map.groupBy(
    rows.flatMap(({ keys }) => keys),
    (key) => key,
  )
  const repeated = rows.filter(({ keys }) => keys.some((key) => (counts.get(key)?.length ?? 0) > 1))
  const least = Math.max(settings.few, pages.length / 2)
  if (repeated.length < least) return undefined
  const usual = median(repeated.map(({ baseline }) => baseline))
  const isUsual = ({ baseline }: { readonly baseline: number }) =>
    Math.abs(baseline - usual) <= settings.samePlacePoints
  return repeated.filter(isUsual).length >= least ? usual : undefined
}

/** Returns the first row of a page if it is at the height of the running heads below the upper margin. */
function lowHead(upright: readonly LineFragment[], head: number | undefined): LineFragment[][] {
  if (head === undefined) return []
  const [row] = groupIntoRows(upright)
  const [first] = row ?? []
  const isAtHead = first && Math.abs(first.baseline - head) <= settings.samePlacePoints
  return row && isAtHead ? [row] : []
}

/**
 * Returns the rows above the label of a chapter: `Chapter`, and `One` in the row below it. The word recurs at the top of the
 * first page of each chapter, like a running header.
 */
function aboveLabel(
  top: readonly LineFragment[][],
  upright: readonly LineFragment[],
): readonly LineFragment[][] {
  const end = Math.max(...(top.at(-1) ?? []).map(({ y1 }) => y1))
  const below = upright
    .filter(({ y0 }) => y0 >= end)
    .reduce<LineFragment | undefined>(
      (first, own) => (first && first.y0 <= own.y0 ? first : own),
      undefined,
    )
  const texts = [...top, below ? [below] : []].map((row) => row.map(({ text }) => text).join(' '))
  const label = texts.findIndex((text, at) => isSpelledLabel(`${text} ${texts[at + 1]}`))
  return label < 0 ? top : top.slice(0, label)
}

/** Returns the last row of a page if it is a page number: above a wide lower margin, page numbers are far from the edge. */
function lastRowIfNumber(upright: readonly LineFragment[]): LineFragment[][] {
  const row = groupIntoRows(upright).at(-1)
  const text = row?.length === 1 ? (row[0]?.text ?? '') : ''
  return row && (bareNumber.test(text) || labelledNumber.test(text)) ? [row] : []
}

/** Matches page numbers such as `Page 3` and `3 of 10`. */
const labelledNumber = /^\P{N}{0,8}\d{1,4}(?:\P{N}{1,5}\d{1,4})?$/u

function candidatesOf(
  page: FurniturePage,
  rows: readonly LineFragment[][],
  kind: FurnitureKind,
): Candidate[][] {
  // A contents list or a table may begin at the edge of a page, so its first row and the rows further inside are text.
  const edge = rows.slice(0, settings.furnitureRows)
  const begin = edge.findIndex(
    (row) => row.some(({ text }) => hasLeaderDots(text)) || isTableRow(row, page),
  )
  return edge.slice(0, begin < 0 ? undefined : begin).map((row) => {
    const isApart = isRowApart(row, page, kind)
    return row.map((fragment, at) => ({
      page,
      fragment,
      kind,
      ...keyOf(withItem(fragment, row[at + 1], page), page.number),
      isApart,
    }))
  })
}

/**
 * Detects the first row of a table at the top of a page, such as heads that repeat on every page: a drawn line between its cells goes
 * on below the part of the page where headers are. In a framed header, such lines end within that part.
 */
function isTableRow(row: readonly LineFragment[], { height, drawings }: FurniturePage): boolean {
  const middle = Math.min(...row.map(({ y0, y1 }) => (y0 + y1) / 2))
  const margin = height * settings.marginShare
  if (middle > margin) return false
  const starts = row.map(({ x0 }) => x0)
  const [first, last] = [Math.min(...starts), Math.max(...starts)]
  const between = (drawings?.rulings ?? []).filter(
    ({ isHorizontal, at }) => !isHorizontal && at > first && at < last,
  )
  const lines = Map.groupBy(between, ({ at }) => Math.round(at))
  return lines.values().some((parts) => {
    let end = middle
    for (const { from, to } of parts.sort((a, b) => a.from - b.from)) {
      if (from <= end + settings.samePlacePoints) end = Math.max(end, to)
    }
    return end > margin + settings.notePoints
  })
}

/** Returns true if white separates a row from the text below a header or above a footer. */
function isRowApart(
  row: readonly LineFragment[],
  { fragments }: FurniturePage,
  kind: FurnitureKind,
): boolean {
  const [y0, y1] = [Math.min(...row.map((own) => own.y0)), Math.max(...row.map((own) => own.y1))]
  const least = settings.apartEms * Math.max(...row.map(({ size }) => size))
  for (const other of fragments) {
    const isNear =
      kind === 'header'
        ? other.y1 > y1 && other.y0 < y1 + least
        : other.y0 < y0 && other.y1 > y0 - least
    if (isNear && other.frame.angleDegrees === 0 && !row.includes(other)) return false
  }
  return true
}

/**
 * Returns the text of a fragment; for the marker of an item, with the item, and for the number of a heading, with its title: they
 * repeat or count with the pages, but items and titles do not.
 */
function withItem(
  fragment: LineFragment,
  next: LineFragment | undefined,
  page: FurniturePage,
): string {
  const { text } = fragment
  const marker = findMarker(`${text} `)
  const isMarker = marker !== undefined && marker.length > text.length
  return next && (isMarker || isHeadingNumber(fragment, next, page)) ? `${text} ${next.text}` : text
}

/** Returns true for a number in large type with a title right beside it. */
function isHeadingNumber(
  { text, x1, size }: LineFragment,
  next: LineFragment,
  { fragments }: FurniturePage,
): boolean {
  if (!bareNumber.test(text) || next.x0 - x1 > settings.wideGapEms * size) return false
  return size > (1 + settings.sameSize) * typicalSize(fragments)
}

/** Returns turned text at the sides: stamps of repositories and manuscripts. */
export function sideCandidates(page: FurniturePage): Candidate[] {
  const turned = page.fragments.filter(({ frame }) => frame.angleDegrees !== 0)
  return turned
    .filter(({ frame, baseline }) => {
      const x = Math.abs(baseline * frame.sin)
      return x < page.width * settings.sideShare || x > page.width * (1 - settings.sideShare)
    })
    .map((fragment) => ({
      page,
      fragment,
      kind: 'header',
      ...keyOf(fragment.text, page.number),
      isApart: true,
    }))
}

export const bareNumber = /^[-–—\s]*(\d{1,4}|[ivxlc]{1,7})[-–—.\s]*$/i

/** Returns the text with numbers replaced by `#`, except in captions, and the numbers; a bare number as its distance from the page number. */
function keyOf(text: string, page: number): Pick<Candidate, 'key' | 'numbers'> {
  // Two tables at the top of two pages may have the captions `Table 2` and `Table 3`.
  if (captionKind(text) !== undefined) return { key: text.toLowerCase(), numbers: [] }
  const bare = bareNumber.exec(text)?.[1]
  if (bare !== undefined) {
    const value = /\d/.test(bare) ? Number(bare) : romanValue(bare)
    return { key: `number ${value - page}`, numbers: [] }
  }
  return {
    key: text.replace(/\d+/g, '#').replace(/\s+/g, ' ').toLowerCase(),
    numbers: (text.match(/\d+/g) ?? []).map(Number),
  }
}
