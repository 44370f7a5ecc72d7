/** Finds printed tables of contents: runs of entries with page numbers or links that name headings. */

import { hasLeader, splitEntry } from '../layout/index.ts'
import { stepsOf } from '../statistics.ts'
import type { Levels } from './heading-levels.ts'
import { contentsTitle, isTooLong, numberOf } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf, together, withLines } from './layout-blocks.ts'
import type { ListEntry } from './lists.ts'
import { findMarker, unmappedMarker } from './markers.ts'
import { outlineKey, textKey } from './outline-names.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** An entry of a table of contents. */
export interface ContentsEntry extends ListEntry {
  /** The heading that it names; `undefined` if none has its text. */
  readonly heading: TextBlock | undefined
}

export type ContentsEntries = ReadonlyMap<TextBlock, ContentsEntry>

/** What the tables of contents change in the layout of the document. */
export interface TablesOfContents {
  readonly layoutBlocks: readonly (readonly LayoutBlock[])[]
  /** The headings, without those that are entries, and with the titles of the tables. */
  readonly levels: Levels
  readonly contents: ContentsEntries
}

const letter = /\p{L}/u

/** A block that may be an entry. */
interface Candidate {
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

/** @param layoutBlocks Blocks of each page; those of entries are replaced by one block for each entry. */
export function findTablesOfContents(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
  levels: Levels,
): TablesOfContents {
  const all = layoutBlocks.flat()
  const search = new HeadingSearch(all, levels)
  const entries = new Map<LayoutBlock, readonly Candidate[]>()
  const titles = new Map<TextBlock, number>()
  let run: [TextBlock, readonly Candidate[]][] = []
  let before: LayoutBlock | undefined
  const flush = (): void => {
    const found = run.flatMap(([, own]) => own)
    if (isContents(found)) {
      for (const [block, own] of run) entries.set(block, own)
      if (before?.type === 'text' && contentsTitle.test(textOf(before)))
        titles.set(before, levels.get(before) ?? topLevel(found, levels))
    }
    run = []
  }
  for (let at = 0; at < all.length; at++) {
    const [block, next] = [all[at] as LayoutBlock, all[at + 1]]
    const own = block.type === 'text' ? candidatesOf(block, search, run.length > 0) : []
    const whole = own.length === 0 ? wholeEntry(block, next, search, run.length > 0) : undefined
    if (block.type === 'text' && own.length > 0) run.push([block, own])
    else if (whole) {
      run.push([whole.first, []], [whole.rest, [whole.entry]])
      at++
    } else {
      flush()
      before = block
    }
  }
  flush()
  if (entries.size === 0) return { layoutBlocks, levels, contents: new Map() }
  const ordered = withHeadingsInOrder(entries, search)
  return withEntries(layoutBlocks, new Map([...levels, ...titles]), ordered)
}

/** An entry whose text several headings have (`Examples`) leads to the one after the heading of the entry before. */
function withHeadingsInOrder(
  entries: ReadonlyMap<LayoutBlock, readonly Candidate[]>,
  search: HeadingSearch,
): Map<LayoutBlock, readonly Candidate[]> {
  let before: TextBlock | undefined
  const follow = (candidate: Candidate): Candidate => {
    if (!candidate.heading) return candidate
    const heading = search.following(candidate.heading, before)
    before = heading
    return { ...candidate, heading }
  }
  return new Map(Array.from(entries, ([block, own]) => [block, own.map(follow)]))
}

function topLevel(entries: readonly Candidate[], levels: Levels): number {
  const own = entries.flatMap(({ heading }) => (heading ? (levels.get(heading) ?? []) : []))
  return Math.max(1, Math.min(...own))
}

/**
 * Returns true for entries of which at least half have page numbers or links and some name headings. Few names are enough, because the
 * lower levels of a document may not be headings.
 */
function isContents(run: readonly Candidate[]): boolean {
  const leading = run.filter(leads).length
  const named = run.filter(({ heading }) => heading).length
  return (named >= settings.few && 2 * leading >= run.length) || isPrintedList(run)
}

/** Returns true for entries with leaders whose page numbers ascend: of figures, or of headings on pages that are not read. */
function isPrintedList(run: readonly Candidate[]): boolean {
  const led = run.filter(({ hasLeader }) => hasLeader).length
  const numbers = run.flatMap(({ pageNumber }) => (Number.isNaN(pageNumber) ? [] : [pageNumber]))
  return (
    led >= settings.few &&
    2 * led >= run.length &&
    run.every(({ hasPage }) => hasPage) &&
    stepsOf(numbers).every((step) => step >= 0)
  )
}

interface PlacedHeading {
  readonly block: TextBlock
  /** Letters and digits of its text without the section's number. */
  readonly title: string
  readonly number: string | undefined
  readonly order: number
}

/** Finds the headings that entries name. */
class HeadingSearch {
  readonly levels: Levels
  readonly #orders = new Map<LayoutBlock, number>()
  readonly #byText: ReadonlyMap<string, readonly PlacedHeading[]>
  readonly #byTitle: ReadonlyMap<string, readonly PlacedHeading[]>
  /** By number and title; those without a number have an empty one. */
  readonly #byNumber: ReadonlyMap<string, readonly PlacedHeading[]>
  readonly #byPage: ReadonlyMap<number, readonly PlacedHeading[]>

