/** Nests the formatting and links of runs: converts runs to fragments of text and the opening and closing marks between them. */
import {
  type Delimiter,
  type DelimiterRun,
  findMispaired,
  findUnable,
  isLeftFlanking,
  isPlainLetter,
  isPlainOutside,
  neighbourAfter,
  neighbourBefore,
  type Token,
  type View,
  views,
} from './delimiters.ts'
import { isAutolink } from './links.ts'
import { BOLD, ITALIC, isGap, type Run, STRIKE, SUB, SUPER } from './runs.ts'

export type Mark = 'link' | 'strike' | 'italic' | 'bold' | 'sub' | 'super' | 'autolink'

/** Consecutive runs that share a mark. */
export interface Segment {
  readonly mark: Mark
  /** Clean target of a link; empty for other marks. */
  readonly target: string
  /** Index of the first run and of the run after the last. */
  readonly start: number
  readonly end: number
}

/** A part of a block's output: text of the document, printed markup, or the edge of a segment. */
export type Fragment =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'opaque'; readonly text: string }
  | {
      readonly type: 'edge'
      readonly text: string
      readonly side: 'open' | 'close'
      readonly segment: Segment
    }

/** Joins the fragments of a block that needs no escaping. */
export function joinFragments(fragments: readonly Fragment[]): string {
  let text = ''
  for (const fragment of fragments) text += fragment.text
  return text
}

/** Prints runs and edges. */
export interface Syntax {
  /** Text of the document is escaped later; code and formulas are printed in full. */
  readonly run: (run: Run) => string
  readonly edge: (segment: Segment, side: 'open' | 'close') => string
  /** True if delimiters must be checked against the rules of Markdown parsers. */
  readonly checked: boolean
}

/**
 * If segments are equal, the earlier mark in this list is outside. Delimiters are innermost, because parsers judge them
 * by the adjacent text; italic is outside bold, because `***a***` is read that way.
 */
const outermostFirst: readonly Mark[] = [
  'link',
  'sub',
  'super',
  'strike',
  'italic',
  'bold',
  'autolink',
]

const bits: Readonly<Record<Exclude<RunMark, 'link'>, number>> = {
  strike: STRIKE,
  italic: ITALIC,
  bold: BOLD,
  sub: SUB,
  super: SUPER,
}

/** Number of delimiter characters of each mark that has delimiters. */
const delimiterSizes: Readonly<Partial<Record<Mark, number>>> = { bold: 2, italic: 1, strike: 2 }

/** The most passes: dropping marks may make others unreadable; after the last pass all are dropped. */
const MAX_ROUNDS = 6

/** Drops marks that a parser would misread and keeps their text: `a**(b)**c` (C5). */
export function nestRuns(runs: readonly Run[], syntax: Syntax): Fragment[] {
  let segments = runs.every(isBare) ? [] : findSegments(runs)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fragments = layOut(runs, segments, syntax)
    const misread = syntax.checked ? findMisread(fragments, segments) : undefined
    if (!misread || misread.size === 0) return fragments
    segments = segments.filter((segment) => !misread.has(segment))
  }
  return layOut(
    runs,
    segments.filter(({ mark }) => !delimiterSizes[mark]),
    syntax,
  )
}

function isBare({ marks, link }: Run): boolean {
  return marks === 0 && link === undefined
}

type RunMark = Exclude<Mark, 'autolink'>
const runMarks: readonly RunMark[] = ['link', 'strike', 'italic', 'bold', 'sub', 'super']

function findSegments(runs: readonly Run[]): Segment[] {
  const used = runs.reduce((marks, run) => marks | run.marks, 0)
  const segments: Segment[] = []
  for (const mark of runMarks) {
    if (mark !== 'link' && (used & bits[mark]) === 0) continue
    for (const segment of segmentsOf(runs, mark)) {
      segments.push(isBareLink(runs, segment) ? { ...segment, mark: 'autolink' } : segment)
    }
  }
  return segments
}

