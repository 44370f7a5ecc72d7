/** Collects the texts of a page that may be furniture: rows at its top and bottom, and turned text at its sides. */

import type { Straightening } from '../../../model/index.ts'
import { captionKind } from '../captions.ts'
import type { Ruling, TextObject } from '../content/index.ts'
import { groupIntoRows, hasLeaderDots, type LineFragment, typicalSize } from '../layout/index.ts'
import { median } from '../statistics.ts'
import { findMarker, romanValue } from './markers.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'
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

/** Returns the candidates at each side of a page, in rows from the edge inwards; turned text is one row for each direction. */
export function sidesOf(page: FurniturePage, edges?: InnerEdges): Candidate[][][] {
  const upright = page.fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const margin = page.height * settings.marginShare
  const top = withNextLines(
    groupIntoRows(upright.filter(({ y1 }) => y1 < margin)),
    upright.filter(({ y1 }) => y1 >= margin && y1 < 2 * margin),
    page,
  )
  const bottom = groupIntoRows(upright.filter(({ y0 }) => y0 > page.height - margin)).reverse()
  const turned = Map.groupBy(sideCandidates(page), ({ fragment }) => fragment.frame.angleDegrees)
  const hasEdges = edges?.head !== undefined || edges?.foot !== undefined
  const rows = hasEdges ? groupIntoRows(upright) : []
  const low = top.length === 0 ? rowAtEdge(page, rows[0], edges?.head, 'header') : []
  const high = bottom.length === 0 ? rowAtEdge(page, rows.at(-1), edges?.foot, 'footer') : []
  const heads = top.length > 0 ? aboveLabel(top, upright) : firstRowIfNumber(upright)
  const feet = bottom.length > 0 ? bottom : lastRowIfNumber(upright)
  return [
    low.length > 0 ? low : candidatesOf(page, heads, 'header'),
    high.length > 0 ? high : candidatesOf(page, feet, 'footer'),
    ...Array.from(turned.values(), (row) => [row]),
  ]
}

/** Returns the rows in the upper margin with the lines right below them: a letterhead may reach out of the margin. */
function withNextLines(
  top: readonly LineFragment[][],
  below: readonly LineFragment[],
  { width, height }: FurniturePage,
): readonly LineFragment[][] {
  const rows = [...top]
  // The items of slides repeat as their titles do.
  for (const row of top.length > 0 && width < height ? groupIntoRows(below) : []) {
    const end = Math.max(...(rows.at(-1) ?? []).map(({ y1 }) => y1))
    if (rows.length === settings.furnitureRows || row.every(({ y0, size }) => y0 - end > size / 2))
      break
    rows.push(row)
  }
  return rows
}

/** Baselines of the running heads and feet within the page, in points. */
export interface InnerEdges {
  readonly head: number | undefined
  readonly foot: number | undefined
}

/**
 * Finds the running heads and feet of a document whose text is much smaller than its pages, as of a book printed on A4: at least
 * half of the pages begin or end at one height within the margins, with a text or a page number that others have there.
 */
export function findInnerEdges(pages: readonly FurniturePage[]): InnerEdges {
  const heads: EdgeRow[] = []
  const feet: EdgeRow[] = []
  for (const { number, width, height, fragments } of pages) {
    const rows = groupIntoRows(fragments.filter(({ frame }) => frame.angleDegrees === 0))
    const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []]
    const margin = height * settings.marginShare
    if (first[0] && first[0].y1 >= margin) heads.push(edgeRow(first, number))
    // The items of slides repeat, and so do last lines of text, but not with the number of the page.
    const isFoot = width < height && last.some(({ text }) => bareNumber.test(text))
    if (isFoot && last[0] && last[0].y0 <= height - margin) feet.push(edgeRow(last, number))
  }
  const least = Math.max(settings.few, pages.length / 2)
  return { head: usualBaseline(heads, least), foot: usualBaseline(feet, least) }
}

interface EdgeRow {
  readonly baseline: number
  readonly keys: readonly string[]
}

function edgeRow(row: readonly LineFragment[], page: number): EdgeRow {
  return { baseline: row[0]?.baseline ?? 0, keys: row.map(({ text }) => keyOf(text, page).key) }
}

/** Returns the common baseline of the rows that share a text with another row. @param least Least number of rows on it. */
function usualBaseline(rows: readonly EdgeRow[], least: number): number | undefined {
  const keys = rows.flatMap((row) => row.keys)
  const counts = Map.groupBy(keys, (key) => key)
  const isRepeated = ({ keys: own }: EdgeRow) =>
    own.some((key) => (counts.get(key)?.length ?? 0) > 1)
  const repeated = rows.filter(isRepeated)
  if (repeated.length < least) return undefined
  const usual = median(repeated.map(({ baseline }) => baseline))
  const isUsual = ({ baseline }: EdgeRow) => Math.abs(baseline - usual) <= settings.samePlacePoints
  return repeated.filter(isUsual).length >= least ? usual : undefined
}

/** Returns the row at the height of the running heads or feet within the page, however close the text is to it. */
function rowAtEdge(
  page: FurniturePage,
  row: readonly LineFragment[] | undefined,
  edge: number | undefined,
  kind: FurnitureKind,
): Candidate[][] {
  const [first] = row ?? []
  if (!row || !first || edge === undefined) return []
  if (Math.abs(first.baseline - edge) > settings.samePlacePoints) return []
  const rows = candidatesOf(page, [[...row]], kind)
  return rows.map((own) => own.map((candidate) => ({ ...candidate, isApart: true })))
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

/** Returns the first row of a page if it is a number: below a wide upper margin, page numbers are far from the edge. */
function firstRowIfNumber(upright: readonly LineFragment[]): LineFragment[][] {
  const [row] = groupIntoRows(upright)
  return row?.length === 1 && bareNumber.test(row[0]?.text ?? '') ? [row] : []
}

/** Returns the last row of a page if it is a page number, as above a wide lower margin. */
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
    (row) =>
      row.some(({ text }) => hasLeaderDots(text)) || isTableRow(row, page) || areHeads(row, page),
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

/**
 * Detects the heads of a table's columns, which reports repeat on every page: more than three texts in a row, and below each at least
 * three that are below no other head.
 */
function areHeads(row: readonly LineFragment[], { fragments }: FurniturePage): boolean {
  if (row.length <= settings.few || row.length > limits.heads) return false
  const end = Math.max(...row.map(({ y1 }) => y1))
  const below = fragments.filter(({ y0, frame }) => y0 >= end && frame.angleDegrees === 0)
  const over = below.map((text) => row.filter(({ x0, x1 }) => x0 < text.x1 && text.x0 < x1))
  const own = over.flatMap((heads) => (heads.length === 1 ? heads : []))
  return row.every((head) => own.filter((other) => other === head).length >= settings.few)
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