  constructor(blocks: readonly LayoutBlock[], levels: Levels) {
    this.levels = levels
    const headings: PlacedHeading[] = []
    for (const [order, block] of blocks.entries()) {
      this.#orders.set(block, order)
      if (block.type !== 'text' || !levels.has(block)) continue
      const text = textOf(block)
      headings.push({ block, order, title: outlineKey(text), number: numberOf(text) })
    }
    this.#byText = Map.groupBy(headings, ({ block }) => textKey(textOf(block)))
    this.#byPage = Map.groupBy(headings, ({ block }) => block.page)
    this.#byTitle = Map.groupBy(headings, ({ title }) => title)
    this.#byNumber = Map.groupBy(headings, ({ number = '', title }) => `${number} ${title}`)
  }

  /**
   * @returns The first heading after an entry that has its text; otherwise its title, unless both have numbers that differ; otherwise
   * one that its link leads to; otherwise the first heading before it.
   */
  find(entry: TextBlock, text: string): TextBlock | undefined {
    const key = outlineKey(text)
    if (key === '') return undefined
    const order = this.#orders.get(entry) ?? 0
    const [exact, alike] = [this.#byText.get(textKey(text)), this.#titled(key, numberOf(text))]
    const later = firstAfter(exact, order) ?? firstAfter(alike, order) ?? this.#linked(entry, key)
    const first = (exact ?? alike)?.[0]?.block
    return later ?? (first === entry ? undefined : first)
  }

  /** Returns the headings with a title, and with a number if they have any. */
  #titled(title: string, number: string | undefined): readonly PlacedHeading[] | undefined {
    if (number === undefined) return this.#byTitle.get(title)
    return this.#byNumber.get(`${number} ${title}`) ?? this.#byNumber.get(` ${title}`)
  }

