/** Groups the lines of a column into paragraphs by leading, size, indents and the free space at line ends. */
import { allBullets } from '../bullet-signs.ts'
import { captionKind } from '../captions.ts'
import { hasLeader, type Line, leadingBetween } from '../layout/index.ts'
import { structureSettings as settings } from './settings.ts'

/** How the paragraphs of a group of lines begin. */
type Shape = 'indented' | 'hanging' | 'flush'

/** Consecutive lines of one size without gaps, with their common edges. */
interface Block {
  readonly lines: readonly Line[]
  /** Start and end of the lines in reading direction: for leftward text x is mirrored. */
  readonly start: number
  readonly end: number
  readonly shape: Shape
  readonly isTitle: boolean
}

/**
 * Groups the lines of a column into paragraphs.
 *
 * @param lines From top to bottom.
 * @param leftwards True for right-to-left text.
 * @param bodySize Size of most of the document's text.
 * @param isBreak Returns true if two consecutive lines are separated by something other than their positions.
 * @returns The lines of each paragraph, or a row of tabular text.
 */
export function groupIntoParagraphs<Kind extends Line>(
  lines: readonly Kind[],
  leftwards: boolean,
  bodySize: number,
  isBreak?: (before: Kind, line: Kind) => boolean,
): Kind[][] {
  const oriented = leftwards ? lines.map(mirror) : lines
  const original = new Map<Line, Kind>(
    leftwards ? oriented.map((line, index) => [line, lines[index] as Kind]) : undefined,
  )
  // Sound: every line below is one of `oriented`, which are the original lines if nothing is mirrored.
  const kindOf = (line: Line) => (original.get(line) ?? line) as Kind
  const breaks = isBreak && ((before: Line, line: Line) => isBreak(kindOf(before), kindOf(line)))
  const columnEnd = commonEnd(oriented)
  return splitIntoBlocks(oriented, usualLeading(oriented, columnEnd), breaks)
    .flatMap((block) => splitBlock(blockOf(block, bodySize, columnEnd)))
    .map((group) => group.map(kindOf))
}

function mirror<Kind extends Line>(line: Kind): Kind {
  return { ...line, x0: -line.x1, x1: -line.x0 }
}

/** Splits at gaps and changes of size. */
function splitIntoBlocks(
  lines: readonly Line[],
  usual: number,
  isBreak?: (before: Line, line: Line) => boolean,
): Line[][] {
  const blocks: Line[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const block = blocks.at(-1)
    const goesOn = before && isOneBlock(block ?? [], before, line, usual)
    if (block && goesOn && !isBreak?.(before, line)) block.push(line)
    else blocks.push([line])
  }
  return blocks
}

const smallLetter = /^\p{Ll}/u

/**
 * Returns the median distance of the baselines of consecutive lines without gaps, in ems. Only distances after full lines count, if
 * there are enough: there the paragraph mostly goes on. On a page of items or fields, most distances are those between paragraphs.
 */
function usualLeading(lines: readonly Line[], columnEnd: number): number {
  const all: number[] = []
  const full: number[] = []
  const double: number[] = []
  for (let index = 1; index < lines.length; index++) {
    const before = lines[index - 1] as Line
    const line = lines[index] as Line
    const ems = (line.baseline - before.baseline) / line.size
    if (!isAlike(before, line) || ems <= 0.5 || ems >= settings.doubleLeadingEms) continue
    const isFull = !isShort(before, line, columnEnd)
    if (ems >= settings.maxLeadingEms) {
      if (isFull && smallLetter.test(line.text)) double.push(ems)
      continue
    }
    all.push(ems)
    if (isFull) full.push(ems)
  }
  const isDouble = double.length >= settings.few && double.length > all.length
  const leadings = isDouble ? double : full.length < settings.few ? all : full
  return leadings.sort((a, b) => a - b)[leadings.length >> 1] ?? settings.usualLeadingEms
}

function isAlike(a: Line, b: Line): boolean {
  return Math.abs(a.size - b.size) <= settings.similarSize * Math.max(a.size, b.size)
}

function isOneBlock(block: readonly Line[], before: Line, line: Line, usual: number): boolean {
  if (!isAlike(before, line)) return false
  const leading = leadingBetween(before, line)
  const most = Math.max(settings.maxLeadingEms, usual + settings.leadingSlackEms)
  if (leading <= 0 || leading > most * line.size) return false
  const own = ownLeading(block)
  // A group of one line may have wider leading than the column, like titles and double-spaced parts.
  const allowed = own ?? Math.max(usual, settings.usualLeadingEms) * line.size
  return leading <= settings.leadingFactor * allowed + settings.leadingSlackEms * line.size
}

function ownLeading(block: readonly Line[]): number | undefined {
  const last = block.at(-1)
  const before = block.at(-2)
  return last && before ? leadingBetween(before, last) : undefined
}

function blockOf(lines: readonly Line[], bodySize: number, columnEnd: number): Block {
  const start = Math.min(...lines.map(({ x0 }) => x0))
  const own = commonEnd(lines)
  const end = areBothShort(lines, columnEnd) ? columnEnd : own
  const isTitle = (lines[0]?.size ?? 0) > settings.muchLarger * bodySize
  return { lines, start, end, shape: shapeOf(lines, end), isTitle }
}

