/** Finds the blocks that may be entries of tables of contents. */
import { hasLeader, splitEntry } from '../layout/index.ts'
import type { HeadingSearch } from './heading-search.ts'
import { isTooLong } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf, together, withLines } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

const letter = /\p{L}/u

/** A block that may be an entry. */
export interface Candidate {
  readonly block: TextBlock
  readonly hasPage: boolean
  /** Its page number; `NaN` for a Roman one or none. */
  readonly pageNumber: number
  /** True if dots lead to its page number. */
  readonly hasLeader: boolean
  /** True if all of it is a link to a place in the document. */
  readonly isLink: boolean
  readonly heading: TextBlock | undefined
}

/** Matches the number or letter at the beginning of an entry. */
const entryNumber = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?\s/

/** The run of entries that a block may continue. */
export interface OpenRun {
  /** Its last entry; `undefined` before the first one. */
  readonly last: Candidate | undefined
  /** True below the title of contents, where entries need no leaders. */
  readonly isTitled: boolean
}

/** Matches `3.4.4` before a title. */
const decimalNumber = /^\d{1,3}(?:\.\d{1,3})+\.?\s/
/** Matches a character that is no part of a number: rows of numbers are no entries. */
const sign = /[^\d\s.,%+-]/

/** An entry in two blocks, as the labels cut it at the end of its first lines. */
export interface WholeEntry {
  readonly first: TextBlock
  readonly rest: TextBlock
  readonly entry: Candidate
}

/**
 * Returns the entry of two blocks if the second one ends in a page number, and a heading has the text of both, or a leader follows
 * the second one within a run of entries. Below the title of contents it needs no leader, if the first one is long.
 */
export function wholeEntry(
  first: LayoutBlock,
  rest: LayoutBlock | undefined,
  search: HeadingSearch,
  { last, isTitled }: OpenRun,
): WholeEntry | undefined {
  if (first.type !== 'text' || rest?.type !== 'text' || first.page !== rest.page) return undefined
  // The page number beside an entry of several lines may look like a cell.
  if ((first.isCell || rest.isCell) && !isTitled) return undefined
  if (first.lines.length > settings.few || rest.lines.length > 1) return undefined
  if (splitEntry(rest.lines[0]?.text ?? '').page === '') return undefined
  const block = together(first, rest)
  const isLed = hasLeader(textOf(rest)) || (isTitled && isHalfFull(first, rest))
  const isOpen = last && isLed && !search.levels.has(first)
  const isCut = isOpen && entryNumber.test(textOf(first)) && !entryNumber.test(textOf(rest))
  if (!isCut && !search.named(splitEntry(textOf(block)).title)) return undefined
  return { first, rest, entry: candidateOf(block, first, search) }
}

/** Returns true if a text fills more than half of the width up to the page number of the text below it. */
function isHalfFull({ box }: TextBlock, { box: { x1 } }: TextBlock): boolean {
  return box.x1 - box.x0 > x1 - box.x1
}

/**
 * Returns the entries in a block: one, or one for each line of a paragraph.
 *
 * @param next The block below it.
 * @param run The first entry of a run must have a page number or a link, which spares most blocks the search.
 */
export function candidatesOf(
  block: TextBlock,
  next: LayoutBlock | undefined,
  search: HeadingSearch,
  { last, isTitled }: OpenRun,
): Candidate[] {
  const end = splitEntry(block.lines.at(-1)?.text ?? '')
  if (block.isCell || (end.page === '' && !last && !isLink(block.lines))) return []
  const text = textOf(block)
  const isLong = isTooLong(block, text)
  const whole = isLong ? undefined : candidateOf(block, block, search)
  const isHeading = search.levels.has(block)
  if (whole?.heading) return isHeading && !leads(whole) ? [] : [whole]
  const lines = block.lines.map((line) => candidateOf(withLines(block, [line]), block, search))
  const areEntries = lines.length > 1 && lines.every(leads)
  const areLed = lines.every(({ hasLeader }) => hasLeader)
  if (areEntries && (areLed || isTitled || lines.some(({ heading }) => heading))) return lines
  if (!whole || (isHeading && !isBesideEntry(block, [last?.block, next]))) return []
  return whole.hasPage || (end.title === '' && last && !last.hasPage) ? [whole] : []
}

/** Returns true if the page number of an entry ends where that of the entry above or below does, as that of no heading would. */
function isBesideEntry(block: TextBlock, others: readonly (LayoutBlock | undefined)[]): boolean {
  return others.some(
    (other) =>
      other?.type === 'text' &&
      other.page === block.page &&
      Math.abs(other.box.x1 - block.box.x1) < settings.sameEdgePoints &&
      splitEntry(textOf(other)).page !== '',
  )
}

/** Returns true for a text with a letter, or with a sign after the number of a section: `3.4.4 \\`. */
function isTitle(text: string): boolean {
  return letter.test(text) || (decimalNumber.test(text) && sign.test(text))
}

function candidateOf(block: TextBlock, printed: TextBlock, search: HeadingSearch): Candidate {
  const text = textOf(block)
  const { title, page } = splitEntry(text)
  // An entry of an index has a comma before its page numbers.
  const hasPage = isTitle(title) && page !== '' && !title.endsWith(',')
  const heading = search.find(printed, title) ?? search.find(printed, text)
  const pageNumber = Number(page || Number.NaN)
  const isLed = block.lines.some((line) => hasLeader(line.text))
  return { block, hasPage, pageNumber, hasLeader: isLed, isLink: isLink(printed.lines), heading }
}

/** Returns true for an entry with a page number or a link to a heading. */
export function leads({ hasPage, isLink, heading }: Candidate): boolean {
  return hasPage || (isLink && heading !== undefined)
}

/** Returns true if all of a text is a link to a place in the document. */
function isLink(lines: readonly StyledLine[]): boolean {
  return lines.every(({ runs }) =>
    runs.every(({ link, text }) => typeof link === 'object' || text.trim() === ''),
  )
}
