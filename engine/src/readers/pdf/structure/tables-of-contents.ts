/** Finds printed tables of contents: runs of entries with page numbers or links that name headings. */

import { splitEntry } from '../layout/index.ts'
import { stepsOf } from '../statistics.ts'
import { type Candidate, candidatesOf, leads, wholeEntry } from './contents-entries.ts'
import { findParts } from './contents-parts.ts'
import { withNumberApart, withoutLeader } from './entry-lines.ts'
import type { Levels } from './heading-levels.ts'
import { HeadingSearch } from './heading-search.ts'
import { contentsTitle, numberOf } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf, together } from './layout-blocks.ts'
import type { ListEntry } from './lists.ts'
import { findMarker, unmappedMarker } from './markers.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

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

/** @param layoutBlocks Blocks of each page; those of entries are replaced by one block for each entry. */
export function findTablesOfContents(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
  levels: Levels,
): TablesOfContents {
  const search = new HeadingSearch(layoutBlocks.flat(), levels)
  const entries = new Map<LayoutBlock, readonly Candidate[]>()
  const titles = new Map<TextBlock, number>()
  for (const { parts, title } of runsOf(layoutBlocks, search)) {
    for (const [block, own] of parts) entries.set(block, own)
    const found = parts.flatMap(([, own]) => own)
    if (title) titles.set(title, levels.get(title) ?? topLevel(found, levels))
  }
  if (entries.size === 0) return { layoutBlocks, levels, contents: new Map() }
  const ordered = inOrder(entries, search)
  return withEntries(layoutBlocks, new Map([...levels, ...titles]), ordered)
}

/** Entries below each other. */
interface EntryRun {
  /** The blocks with their entries; a block that is the first line of an entry, or furniture, has none. */
  readonly parts: [TextBlock, readonly Candidate[]][]
  /** The title of contents above them. */
  readonly title: TextBlock | undefined
  /** True below the title of contents, and where contents go on below a single other block. */
  readonly isTitled: boolean
}

/** Returns the runs of entries that are contents. */
function runsOf(pages: readonly (readonly LayoutBlock[])[], search: HeadingSearch): EntryRun[] {
  const all = pages.flat()
  const edges = new Set(pages.flatMap((blocks) => [blocks[0], blocks.at(-1)]))
  const runs: EntryRun[] = []
  let run = runBelow(undefined, false)
  const flush = (block: LayoutBlock | undefined): void => {
    const isAccepted = isContents(run)
    const page = lastOf(run)?.block.page
    // A number or a title at the top of the page below the last entry begins what comes next.
    run.parts.splice(run.parts.findLastIndex(([own]) => own.page === page) + 1)
    if (isAccepted) runs.push(run)
    run = runBelow(block, isAccepted && run.isTitled)
  }
  for (let at = 0; at < all.length; at++) {
    const [block, next] = [all[at] as LayoutBlock, all[at + 1]]
    const isText = block.type === 'text'
    const open = { last: lastOf(run), isTitled: run.isTitled }
    if (isText && edges.has(block) && isFurniture(block, run, search)) {
      run.parts.push([block, []])
      continue
    }
    const own = isText ? candidatesOf(block, next, search, open) : []
    if (isText && beginsAgain(own[0], open.last)) flush(undefined)
    const whole = own.length === 0 ? wholeEntry(block, next, search, open) : undefined
    if (isText && own.length > 0) run.parts.push([block, own])
    else if (whole) {
      run.parts.push([whole.first, []], [whole.rest, [whole.entry]])
      at++
    } else flush(block)
  }
  flush(undefined)
  return runs
}

function runBelow(before: LayoutBlock | undefined, goesOn: boolean): EntryRun {
  const title = before?.type === 'text' && contentsTitle.test(textOf(before)) ? before : undefined
  return { parts: [], title, isTitled: goesOn || title !== undefined }
}

function lastOf({ parts }: EntryRun): Candidate | undefined {
  return parts.findLast(([, own]) => own.length > 0)?.[1].at(-1)
}

