/** Joins layout blocks that are one heading or item in the structure tree. */
import { isCodePart } from './code.ts'
import { type LayoutBlock, type TextBlock, textOf, together } from './layout-blocks.ts'
import { findMarker } from './markers.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Matches elements that are one block each. Paragraphs are not included: programs that tag each line make paragraphs of
 * the lines.
 */
const blockTypes = /^(?:H[1-6]?|Title|LI|LBody|Caption)$/

/** Joins blocks that the layout split at an indent or a short line. */
export function joinTagged(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const joined: LayoutBlock[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (before && block.type === 'text' && before.type === 'text' && isOneBlock(before, block)) {
      joined[joined.length - 1] = together(before, block)
    } else joined.push(block)
  }
  return joined
}

function isOneBlock(before: TextBlock, next: TextBlock): boolean {
  const tag = before.lines.at(-1)?.tag
  if (!tag || next.lines[0]?.tag !== tag || !blockTypes.test(tag.type)) return false
  if (before.page !== next.page || before.column !== next.column) return false
  if (isCodePart(before) || isCodePart(next)) return false
  return next.spaceBefore <= settings.apartEms && findMarker(textOf(next)) === undefined
}
