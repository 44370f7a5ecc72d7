/** Selects the pages of this answer and of the next from the requested ranges. */
import { parsePageRanges } from '@recto/engine'
import type { Part } from './parts.ts'
import { Refusal } from './refusal.ts'

/** Pages per answer: with scans, half a minute of work. */
const MAX_PAGES = 20
/** Characters per answer: about 10,000 tokens. */
const MAX_CHARACTERS = 40_000

interface Choice {
  /** `undefined` for a document without pages, which is converted as a whole. */
  readonly now: readonly number[] | undefined
  readonly later: readonly number[]
}

/**
 * @param total Pages of the document.
 * @throws {Refusal} for an invalid list of pages, and for pages beyond the document's end.
 */
export function choosePages(wanted: string | undefined, total: number): Choice {
  const isWanted = membership(wanted)
  if (total === 0) return { now: undefined, later: [] }
  const all = numbersTo(total).filter(isWanted)
  if (all.length === 0)
    throw new Refusal(`The document has ${total} ${total === 1 ? 'page' : 'pages'}.`)
  return { now: all.slice(0, MAX_PAGES), later: all.slice(MAX_PAGES) }
}

function membership(wanted: string | undefined): (number: number) => boolean {
  if (wanted === undefined) return () => true
  const ranges = parsePageRanges(wanted)
  if (!ranges) throw new Refusal(`"${wanted}" is not a list of pages, such as "1-3,7".`)
  return (number) => ranges.some(({ first, last }) => number >= first && number <= last)
}

function numbersTo(total: number): number[] {
  return Array.from({ length: total }, (_, index) => index + 1)
}

/** Returns the first parts that fit into one answer, at least one. */
export function takeParts(
  parts: readonly Part[],
  wanted: string | undefined,
  now: readonly number[] | undefined,
): { readonly taken: readonly Part[]; readonly rest: readonly number[] } {
  const isWanted = now ? (number: number) => now.includes(number) : membership(wanted)
  const asked = parts.filter(({ number }) => isWanted(number))
  if (asked.length === 0 && parts.length > 0) {
    throw new Refusal(`The document has ${parts.length} parts.`)
  }
  let characters = 0
  const count = asked.findIndex(({ text }, index) => {
    characters += text.length
    return index > 0 && characters > MAX_CHARACTERS
  })
  const taken = count < 0 ? asked : asked.slice(0, count)
  return { taken, rest: asked.slice(taken.length).map(({ number }) => number) }
}

/** `1-3,7` */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && number === range.last + 1) range.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
    .join(',')
}