/** Matches the page number of a running head, such as `iv CONTENTS`. */
const numberAtSide = /^(?:\d+|[ivxlc]+)\s+|\s+(?:\d+|[ivxlc]+)$/gi

/**
 * Returns true for a page number below an entry that has its own, and below the title of contents for the title again or that of the
 * document, at the edge of a page: few pages have them.
 */
function isFurniture(block: TextBlock, run: EntryRun, search: HeadingSearch): boolean {
  const last = lastOf(run)
  if (!last?.hasPage) return false
  const text = textOf(block)
  const { title, page } = splitEntry(text)
  if (title === '' && page !== '') return true
  if (!run.isTitled) return false
  if (contentsTitle.test(text.replace(numberAtSide, ''))) return true
  const heading = search.named(text)
  const isBefore = (own: TextBlock) => search.isBefore(own, last.block)
  // Contents at the end of the document name headings before them.
  return heading !== undefined && isBefore(heading) && !(last.heading && isBefore(last.heading))
}

/** Returns true for an entry on another page than the last one with a lower page number: the head of a chapter, or other contents. */
function beginsAgain(entry: Candidate | undefined, last: Candidate | undefined): boolean {
  if (!entry || !last || entry.block.page === last.block.page) return false
  return entry.pageNumber < last.pageNumber
}

/**
 * Refers entries to those before them: an entry whose text several headings have (`Examples`) leads to the one after the heading of the
 * entry before, and what touches the title of an entry below a numbered one is its number.
 */
