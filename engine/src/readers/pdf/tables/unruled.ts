/** Finds tables without rulings: lines of text with gaps at the same positions (Nurminen 2013, by text edges). */
import { areBlocks, areLists, fragmentOf, hasLeader, type LineFragment } from '../layout/index.ts'
import { columnStarts, isFlush } from './flush.ts'
import { isProse, isProseLine, opensCaption } from './prose.ts'
import { lineOfSegments, type Region, unruledRegion } from './region.ts'
import type { Lines } from './rulings.ts'
import { type Segment, type TextLine, textOf } from './segments.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'

/** Finds regions whose lines have columns. */
export function findUnruledRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  return zonesOf(lines, new Map()).flatMap((zone) =>
    blocksOf(zone).map((block) => unruledRegion(block, rulings)),
  )
}

/** The fragments of the segments that may be in lists, made once, because a page has a dozen gaps that may be gutters. */
type Fragments = Map<Segment, LineFragment>

function fragmentOfSegment(segment: Segment, fragments: Fragments): LineFragment {
  const known = fragments.get(segment)
  if (known) return known
  const made = { ...fragmentOf(segment), x0: segment.x0, x1: segment.x1 }
  fragments.set(segment, made)
  return made
}

/** Separates columns of running text and of lists of labels and values, so that lines side by side do not become rows. */
function zonesOf(lines: readonly TextLine[], fragments: Fragments): TextLine[][] {
  const gutter = findGutter(lines) ?? findListGutter(lines, fragments)
  if (gutter === undefined) return [[...lines]]
  // Between two lines that cross the gutter, one line that shows it is enough.
  const columns = runsBeside(lines, gutter).filter(
    (run) =>
      run.some(({ segments }) => segments.some(isProse)) || areListsBeside(run, gutter, fragments),
  )
  const inColumns = new Set(columns.flat())
  const left: TextLine[] = []
  const right: TextLine[] = []
  const full: TextLine[] = []
  for (const line of lines) {
    if (!inColumns.has(line)) {
      full.push(line)
      continue
    }
    const before = lineOfSegments(
      line,
      line.segments.filter((s) => s.x1 <= gutter),
    )
    const after = lineOfSegments(
      line,
      line.segments.filter((s) => s.x0 >= gutter),
    )
    if (before) left.push(before)
    if (after) right.push(after)
  }
  return [[full], zonesOf(left, fragments), zonesOf(right, fragments)]
    .flat()
    .filter((zone) => zone.length > 0)
}

/** Returns the runs of at least some lines between those that cross a gutter. */
function runsBeside(lines: readonly TextLine[], gutter: number, least = 1): TextLine[][] {
  const runs: TextLine[][] = []
  let start = 0
  for (let end = 0; end <= lines.length; end++) {
    const line = lines[end]
    if (line && !crosses(line, gutter)) continue
    if (end - start >= least) runs.push(lines.slice(start, end))
    start = end + 1
  }
  return runs
}

function crosses({ segments }: TextLine, gutter: number): boolean {
  return segments.some(({ x0, x1 }) => x0 < gutter - 1 && x1 > gutter + 1)
}

/** Returns true if lists of labels with values, or blocks that the file has one after the other, are beside a gutter. */
function areListsBeside(lines: readonly TextLine[], gutter: number, fragments: Fragments): boolean {
  const rowsWith = (isOnSide: (segment: Segment) => boolean): LineFragment[][] => {
    const rows: LineFragment[][] = []
    for (const { segments } of lines) {
      const own = segments.filter(isOnSide)
      if (own.length > 0) rows.push(own.map((segment) => fragmentOfSegment(segment, fragments)))
    }
    return rows
  }
  const left = rowsWith(({ x1 }) => x1 <= gutter)
  const right = rowsWith(({ x0 }) => x0 >= gutter)
  if (left.length < 2 || right.length < 2) return false
  if (areLists(left) && areLists(right)) return true
  if (!areBlocks({ left: left.flat(), right: right.flat() })) return false
  // Contents beside running text are no table of two columns.
  const isEntry = (row: readonly LineFragment[]) => hasLeader(textOf(row))
  return !left.some(isEntry) && !right.some(isEntry)
}

/** Returns the middle of the gap between two columns of lists that are beside each other on the most lines. */
function findListGutter(lines: readonly TextLine[], fragments: Fragments): number | undefined {
  let best: number | undefined
  // One line is no list.
  let most = 1
  const seen = new Set<string>()
  for (const gutter of gapsOf(lines)) {
    const parting = partingOf(lines, gutter)
    if (seen.has(parting)) continue
    seen.add(parting)
    for (const run of runsBeside(lines, gutter, most + 1)) {
      if (run.length <= most || !areListsBeside(run, gutter, fragments)) continue
      best = gutter
      most = run.length
    }
  }
  return best
}