  /** Returns the first heading after `before` with the text of `heading`, if `heading` is not after it; without one, `heading`. */
  following(heading: TextBlock, before: TextBlock | undefined): TextBlock {
    const order = before ? (this.#orders.get(before) ?? 0) : 0
    if ((this.#orders.get(heading) ?? 0) > order) return heading
    return firstAfter(this.#byText.get(textKey(textOf(heading))), order) ?? heading
  }

  /** Returns the first heading with this text. */
  named(text: string): TextBlock | undefined {
    return this.#byText.get(textKey(text))?.[0]?.block
  }

  /** Returns a heading on the page that an entry links to which ends with its title: `CHAPTER ONE WOOL`. */
  #linked(entry: TextBlock, key: string): TextBlock | undefined {
    const link = entry.lines
      .flatMap(({ runs }) => runs)
      .find((run) => typeof run.link === 'object')?.link
    if (typeof link !== 'object') return undefined
    const headings = this.#byPage.get(link.page)?.slice(0, limits.pageHeadings)
    return headings?.find(({ title }) => title.endsWith(key))?.block
  }
}

/** Binary search, because a hostile file may have thousands of equal headings. */
function firstAfter(headings: readonly PlacedHeading[] = [], order: number): TextBlock | undefined {
  let [low, high] = [0, headings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((headings[middle]?.order ?? 0) <= order) low = middle + 1
    else high = middle
  }
  return headings[low]?.block
}

/** Matches the number or letter at the begin of an entry. */
const entryNumber = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?\s/

/** An entry in two blocks, as the labels cut it at the end of its first lines. */
interface WholeEntry {
  readonly first: TextBlock
  readonly rest: TextBlock
  readonly entry: Candidate
}

/**
 * Returns the entry of two blocks if the second one ends in a page number, and a heading has the text of both, or a leader follows
 * the second one within a run of entries.
 */
function wholeEntry(
  first: LayoutBlock,
  rest: LayoutBlock | undefined,
  search: HeadingSearch,
  isInRun: boolean,
): WholeEntry | undefined {
  if (first.type !== 'text' || rest?.type !== 'text' || first.page !== rest.page) return undefined
  if (first.isCell || rest.isCell) return undefined
  if (first.lines.length > settings.few || rest.lines.length > 1) return undefined
  if (splitEntry(rest.lines[0]?.text ?? '').page === '') return undefined
  const block = together(first, rest)
  const isLed = isInRun && hasLeader(textOf(rest)) && !search.levels.has(first)
  const isCut = isLed && entryNumber.test(textOf(first)) && !entryNumber.test(textOf(rest))
  if (!isCut && !search.named(splitEntry(textOf(block)).title)) return undefined
  return { first, rest, entry: candidateOf(block, first, search) }
}

/**
 * Returns the entries in a block: one, or one for each line of a paragraph.
 *
 * @param isInRun True after an entry. The first entry must have a page number or a link, which spares most blocks the search.
 */
function candidatesOf(block: TextBlock, search: HeadingSearch, isInRun: boolean): Candidate[] {
  const end = splitEntry(block.lines.at(-1)?.text ?? '')
  if (block.isCell || (end.page === '' && !isInRun && !isLink(block.lines))) return []
  const text = textOf(block)
  const isLong = isTooLong(block, text)
  const whole = isLong ? undefined : candidateOf(block, block, search)
  if (whole?.heading) return search.levels.has(block) && !leads(whole) ? [] : [whole]
  const lines = block.lines.map((line) => candidateOf(withLines(block, [line]), block, search))
  const areEntries = lines.length > 1 && lines.every(leads)
  const areLed = lines.every(({ hasLeader }) => hasLeader)
  if (areEntries && (areLed || lines.some(({ heading }) => heading))) return lines
  if (!whole || search.levels.has(block)) return []
  return whole.hasPage || (isInRun && end.title === '') ? [whole] : []
}

function candidateOf(block: TextBlock, printed: TextBlock, search: HeadingSearch): Candidate {
  const text = textOf(block)
  const { title, page } = splitEntry(text)
  // An entry of an index has a comma before its page numbers.
  const hasPage = letter.test(title) && page !== '' && !title.endsWith(',')
  const heading = search.find(printed, title) ?? search.find(printed, text)
  const pageNumber = Number(page || Number.NaN)
  const isLed = block.lines.some((line) => hasLeader(line.text))
  return { block, hasPage, pageNumber, hasLeader: isLed, isLink: isLink(printed.lines), heading }
}

/** Returns true for an entry with a page number or a link to a heading. */
function leads({ hasPage, isLink, heading }: Candidate): boolean {
  return hasPage || (isLink && heading !== undefined)
}

/** Returns true if all of a text is a link to a place in the document. */
function isLink(lines: readonly StyledLine[]): boolean {
  return lines.every(({ runs }) =>
    runs.every(({ link, text }) => typeof link === 'object' || text.trim() === ''),
  )
}

/** The depths of the last entries, by their left edges in points. */
type Depths = Map<number, number>

/** Returns the depth of an entry that names no heading: that of others with its left edge, or one more than of those left of it. */
function depthAt(edge: number, depths: Depths): number {
  const known = depths.get(edge)
  if (known !== undefined) return known
  const left = [...depths.keys()].filter((other) => other < edge - 1)
  return left.length === 0 ? 1 : 1 + (depths.get(Math.max(...left)) ?? 0)
}

/** Replaces the blocks of entries, joins page numbers that stand apart, and nests entries by the levels of their headings. */
function withEntries(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
  levels: Levels,
  entries: ReadonlyMap<LayoutBlock, readonly Candidate[]>,
): TablesOfContents {
  const contents = new Map<TextBlock, ContentsEntry>()
  const depths: Depths = new Map()
  const pages = layoutBlocks.map((list) => {
    const placed: LayoutBlock[] = []
    for (const block of list) {
      for (const candidate of entries.get(block) ?? []) {
        const entry = entryOf(candidate, placed, contents, levels, depths)
        placed.push(entry.block)
        contents.set(entry.block, entry)
      }
      if (!entries.has(block)) placed.push(block)
    }
    return placed
  })
  const kept = [...levels].filter(([block]) => !entries.has(block))
  return { layoutBlocks: pages, levels: new Map(kept), contents }
}

/** Makes an entry of a candidate; takes the entry before it back if the candidate is only its page number. */
function entryOf(
  { block, heading, hasPage }: Candidate,
  placed: LayoutBlock[],
  contents: Map<TextBlock, ContentsEntry>,
  levels: Levels,
  depths: Depths,
): ContentsEntry {
  const last = placed.at(-1)
  const before = last?.type === 'text' ? contents.get(last) : undefined
  if (before && !hasPage && !heading) {
    placed.pop()
    contents.delete(before.block)
    return { ...before, block: together(before.block, block) }
  }
  const edge = Math.round(block.box.x0)
  const depth = heading ? Math.max(1, levels.get(heading) ?? 1) : depthAt(edge, depths)
  depths.set(edge, depth)
  const printed = findMarker(textOf(block))
  const found = printed?.marker.type === 'bullet' ? printed : unmappedMarker
  return { found, block, indent: depth * settings.contentsIndent, heading }
}

/** Returns the lines of an entry with a link on all of its text but the page number, and without the leader. */
export function linkEntry(lines: readonly StyledLine[], link: string): StyledLine[] {
  return lines.map((line, at) => {
    const text = line.runs.map((run) => run.text).join('')
    const { title, page } = at === lines.length - 1 ? splitEntry(text) : { title: text, page: '' }
    const runs: Run[] = []
    let left = title.length
    for (const { link: _, ...run } of line.runs) {
      if (left > 0) addRun(runs, { ...run, text: run.text.slice(0, left), link })
      left -= run.text.length
    }
    const [first] = line.runs
    if (first && page !== '')
      runs.push({ style: first.style, text: `${title === '' ? '' : ' '}${page}` })
    return { ...line, runs }
  })
}

/** Adds a run, to the last one if both are plain: the type of entries is no emphasis. */
function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  if (last && isPlain(last) && isPlain(run))
    runs[runs.length - 1] = { ...last, text: last.text + run.text }
  else runs.push(run)
}

function isPlain({ script, note, latex }: Run): boolean {
  return script === undefined && note === undefined && latex === undefined
}
