/** Joins the label of a chapter, such as `Chapter 3` or `Anhang A`, and the title below it. */
import type { BodyStyle } from './body-style.ts'
import { isTooLong, sectionNumber } from './heading-text.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf, withLines } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import { isSpelledLabel, spelledNumbers } from './spelled-numbers.ts'

/** Matches a word with a number, in any language. With a full stop (`Chapter 3.`) it is mostly a heading of its own. */
const numbered = /^\p{L}{3,}\s+(?:\d{1,3}|[IVXL]{1,7}|[A-Z])$/u
const bareNumber = new RegExp(`^(?:\\d{1,2}|${spelledNumbers})$`, 'i')
const isLabel = (text: string): boolean =>
  numbered.test(text) || isSpelledLabel(text) || bareNumber.test(text)

/**
 * Joins each label with the title directly below it.
 *
 * @param pages Layout blocks of each page. @param headings Changed in place.
 */
export function joinChapterLabels(
  pages: readonly (readonly LayoutBlock[])[],
  headings: Set<TextBlock>,
  body: BodyStyle,
): LayoutBlock[][] {
  return pages.map((blocks) => {
    const joined: LayoutBlock[] = []
    for (const block of blocks) {
      const labels = block.type === 'text' ? labelsOver(block, joined, { headings, body }) : []
      if (block.type !== 'text' || labels.length === 0) {
        joined.push(block)
        continue
      }
      const parts = [...labels, ...linesBeside(labels, block, joined), block]
      const whole = withLines(
        block,
        parts.flatMap(({ lines }) => lines),
      )
      for (const part of parts) headings.delete(part)
      headings.add(whole)
      joined.splice(-(parts.length - 1), parts.length - 1, whole)
    }
    return joined
  })
}

/** Returns the first lines of a title, if they end above its number, which stands beside the last one. */
function linesBeside(
  labels: readonly TextBlock[],
  title: TextBlock,
  before: readonly LayoutBlock[],
): TextBlock[] {
  const above = before.at(-labels.length - 1)
  const [label] = labels
  if (above?.type !== 'text' || !label || labels.length > 1 || above.page !== title.page) return []
  const isAlike = Math.abs(sizeOf(above) / sizeOf(title) - 1) <= settings.sameSize
  const isBeside = label.box.x1 < Math.min(above.box.x0, title.box.x0)
  return isAlike && isBeside && label.box.y0 < above.box.y1 ? [above] : []
}

interface Signs {
  readonly headings: ReadonlySet<TextBlock>
  readonly body: BodyStyle
}

/** Returns the blocks directly above a title that are the label of its chapter. */
function labelsOver(title: TextBlock, before: readonly LayoutBlock[], signs: Signs): TextBlock[] {
  const text = textOf(title)
  if (sectionNumber.test(text) || isLabel(text) || isTooLong(title, text)) return []
  const above: TextBlock[] = []
  let labels: TextBlock[] = []
  for (const block of before.slice(-settings.labelLines).reverse()) {
    if (
      block.type !== 'text' ||
      block.lines.length > settings.labelLines ||
      block.column !== title.column
    )
      break
    above.unshift(block)
    if (isLabelOf(above, title, signs)) labels = [...above]
  }
  return labels
}

function isLabelOf(
  labels: readonly TextBlock[],
  title: TextBlock,
  { headings, body }: Signs,
): boolean {
  const text = labels.map(textOf).join(' ')
  const number = labels.at(-1)
  if (!number || !isLabel(text)) return false
  // A larger heading is not the label of the next one, but a number alone may be larger than its title.
  const isOneLine = labels.length === 1 && !bareNumber.test(text)
  const ratio = sizeOf(number) / sizeOf(title)
  if (isOneLine && ratio > 1 + settings.sameSize) return false
  if (bareNumber.test(text) && ratio < 1 - settings.sameSize) return false
  const isLarge = sizeOf(number) >= settings.larger * body.size
  const isHeading = isOneLine && headings.has(number)
  return headings.has(title) ? isLarge || isHeading : isLarge && isHeading
}

/** Returns the label of a heading's chapter, or an empty text. */
export function labelOf(block: TextBlock): string {
  return textOf({ lines: block.lines.slice(0, labelLines(block)) })
}

function labelLines({ lines }: TextBlock): number {
  for (let count = Math.min(settings.labelLines, lines.length - 1); count > 0; count--)
    if (isLabel(textOf({ lines: lines.slice(0, count) }))) return count
  return 0
}

/** Returns a heading without its label: chapters that have no label are set in the style of the title. */
export function withoutLabel(block: TextBlock): TextBlock {
  const count = labelLines(block)
  return count === 0 ? block : withLines(block, block.lines.slice(count))
}
