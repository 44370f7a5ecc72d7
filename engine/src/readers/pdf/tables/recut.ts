/** Cuts the lines of a region into segments at alternative gaps. */
import type { Word } from '../layout/index.ts'
import { mostWithin } from '../statistics.ts'
import type { Region } from './region.ts'
import { cutSegments, type Segment, segmentOf, type TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** An alternative way to cut lines into segments: only at wide gaps, or at every strip without text. */
export type CutMode = 'wide' | 'tight'

/** Cuts the lines of a region anew. */
export function recut(region: Region, mode: CutMode): Region {
  const lines =
    mode === 'wide'
      ? region.lines.map((line) => withWideGaps(line, region))
      : cutAtStrips(region.lines)
  return { ...region, lines }
}

/** Joins close segments without a vertical ruling between them. */
function withWideGaps(line: TextLine, { vertical }: Region): TextLine {
  const middle = (line.y0 + line.y1) / 2
  const walls = vertical.filter(({ from, to }) => from <= middle && to >= middle)
  const joined: Segment[] = []
  for (const segment of line.segments) {
    const before = joined.at(-1)
    const isClose = before && segment.x0 - before.x1 < settings.wideGapEms * segment.size
    const isWalled = walls.some(({ at }) => before && at > before.x1 - 1 && at < segment.x0 + 1)
    if (before && isClose && !isWalled)
      joined[joined.length - 1] = segmentOf([...before.words, ...segment.words])
    else joined.push(segment)
  }
  return joined.length === line.segments.length ? line : { ...line, segments: joined }
}

interface Strip {
  readonly x0: number
  readonly x1: number
}

/** Cuts segments at strips that most lines leave free, with flush text beside them. */
function cutAtStrips(lines: readonly TextLine[]): TextLine[] {
  const strips = findStrips(lines)
  if (strips.length === 0) return [...lines]
  const isAcross = (before: Word, word: Word) =>
    strips.some(({ x0, x1 }) => x0 >= before.x1 - 0.5 && x1 <= word.x0 + 0.5)
  const gapAt = (before: Word, word: Word) =>
    isAcross(before, word) ? 0 : Number.POSITIVE_INFINITY
  return lines.map((line) => cutSegments(line, gapAt))
}

/** Finds the gaps between words that most lines share. */
function findStrips(lines: readonly TextLine[]): Strip[] {
  const rows = lines.map(({ segments }) => segments.flatMap(({ words }) => words))
  const strips: Strip[] = []
  for (const seed of seedsOf(rows)) {
    if (strips.some((strip) => strip.x0 < seed.x1 && seed.x0 < strip.x1)) continue
    const strip = stripAt(seed, rows)
    if (strip) strips.push(strip)
  }
  return strips
}

/** Returns the gaps of all rows, the narrowest first; one for each point of the width. */
function seedsOf(rows: readonly (readonly Word[])[]): Strip[] {
  const gaps = rows.flatMap((words) =>
    words.slice(1).map((word, index) => ({ x0: words[index]?.x1 ?? word.x0, x1: word.x0 })),
  )
  gaps.sort(widestFirst)
  const byPlace = new Map(gaps.map((gap) => [Math.round((gap.x0 + gap.x1) / 2), gap]))
  return [...byPlace.values()].sort((a, b) => widestFirst(b, a))
}

const widestFirst = (a: Strip, b: Strip) => b.x1 - b.x0 - (a.x1 - a.x0)

/** Returns the part of a gap that most lines leave free, where texts beside it are flush. */
function stripAt(seed: Strip, rows: readonly (readonly Word[])[]): Strip | undefined {
  const middle = (seed.x0 + seed.x1) / 2
  const ends: number[] = []
  const starts: number[] = []
  let both = 0
  let crossed = 0
  for (const words of rows) {
    let [end, start] = [-1, Number.POSITIVE_INFINITY]
    let [isLeft, isRight, isFree] = [false, false, true]
    for (const { x0, x1 } of words) {
      if (x1 <= middle) {
        isLeft = true
        end = Math.max(end, x1)
      }
      if (x0 >= middle) {
        isRight = true
        start = Math.min(start, x0)
      }
      if (x0 < middle && x1 > middle) isFree = false
    }
    if (!isLeft || !isRight) continue
    both++
    if (!isFree) {
      crossed++
      if (rows.length - crossed < settings.nearlyAll * rows.length) return undefined
      continue
    }
    ends.push(end)
    starts.push(start)
  }
  if (both < settings.few || ends.length < settings.nearlyAll * both) return undefined
  const strip = { x0: Math.max(...ends), x1: Math.min(...starts) }
  if (strip.x1 - strip.x0 < settings.flushPoints) return undefined
  return flushShare(ends) >= settings.mostly || flushShare(starts) >= settings.mostly
    ? strip
    : undefined
}

/** Returns the largest share of positions that are close together. */
function flushShare(places: readonly number[]): number {
  return mostWithin(places, settings.flushPoints) / places.length
}