/**
 * Returns true for two lines that fill less than half of their column, one of which ends a sentence and the second begins
 * with a capital: their own end does not show that the first one ends early. Without a sentence they may be a heading.
 */
function areBothShort(lines: readonly Line[], columnEnd: number): boolean {
  const [first, second] = lines
  if (!first || !second || lines.length > 2 || captionKind(first.text) !== undefined) return false
  if (Math.abs(first.x0 - second.x0) > settings.indentEms * first.size) return false
  const half = (first.x0 + columnEnd) / 2
  if (Math.max(first.x1, second.x1) >= half || !/^\p{Lu}/u.test(second.text)) return false
  return ended.test(first.text) || ended.test(second.text)
}

function commonEnd(lines: readonly Line[]): number {
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  for (const { x1 } of lines) {
    second = Math.max(second, Math.min(first, x1))
    first = Math.max(first, x1)
  }
  const em = lines[0]?.size ?? 0
  return lines.length > 4 && first - second > settings.wideGapEms * em ? second : first
}

function isShort(line: Line, next: Line, end: number): boolean {
  const limit = Math.min(end, line.limit ?? end)
  return limit - line.x1 > next.firstWordWidth + settings.slackEms * line.size
}

/** Finds the shape by the lines at changes of the left edge: short lines end paragraphs. */
function shapeOf(lines: readonly Line[], end: number): Shape {
  let indented = 0
  let hanging = 0
  for (let index = 1; index < lines.length; index++) {
    const before = lines[index - 1] as Line
    const line = lines[index] as Line
    const shift = line.x0 - before.x0
    if (Math.abs(shift) < settings.indentEms * line.size) continue
    const inwards = shift > 0
    if (isShort(before, line, end) === inwards) indented++
    else hanging++
  }
  if (indented === hanging) return indented === 0 ? 'flush' : shapeByCount(lines)
  return indented > hanging ? 'indented' : 'hanging'
}

/** Finds the shape by counting: hanging paragraphs have fewer lines at the edge. */
function shapeByCount(lines: readonly Line[]): Shape {
  const start = Math.min(...lines.map(({ x0 }) => x0))
  const inner = lines.filter((line) => line.x0 - start > settings.indentEms * line.size).length
  return inner > lines.length / 2 ? 'hanging' : 'indented'
}

function splitBlock(block: Block): Line[][] {
  const groups: Line[][] = []
  for (const line of block.lines) {
    const group = groups.at(-1)
    if (group && goesOn(block, group, line)) group.push(line)
    else groups.push([line])
  }
  return groups
}

/** Returns true if a line continues the paragraph. */
function goesOn(block: Block, group: readonly Line[], line: Line): boolean {
  const before = group.at(-1)
  if (!before || isTabular(before) || isTabular(line)) return false
  if (beginsItem(before, line) || hasLeader(before.text)) return false
  if (block.isTitle || endsInWord(before, line)) return true
  if (isShort(before, line, block.end)) return false
  const shift = line.x0 - before.x0
  if (shift > settings.indentEms * line.size) {
    if (isCentred(before, line)) return true
    return group.length === 1 && (block.shape === 'hanging' || beginsLikeItem(before))
  }
  if (shift < -settings.indentEms * line.size) return group.length === 1 || isCentred(before, line)
  return true
}

/** Returns true if a word is broken between the lines. */
function endsInWord({ text }: Line, next: Line): boolean {
  return /\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next.text)
}

function isCentred(a: Line, b: Line): boolean {
  return Math.abs(a.x0 + a.x1 - b.x0 - b.x1) / 2 < settings.centreEms * a.size
}

/** Detects a line with a gap as wide as between cells, except for the gap after a list marker. */
export function isTabular({ fragments }: Pick<Line, 'fragments'>): boolean {
  return fragments.some((fragment, index) => {
    const next = fragments[index + 1]
    if (!next || next.x0 - fragment.x1 <= settings.wideGapEms * fragment.size) return false
    return !(index === 0 && isMarker(fragment.text)) && !isMarker(fragments.at(-1)?.text ?? '')
  })
}

const bulletStart = new RegExp(`^[${allBullets}](?:\\s|$)`, 'u')
const numberStart = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])(?:\s|$)/i
const ended = /[.:;!?…]["'”’)\]]*(?:\[\d+\])?$/

function isMarker(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length <= 6 && (bulletStart.test(trimmed) || numberStart.test(trimmed))
}

function beginsLikeItem({ text }: Line): boolean {
  return bulletStart.test(text) || numberStart.test(text)
}

/** Returns true if a line begins an item: a bullet always does; a number or dash only if the text before has ended. */
function beginsItem(before: Line, { text, x0 }: Line): boolean {
  if (bulletStart.test(text))
    return !/^[–—*-]/.test(text) || ended.test(before.text) || beginsLikeItem(before)
  if (!numberStart.test(text)) return false
  return (
    ended.test(before.text) || (beginsLikeItem(before) && Math.abs(before.x0 - x0) < before.size)
  )
}