/** Returns the numbers of segments on each side, from which follows which ones they are: further gutters add some. */
function partingOf(lines: readonly TextLine[], gutter: number): string {
  let left = 0
  let right = 0
  let begun = 0
  let ending = 0
  for (const { segments } of lines) {
    for (const { x0, x1 } of segments) {
      if (x1 <= gutter) left++
      if (x0 >= gutter) right++
      if (x0 < gutter - 1) begun++
      if (x1 > gutter + 1) ending++
    }
  }
  return `${left} ${right} ${begun} ${ending}`
}

/** Returns the middles of the gaps that the most lines have. */
function gapsOf(lines: readonly TextLine[]): number[] {
  const counts = new Map<number, number>()
  for (const { segments } of lines) {
    for (let index = 1; index < segments.length; index++) {
      const [before, next] = [segments[index - 1] as Segment, segments[index] as Segment]
      const middle = Math.round((before.x1 + next.x0) / 2)
      counts.set(middle, (counts.get(middle) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limits.gutters)
    .map(([middle]) => middle)
}

/** Returns the middle of the gap between two columns of running text. */
function findGutter(lines: readonly TextLine[]): number | undefined {
  const gaps: { readonly x0: number; readonly x1: number }[] = []
  for (const { segments } of lines) {
    for (let index = 1; index < segments.length; index++) {
      const [before, next] = [segments[index - 1] as Segment, segments[index] as Segment]
      if (isProse(before) && isProse(next)) gaps.push({ x0: before.x1, x1: next.x0 })
    }
  }
  let best: number | undefined
  let most = settings.many - 1
  for (const { x0: start } of gaps) {
    let count = 0
    let x0 = Number.NEGATIVE_INFINITY
    let x1 = Number.POSITIVE_INFINITY
    for (const gap of gaps) {
      if (gap.x0 > start + 1 || gap.x1 < start + 1) continue
      count++
      x0 = Math.max(x0, gap.x0)
      x1 = Math.min(x1, gap.x1)
    }
    if (count <= most) continue
    most = count
    best = (x0 + x1) / 2
  }
  return best
}

/** Returns runs of lines with columns, without the text before and after. */
function blocksOf(lines: readonly TextLine[]): TextLine[][] {
  const blocks: TextLine[][] = []
  let open: TextLine[] = []
  let singles = 0
  const close = () => {
    const trimmed = trim(open)
    if (trimmed.length > 1) blocks.push(trimmed)
    open = []
    singles = 0
  }
  for (const line of lines) {
    const last = open.at(-1)
    const isRunning = isProseLine(line)
    const gap = last ? (line.baseline - last.baseline) / Math.max(line.size, last.size) : 0
    const recent = open.slice(-6)
    // Running text that is flush with a column after the first is a wrapped cell.
    const isText = isRunning && !isFlush(line.x0, columnStarts(recent))
    const isOutside = isText || opensCaption(line)
    const isFar = gap > settings.rowGapEms
    const isFarther = isFar && (gap > settings.wideRowGapEms || !isAligned(line, recent))
    if (isFarther || (last && isOutside)) close()
    if (isOutside) continue
    singles = line.segments.length > 1 && !isRunning ? 0 : singles + 1
    // Wrapped cells and headings of groups have fewer lines of one segment.
    if (singles > settings.few) {
      close()
      continue
    }
    open.push(line)
  }
  close()
  return blocks
}

/** Returns true if two segments of a line are flush with segments of the last lines. */
function isAligned({ segments }: TextLine, recent: readonly TextLine[]): boolean {
  const starts = recent.flatMap((line) => line.segments.map(({ x0 }) => x0))
  return segments.filter(({ x0 }) => isFlush(x0, starts)).length > 1
}

/** Drops lines of one segment at both ends, except a heading over the columns and the last lines of wrapped cells. */
function trim(lines: readonly TextLine[]): TextLine[] {
  const rows = lines.flatMap(({ segments }, index) => (segments.length > 1 ? [index] : []))
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return []
  let start = first
  while (start > 0 && isOverColumns(lines[start - 1], lines[first], lines[start])) start--
  let end = last
  while (
    end + 1 < lines.length &&
    isUnderColumns(lines[end + 1], lines.slice(0, end + 1), lines[last])
  )
    end++
  return lines.slice(start, end + 1)
}

/** Returns true if a line is close above the next one, and over columns after the first of the first row. */
function isOverColumns(
  line: TextLine | undefined,
  first: TextLine | undefined,
  next: TextLine | undefined,
): boolean {
  const [stub] = first?.segments ?? []
  if (!line || !stub || !next) return false
  return line.x0 > stub.x1 && next.baseline - line.baseline <= settings.tightEms * line.size
}

/** Returns true if a line goes on in a cell: below a later column, or beside the last line, which is centred in its row. */
function isUnderColumns(
  line: TextLine | undefined,
  above: readonly TextLine[],
  row: TextLine | undefined,
): boolean {
  const last = above.at(-1)
  if (!line || !last || !row) return false
  const gap = line.baseline - last.baseline
  if (gap > settings.tightEms * line.size) return false
  const isBeside = gap < settings.wideGapEms * line.size
  const near = isBeside ? above.flatMap(({ segments }) => segments) : row.segments.slice(1)
  return near.some((segment) => Math.abs(segment.x0 - line.x0) < 2)
}