function isBareLink(runs: readonly Run[], { mark, start, end, target }: Segment): boolean {
  const run = runs[start]
  if (mark !== 'link' || end !== start + 1 || run?.type !== 'text') return false
  return isAutolink(run.text, target)
}

function segmentsOf(runs: readonly Run[], mark: RunMark): Segment[] {
  const valueIn = (run: Run | undefined): string | undefined => {
    if (!run) return undefined
    if (mark === 'link') return run.link
    return run.marks & bits[mark] ? '' : undefined
  }
  const segments: Segment[] = []
  for (let start = 0; start < runs.length; ) {
    const target = valueIn(runs[start])
    let end = start + 1
    while (end < runs.length && valueIn(runs[end]) === target) end += 1
    if (target !== undefined) segments.push({ mark, target, start, end })
    start = end
  }
  return segments
}

/** Inserts edges between the runs; where segments overlap without nesting, the inner one is closed and opened again. */
function layOut(runs: readonly Run[], segments: readonly Segment[], syntax: Syntax): Fragment[] {
  if (segments.length === 0) return runs.map((run) => toFragment(run, syntax))
  const fragments: Fragment[] = []
  const starting = Map.groupBy(segments, (segment) => segment.start)
  const open: Segment[] = []
  let waiting: Segment[] = []
  const edge = (segment: Segment, side: 'open' | 'close'): void => {
    fragments.push({ type: 'edge', side, segment, text: syntax.edge(segment, side) })
  }
  for (const [index, run] of runs.entries()) {
    if (open.length > 0) waiting.push(...closeEnded(open, index, edge))
    const opening = starting.get(index)
    if (opening) waiting.push(...opening)
    // No delimiter opens before a space.
    if (waiting.length > 0 && !isGap(run)) {
      for (const segment of waiting.sort(outerFirst(open))) {
        open.push(segment)
        edge(segment, 'open')
      }
      waiting = []
    }
    fragments.push(toFragment(run, syntax))
  }
  closeEnded(open, runs.length, edge)
  return fragments
}

function toFragment(run: Run, syntax: Syntax): Fragment {
  const type = run.type === 'text' || run.type === 'space' ? 'text' : 'opaque'
  return { type, text: syntax.run(run) }
}

/** @returns Segments that were closed although they continue. */
function closeEnded(
  open: Segment[],
  index: number,
  edge: (segment: Segment, side: 'close') => void,
): Segment[] {
  const first = open.findIndex((segment) => segment.end <= index)
  if (first < 0) return []
  const closed = open.splice(first).reverse()
  for (const segment of closed) edge(segment, 'close')
  return closed.filter((segment) => segment.end > index)
}

/** Orders segments by their end, the latest outside; ends are capped at that of the enclosing segments. */
function outerFirst(open: readonly Segment[]): (a: Segment, b: Segment) => number {
  // The number of open segments is at most the number of marks.
  const limit = Math.min(...open.map(({ end }) => end))
  const endOf = ({ end }: Segment): number => Math.min(end, limit)
  return (a, b) =>
    endOf(b) - endOf(a) || outermostFirst.indexOf(a.mark) - outermostFirst.indexOf(b.mark)
}

function findMisread(fragments: readonly Fragment[], segments: readonly Segment[]): Set<Segment> {
  if (!segments.some(({ mark }) => delimiterSizes[mark])) return new Set()
  if (isPlainlyRead(fragments)) return new Set()
  const text = joinFragments(fragments)
  const rows = findRows(fragments)
  const readings = views.map((view) => ({ view, tokens: toTokens(rows, text, view) }))
  const unable = union(readings.map(({ tokens }) => findUnable(tokens)))
  if (unable.size > 0) return unable
  return shortest(union(readings.map(({ view, tokens }) => findMispaired(tokens, view))))
}

/**
 * Returns true if each delimiter is isolated, with an ASCII letter inside and space or punctuation outside: it can then
 * only open or only close, and every parser pairs it as nested. Nearly all delimiters are so.
 */
