/** Finds the terms of description lists, such as the options of a manual: lines with their description indented below. */
import type { BodyStyle } from './body-style.ts'
import { isCode, isIndented } from './code.ts'
import type { LayoutBlock, TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Finds terms in bold type, which look like headings. Headings may have text indented below them, too, but begin further left
 * than paragraphs, or are larger.
 */
export function findTerms(
  blocks: readonly LayoutBlock[],
  { style, size }: BodyStyle,
): ReadonlySet<TextBlock> {
  const texts = blocks.filter((block) => block.type === 'text')
  const margin = Math.min(...texts.map(({ columnStart }) => columnStart))
  const starts = startsOfParagraphs(texts)
  const isAmongText = ({ lines: [line] }: TextBlock): boolean =>
    line !== undefined &&
    line.size <= (1 + settings.sameSize) * size &&
    line.x0 - margin > settings.indentEms * line.size &&
    (starts.get(Math.round(line.x0)) ?? 0) >= settings.few
  const terms = texts.filter((block, index) => {
    const next = texts[index + 1]
    const isBold = !style.bold && block.lines.every(({ bold }) => bold >= settings.solid)
    return isBold && isAmongText(block) && next && hasDescription(block, next)
  })
  return new Set(terms)
}

/** Counts paragraphs of several lines by their left edges, in whole points. */
function startsOfParagraphs(texts: readonly TextBlock[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>()
  for (const { lines } of texts) {
    if (lines.length < 2 || lines.some(({ bold }) => bold >= settings.solid)) continue
    const start = Math.round(Math.min(...lines.map(({ x0 }) => x0)))
    starts.set(start, (starts.get(start) ?? 0) + 1)
  }
  return starts
}

function hasDescription(block: TextBlock, next: TextBlock): boolean {
  if (block.lines.length > settings.titleLines || next.column !== block.column) return false
  return next.spaceBefore <= settings.apartEms && isIndented(next, block) && !isCode(next)
}
