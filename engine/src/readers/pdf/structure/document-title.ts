/** Finds the title at the top of a document: the largest text of its first page. */
import type { BodyStyle } from './body-style.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/** A word; `T E S I S` has none. */
const word = /\p{L}{2,}/gu

/**
 * Returns the blocks of the title. They follow each other, and are clearly larger than the body's text and all other text of the
 * first page. A document of one page has none: it may be an excerpt, whose largest text is a caption or a quotation.
 */
export function findDocumentTitle(
  blocks: readonly LayoutBlock[],
  { size }: BodyStyle,
): ReadonlySet<TextBlock> {
  const none = new Set<TextBlock>()
  const { least, others, lines } = settings.documentTitle
  const [first] = blocks
  if (blocks.every(({ page }) => page === first?.page)) return none
  const texts = blocks
    .filter((block) => block.type === 'text')
    .filter((block) => block.page === first?.page && isUpright(block))
  const largest = texts.reduce((most, block) => Math.max(most, sizeOf(block)), 0)
  if (largest < least * size) return none
  const isLarge = (block: TextBlock) => sizeOf(block) > largest / others
  const begin = texts.findIndex(isLarge)
  const title = texts.slice(begin, texts.findLastIndex(isLarge) + 1)
  const count = title.reduce((sum, block) => sum + block.lines.length, 0)
  if (count > lines || !title.every((block) => isLarge(block) && !block.isCell)) return none
  const text = title.map(textOf).join(' ')
  const isOther = text.endsWith('.') || (text.match(word) ?? []).length < 2
  return isOther ? none : new Set(title)
}

function isUpright({ lines: [first] }: TextBlock): boolean {
  return first?.fragments.every(({ frame }) => frame.angleDegrees === 0) ?? false
}