function isPlainlyRead(fragments: readonly Fragment[]): boolean {
  return fragments.every((fragment, index) => {
    if (fragment.type !== 'edge' || !delimiterSizes[fragment.segment.mark]) return true
    const before = fragments[index - 1]?.text.at(-1)
    const after = fragments[index + 1]?.text[0]
    const [inside, outside] = fragment.side === 'open' ? [after, before] : [before, after]
    if (fragment.segment.mark === 'strike' || inside === undefined || !isPlainLetter(inside))
      return false
    // An empty fragment hides the character after it.
    if (outside === undefined) return index === 0 || index === fragments.length - 1
    return isPlainOutside(outside)
  })
}

/** Returns the shortest segments: without them the others may be read as intended. */
function shortest(segments: ReadonlySet<Segment>): Set<Segment> {
  const extentOf = ({ start, end }: Segment): number => end - start
  let least = Number.POSITIVE_INFINITY
  for (const segment of segments) least = Math.min(least, extentOf(segment))
  return new Set([...segments].filter((segment) => extentOf(segment) === least))
}

function union<Value>(sets: readonly ReadonlySet<Value>[]): Set<Value> {
  return new Set(sets.flatMap((set) => [...set]))
}

/** Adjacent delimiters of one character, with their offsets in the text. */
interface DelimiterRow {
  readonly delimiters: Delimiter<Segment>[]
  readonly start: number
  end: number
}

/** Returns the runs of delimiters, and the starts and ends of links, for pairing. */
function findRows(
  fragments: readonly Fragment[],
): readonly (DelimiterRow | 'linkStart' | 'linkEnd')[] {
  const rows: (DelimiterRow | 'linkStart' | 'linkEnd')[] = []
  let row: DelimiterRow | undefined
  let at = 0
  for (const fragment of fragments) {
    const delimiters = toDelimiters(fragment)
    const end = at + fragment.text.length
    if (delimiters.length === 0) row = undefined
    else if (row && row.delimiters[0]?.character === delimiters[0]?.character) {
      row.delimiters.push(...delimiters)
      row.end = end
    } else {
      row = { delimiters, start: at, end }
      rows.push(row)
    }
    if (fragment.type === 'edge' && fragment.segment.mark === 'link') {
      rows.push(fragment.side === 'open' ? 'linkStart' : 'linkEnd')
    }
    at = end
  }
  return rows
}

/** Classifies the rows as a parser with this view does. */
function toTokens(
  rows: readonly (DelimiterRow | 'linkStart' | 'linkEnd')[],
  text: string,
  view: View,
): Token<Segment>[] {
  return rows.map((row) => (typeof row === 'string' ? row : toDelimiterRun(row, text, view)))
}

function delimiterOf(fragment: Fragment | undefined): '*' | '~' | undefined {
  if (fragment?.type !== 'edge' || !delimiterSizes[fragment.segment.mark]) return undefined
  return fragment.segment.mark === 'strike' ? '~' : '*'
}

function toDelimiterRun(
  { delimiters, start, end }: DelimiterRow,
  text: string,
  view: View,
): DelimiterRun<Segment> {
  const before = neighbourBefore(text, start, view)
  const after = neighbourAfter(text, end, view)
  const isLoose = view.codeUnits && text[start] === '*'
  return {
    delimiters,
    canOpen: isLeftFlanking(before, after) || (isLoose && text[end] === '~'),
    canClose: isLeftFlanking(after, before) || (isLoose && text[start - 1] === '~'),
  }
}

function toDelimiters(fragment: Fragment): Delimiter<Segment>[] {
  const character = delimiterOf(fragment)
  if (fragment.type !== 'edge' || !character) return []
  const { side, segment } = fragment
  const size = delimiterSizes[segment.mark] ?? 0
  const delimiter = { character, owner: segment, side, size }
  return size === 1 ? [delimiter] : [delimiter, delimiter]
}
