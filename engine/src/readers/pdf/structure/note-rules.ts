/** Finds the rules that separate footnotes from the text, as word processors print them, and parts the notes below. */
import type { Ruling } from '../content/index.ts'
import { type LayoutBlock, sizeOf, type TextBlock, withLines } from './layout-blocks.ts'
import { findStartMark, isNumber } from './note-marks.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Returns the blocks below the rule above footnotes. The rule begins at the side of the column and covers less than half of it; a note
 * begins right below, and the rest of the column is below, too: a rule within the text is no evidence.
 *
 * @param column Blocks of one column of a page.
 */
function belowRule(column: readonly TextBlock[], rulings: readonly Ruling[]): TextBlock[] {
  for (const [index, block] of column.entries()) {
    if (findStartMark(block.lines[0]?.text ?? '') === undefined) continue
    const rule = rulings.find((ruling) => isRuleAbove(ruling, block))
    const isBelow = ({ box }: TextBlock) => rule !== undefined && (box.y0 + box.y1) / 2 > rule.at
    if (rule && column.every((own, at) => isBelow(own) === at >= index)) return column.slice(index)
  }
  return []
}

function isRuleAbove({ isHorizontal, at, from, to }: Ruling, block: TextBlock): boolean {
  const { box, columnStart, columnEnd, leftwards } = block
  const size = sizeOf(block)
  const start = leftwards ? columnEnd - to : from - columnStart
  const isNear = at < box.y0 + size / 2 && box.y0 - at <= settings.wideGapEms * size
  const isShort = to - from > size && to - from < (columnEnd - columnStart) / 2
  return isHorizontal && isNear && isShort && Math.abs(start) <= settings.indentEms * size
}

/**
 * Makes a block of each note below a rule: the short ones of a page look like one paragraph with deliberate breaks.
 *
 * @param blocks Blocks of a page. @param below Receives the blocks below rules.
 */
export function partNotes(
  blocks: readonly LayoutBlock[],
  rulings: readonly Ruling[],
  below: Set<LayoutBlock>,
): readonly LayoutBlock[] {
  if (rulings.length === 0) return blocks
  const texts = blocks.filter((block) => block.type === 'text')
  const columns = Map.groupBy(texts, ({ column }) => column)
  const notes = new Set<LayoutBlock>(
    [...columns.values()].flatMap((column) => belowRule(column, rulings)),
  )
  return blocks.flatMap((block) => {
    if (block.type !== 'text' || !notes.has(block)) return [block]
    const parts = partsOf(block)
    for (const part of parts) below.add(part)
    return parts
  })
}

/** Parts a block at lines whose numbers follow each other at its left edge. */
function partsOf(block: TextBlock): TextBlock[] {
  const [first] = block.lines
  if (!first || block.laterParts.length > 0) return [block]
  const parts = [[first]]
  let mark = findStartMark(first.text)?.mark
  for (const line of block.lines.slice(1)) {
    const own = findStartMark(line.text)?.mark
    const isAtEdge = Math.abs(line.x0 - first.x0) <= settings.indentEms * line.size
    if (isAtEdge && own && isNumber(own) && Number(own) === Number(mark) + 1) {
      parts.push([line])
      mark = own
    } else parts.at(-1)?.push(line)
  }
  return parts.length > 1 ? parts.map((lines) => withLines(block, lines)) : [block]
}
