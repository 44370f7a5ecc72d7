/** Turns the turned words above a table's columns into upright heads at the position of their feet. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { groupByFrame, textBoxOf, toPageBox, type Word } from '../layout/index.ts'
import { type Segment, type TextLine, textOf } from './segments.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'

interface Head {
  readonly words: readonly Word[]
  /** Box on the page. */
  readonly box: BBox
  readonly foot: { readonly x: number; readonly y: number }
  readonly size: number
}

/**
 * Puts turned heads of columns into the lines of upright text.
 *
 * A single turned word is a stamp, or the title of an axis; a page with most of its words turned has turned tables.
 *
 * @param lines Upright lines, from top to bottom.
 * @param words Words of the page in all directions.
 */
export function withTurnedHeads(
  lines: readonly TextLine[],
  words: readonly Word[],
): readonly TextLine[] {
  const turned = words.filter(isTurned)
  const most = Math.min(limits.turnedWords, settings.half * words.length)
  if (turned.length < 2 || turned.length > most) return lines
  const rows = groupIntoRows(groupByFrame(turned).flatMap(headsOf))
  return rows.reduce(addRow, lines)
}

const isTurned = ({ frame }: Word) => Math.abs(frame.sin) > settings.turnedSine

/** Returns the box of a word on the page in any direction. */
export function boxOfWord(word: Word): BBox {
  return toPageBox(word.frame, textBoxOf(word))
}

/** Groups words of one direction into heads of one or more lines. */
function headsOf(words: readonly Word[]): Head[] {
  const parts: Word[][] = []
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const at = parts.findLastIndex((part) => part.some((other) => areOfOneHead(other, word)))
    const part = parts[at]
    if (part) part.push(word)
    else parts.push([word])
  }
  return parts.map(headOf)
}

function areOfOneHead(a: Word, b: Word): boolean {
  const size = Math.max(a.size, b.size)
  const gap = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1)
  const leading = Math.abs(a.baseline - b.baseline)
  if (leading < settings.half * size) return gap < settings.wideGapEms * size
  return leading < settings.tightEms * size && gap < 0
}

function headOf(words: readonly Word[]): Head {
  const box = boxAround(words.map(boxOfWord))
  const [first] = words
  const { cos, sin } = first?.frame ?? { cos: 1, sin: 0 }
  // Vertical heads are centred above their column; slanted ones begin at their foot and lean away.
  const isVertical = Math.abs(cos) < settings.turnedSine
  const starts = words.map(({ x0, x1, baseline }) => (sin < 0 ? x0 : x1) * cos - baseline * sin)
  const x = isVertical || starts.length === 0 ? (box.x0 + box.x1) / 2 : Math.min(...starts)
  return { words, box, foot: { x, y: box.y1 }, size: Math.max(...words.map(({ size }) => size)) }
}

/** Groups heads whose heights overlap. */
function groupIntoRows(heads: readonly Head[]): Head[][] {
  const rows: Head[][] = []
  for (const head of [...heads].sort((a, b) => a.foot.y - b.foot.y)) {
    const row = rows.findLast(([first]) => first && overlap(first.box, head.box) >= settings.half)
    if (row) row.push(head)
    else rows.push([head])
  }
  return rows.filter((row) => row.length > 1)
}

function overlap(a: BBox, b: BBox): number {
  const common = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return common / Math.max(1, Math.min(a.y1 - a.y0, b.y1 - b.y0))
}

/** Adds a row of heads to the lines, if most of them have text of the table below. */
function addRow(lines: readonly TextLine[], heads: readonly Head[]): readonly TextLine[] {
  const bottom = Math.max(...heads.map(({ foot }) => foot.y))
  const size = Math.max(...heads.map((head) => head.size))
  const below = lines.filter(
    ({ baseline }) => baseline > bottom && baseline < bottom + settings.reachPoints,
  )
  const used = heads.filter(({ foot, size: em }) =>
    below.some(({ segments }) =>
      segments.some(({ x0, x1 }) => x0 < foot.x + em && x1 > foot.x - em),
    ),
  )
  const [first] = below
  if (!first || used.length < settings.majority * heads.length) return lines
  const near = lines.findLast(
    (line) => Math.abs(line.baseline - bottom) < settings.wideGapEms * size && isFree(line, heads),
  )
  const baseline = near?.baseline ?? bottom
  const feet = heads.map((head) => segmentOf(head, baseline))
  const segments = [...(near?.segments ?? []), ...feet]
  const row = lineOf(segments, { ...first, baseline, size })
  return [...lines.filter((line) => line !== near), row].sort((a, b) => a.baseline - b.baseline)
}

/** Returns true if a line has no text at the feet of heads. */
function isFree({ segments }: TextLine, heads: readonly Head[]): boolean {
  return heads.every(({ foot: { x }, size }) =>
    segments.every(({ x0, x1 }) => x1 < x - size / 2 || x0 > x + size / 2),
  )
}

function segmentOf({ words, foot, size }: Head, baseline: number): Segment {
  return {
    words,
    text: textOf(words),
    ...textBoxOf({ baseline, size, x0: foot.x - size / 2, x1: foot.x + size / 2 }),
  }
}

function lineOf(
  segments: readonly Segment[],
  { baseline, size, isEmphasized }: Pick<TextLine, 'baseline' | 'size' | 'isEmphasized'>,
): TextLine {
  const sorted = [...segments].sort((a, b) => a.x0 - b.x0)
  return {
    segments: sorted,
    hasLeader: false,
    isEmphasized,
    ...textBoxOf({ baseline, size, ...boxAround(sorted) }),
  }
}
