/** `1-3,7` → the pages of a document that are to be read. */
import { ConversionError } from './errors.ts'

/** Pages, slides or sheets, counted from 1, ends inclusive. */
export interface PageRange {
  readonly first: number
  readonly last: number
}

/** Longer lists are nobody's. */
const MAX_CHARACTERS = 2_000

/**
 * Reads a list of pages and ranges: `1-3,7`; `5-` goes to the end.
 *
 * @returns `undefined` for what is no such list.
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
  /** All pages when left out. */
  readonly ranges?: readonly PageRange[] | undefined
  /** More than this throw `too_many_pages`. */
  readonly most?: number | undefined
  /** What a page is called: `slides`. */
  readonly unit: 'pages' | 'slides' | 'sheets'
}

/** An iterable, not an array: a hostile file says that it has two thousand million pages. */
export interface ChosenPages extends Iterable<number> {
  readonly length: number
  has(number: number): boolean
}

/**
 * Chooses the pages that are read.
 *
 * @param count Pages that the document has, or says that it has.
 * @returns Numbers from 1, ascending, none twice.
 * @throws {ConversionError} `conversion_failed` for pages that the document does not have, `too_many_pages`.
 */
export function choosePages(count: number, { ranges, most, unit }: PageChoice): ChosenPages {
  const beyond = ranges?.find(
    ({ first, last }) => first > count || (last > count && last !== Infinity),
  )
  if (beyond) {
    const asked = Math.max(beyond.first, Number.isFinite(beyond.last) ? beyond.last : 0)
    const own = count === 1 ? unit.slice(0, -1) : unit
    const sentence = `The document has ${count} ${own}: there is no number ${asked}.`
    throw new ConversionError('conversion_failed', sentence)
  }
  const merged = mergeRanges(ranges ?? [{ first: 1, last: count }], count)
  const length = merged.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (most !== undefined && length > most) {
    const sentence = `The document has ${length} ${unit} to convert; at most ${most} are converted at a time. Split it, or choose ${unit}.`
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

/** Ranges in order that do not overlap. */
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
