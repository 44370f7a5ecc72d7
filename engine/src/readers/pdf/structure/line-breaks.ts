/** Detects deliberate line breaks in paragraphs: of addresses, imprints, verses. */
import { captionKind } from '../captions.ts'
import { mayBegin } from './cell-breaks.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

/**
 * Returns the lines that begin after a deliberate break: the line before has room for their first word.
 *
 * The lines of a paragraph that is narrower than its column have room, too. Their breaks are not deliberate, so either the word must
 * fit within the longest line, or no line of the paragraph may begin with a small letter.
 */
export function deliberateBreaks(block: TextBlock): ReadonlySet<StyledLine> {
  const breaks = new Set<StyledLine>()
  if (block.isCell) return breaks
  for (const [index, begin] of block.firstLines.entries())
    addBreaks(block.lines.slice(begin, block.firstLines[index + 1]), block, breaks)
  if (breaks.size > 0 && captionKind(textOf(block)) !== undefined) breaks.clear()
  return breaks
}

/** Returns true for a block of one line, or if all its lines break deliberately. */
export function areLinesApart(block: TextBlock): boolean {
  return deliberateBreaks(block).size === block.lines.length - 1
}

function addBreaks(lines: readonly StyledLine[], block: TextBlock, breaks: Set<StyledLine>): void {
  const { leftwards, columnStart, columnEnd } = block
  const { slackEms, breakEms } = settings
  const endOf = ({ x0, x1 }: StyledLine) => (leftwards ? -x0 : x1)
  const columnsEnd = leftwards ? -columnStart : columnEnd
  const ownEnd = lines.reduce((end, line) => Math.max(end, endOf(line)), Number.NEGATIVE_INFINITY)
  if (ownEnd > columnsEnd + (lines[0]?.size ?? 0)) return
  const least = lines.length > 2 ? slackEms : breakEms
  let areAll = true
  const apart: StyledLine[] = []
  for (const [at, next] of lines.slice(1).entries()) {
    const before = lines[at] as StyledLine
    const roomTo = (end: number) => (end - endOf(before) - next.firstWordWidth) / before.size
    const isApart = roomTo(columnsEnd) > slackEms && mayBegin(before, next)
    if (isApart) apart.push(next)
    areAll &&= isApart && roomTo(columnsEnd) > least
    if (isApart && roomTo(ownEnd) > 2 * slackEms) breaks.add(next)
  }
  if (areAll) for (const line of apart) breaks.add(line)
}