function inOrder(
  entries: ReadonlyMap<LayoutBlock, readonly Candidate[]>,
  search: HeadingSearch,
): Map<LayoutBlock, readonly Candidate[]> {
  let before: TextBlock | undefined
  let isNumbered = false
  const follow = (candidate: Candidate): Candidate => {
    const block = isNumbered ? numberedBlock(candidate.block) : candidate.block
    isNumbered = numberOf(textOf(block)) !== undefined
    const heading = candidate.heading && search.following(candidate.heading, before)
    before = heading ?? before
    return { ...candidate, block, heading }
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
function isContents({ parts, isTitled }: EntryRun): boolean {
  const found = parts.flatMap(([, own]) => own)
  const leading = found.filter(leads).length
  const named = found.filter(({ heading }) => heading).length
  const areNamed = named >= settings.few && 2 * leading >= found.length
  return areNamed || isPrintedList(found, isTitled)
}

/**
 * Returns true for entries whose page numbers ascend, and which have leaders or are links or stand below the title of contents: of
 * figures, or of headings on pages that are not read.
 */
function isPrintedList(entries: readonly Candidate[], isTitled: boolean): boolean {
  const led = entries.filter(({ hasLeader, isLink }) => isTitled || hasLeader || isLink).length
  const numbers = entries.flatMap(({ pageNumber }) => (Number.isNaN(pageNumber) ? [] : pageNumber))
  return (
    led >= settings.few &&
    2 * led >= entries.length &&
    entries.every(({ hasPage }) => hasPage) &&
    stepsOf(numbers).every((step) => step >= 0)
  )
}

/** What entries at a left edge show. */
interface Depth {
  readonly depth: number
  /** Number of parts of the section's number: 2 for `2.1`; 0 without one; one more for chapters below Roman numbers. */
  readonly parts: number
}

/** The depths of the last entries, by their left edges in points. */
type Depths = Map<number, Depth>

/**
 * Returns the depth of an entry that names no heading: that of others with its left edge, or one more than of those left of it. Entries
 * with numbers may have one left edge at all depths, and an entry without one may stand beside deeper ones.
 */
function depthAt(edge: number, parts: number, depths: Depths): number {
  const known = depths.get(edge)
  if (known && known.parts > 0 && parts > 0) return Math.max(1, known.depth + parts - known.parts)
  if (known && parts === 0) return known.depth
  const left = [...depths.keys()].filter((other) => other < edge - settings.sameEdgePoints)
  if (left.length === 0) return known?.depth ?? 1
  return 1 + (depths.get(Math.max(...left))?.depth ?? 0)
}

/**
 * Returns the left edges of entries in points, as if all pages and columns of them ended where the first one does. Left and right pages
 * have other margins.
 */
function edgesOf(entries: readonly Candidate[]): Map<TextBlock, number> {
  const columns: TextBlock[][] = []
  for (const { block } of entries) {
    const last = columns.at(-1)
    const above = last?.at(-1)
    if (last && above && isBelow(above, block)) last.push(block)
    else columns.push([block])
  }
  const ends = columns.map(endOf)
  const first = ends.find((end) => end !== undefined) ?? 0
  const edges = columns.flatMap((blocks, at) => {
    const shift = first - (ends[at] ?? first)
    return blocks.map((block): [TextBlock, number] => [block, Math.round(block.box.x0 + shift)])
  })
  return new Map(edges)
}

function isBelow({ page, box }: TextBlock, block: TextBlock): boolean {
  return page === block.page && box.x0 < block.box.x1 && block.box.x0 < box.x1
}

/** Returns where the page numbers of a column of entries end; `undefined` if they stand right behind the titles. */
function endOf(blocks: readonly TextBlock[]): number | undefined {
  const end = blocks.reduce((most, { box }) => Math.max(most, box.x1), 0)
  const atEnd = blocks.filter(({ box }) => end - box.x1 < settings.sameEdgePoints).length
  return 2 * atEnd >= blocks.length ? end : undefined
}

/** What nests entries that name no headings. */
interface Nesting {
  readonly depths: Depths
  readonly edges: ReadonlyMap<TextBlock, number>
  /** The parts of the document, which stand above its chapters. */
  readonly upper: ReadonlySet<TextBlock>
}

/** Replaces the blocks of entries, joins page numbers that stand apart, and nests entries by the levels of their headings. */
function withEntries(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
  levels: Levels,
  entries: ReadonlyMap<LayoutBlock, readonly Candidate[]>,
): TablesOfContents {
  const contents = new Map<TextBlock, ContentsEntry>()
  const all = [...entries.values()].flat()
  const nesting: Nesting = {
    depths: new Map(),
    edges: edgesOf(all),
    upper: findParts(all),
  }
  const pages = layoutBlocks.map((list) => {
    const placed: LayoutBlock[] = []
    for (const block of list) {
      for (const candidate of entries.get(block) ?? []) {
        const entry = entryOf(candidate, placed, contents, levels, nesting)
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
  { depths, edges, upper }: Nesting,
): ContentsEntry {
  const last = placed.at(-1)
  const before = last?.type === 'text' ? contents.get(last) : undefined
  if (before && !hasPage && !heading) {
    placed.pop()
    contents.delete(before.block)
    return { ...before, block: withLinesOf(together(before.block, block), withoutLeader) }
  }
  const edge = edges.get(block) ?? 0
  const own = numberOf(textOf(block))?.split('.').length ?? 0
  const parts = own > 0 && upper.size > 0 && !upper.has(block) ? own + 1 : own
  const depth = heading ? Math.max(1, levels.get(heading) ?? 1) : depthAt(edge, parts, depths)
  if (parts > 0 || !depths.get(edge)?.parts) depths.set(edge, { depth, parts })
  const printed = findMarker(textOf(block))
  const found = printed && printed.marker.type !== 'label' ? printed : unmappedMarker
  const indent = depth * settings.contentsIndent
  return { found, block: withLinesOf(block, withoutLeader), indent, heading, isContents: true }
}

function numberedBlock(block: TextBlock): TextBlock {
  return withLinesOf(block, (line, at) => (at === 0 ? withNumberApart(line) : line))
}

/** Returns the same block if none of its lines changes. */
function withLinesOf(
  block: TextBlock,
  change: (line: StyledLine, at: number) => StyledLine,
): TextBlock {
  const lines = block.lines.map(change)
  return lines.some((line, at) => line !== block.lines[at]) ? { ...block, lines } : block
}
