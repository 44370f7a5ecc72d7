/** Parses page ranges such as `1-3,7`, and selects the pages to read. */
import { ConversionError } from './errors.ts'

/** Pages, slides or sheets, counted from 1, ends inclusive. */
export interface PageRange {
  readonly first: number
  readonly last: number
}

/** The longest list that is parsed. */
const MAX_CHARACTERS = 2_000

/**
 * Parses a list of pages and ranges: `1-3,7`; `5-` extends to the end.
 *
 * @returns `undefined` if the text is not a valid list.
 */
export function parsePageRanges(text: string): readonly PageRange[] | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const ranges: PageRange[] = []
  for (const part of text.split(',')) {
    const [, first = '', dash, last = ''] =
      /^\s*(\d{1,9})\s*(?:(-)\s*(\d{0,9})\s*)?$/.exec(part) ?? []
    if (first === '') return undefined
    const from = Number(first)
    const to = dash === undefined ? from : last === '' ? Number.POSITIVE_INFINITY : Number(last)
    if (from < 1 || to < from) return undefined
    ranges.push({ first: from, last: to })
  }
  return ranges
}

export interface PageChoice {
  /** All pages by default. */
  readonly ranges?: readonly PageRange[] | undefined
  /** Throws `too_many_pages` above this number. */
  readonly maxPages?: number | undefined
  /** Name of the pages in messages. */
  readonly pageNoun: 'pages' | 'slides' | 'sheets'
}

/** An iterable instead of an array, because a hostile file may declare two billion pages. */
export interface ChosenPages extends Iterable<number> {
  readonly length: number
  has(number: number): boolean
}

/**
 * Selects the pages to read.
 *
 * @param count Number of pages, as the document declares it.
 * @returns Numbers from 1, ascending, without duplicates.
 * @throws {ConversionError} `conversion_failed` for pages that the document does not have, `too_many_pages`.
 */
export function choosePages(
  count: number,
  { ranges, maxPages, pageNoun }: PageChoice,
): ChosenPages {
  const beyond = ranges?.find(
    ({ first, last }) => first > count || (last > count && last !== Infinity),
  )
  if (beyond) {
    const asked = Math.max(beyond.first, Number.isFinite(beyond.last) ? beyond.last : 0)
    const own = count === 1 ? pageNoun.slice(0, -1) : pageNoun
    const sentence = `The document has ${count} ${own}; ${pageNoun.slice(0, -1)} ${asked} does not exist.`
    throw new ConversionError('conversion_failed', sentence)
  }
  const merged = mergeRanges(ranges ?? [{ first: 1, last: count }], count)
  const length = merged.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (maxPages !== undefined && length > maxPages) {
    const sentence = `The document has ${length} ${pageNoun} to convert; the limit is ${maxPages}. Split the document, or select fewer ${pageNoun}.`
    throw new ConversionError('too_many_pages', sentence)
  }
  return {
    length,
    has: (number) => merged.some(({ first, last }) => number >= first && number <= last),
    *[Symbol.iterator]() {
      for (const { first, last } of merged)
        for (let number = first; number <= last; number++) yield number
    },
  }
}

/** Sorts ranges and merges overlapping ones. */
function mergeRanges(ranges: readonly PageRange[], count: number): PageRange[] {
  const merged: PageRange[] = []
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    const end = Math.min(last, count)
    if (before && first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, end) }
    } else merged.push({ first, last: end })
  }
  return merged
}
