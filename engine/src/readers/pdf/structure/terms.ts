/** Finds the terms of description lists, such as the options of a manual: lines with their description indented below. */
import type { BodyStyle } from './body-style.ts'
import { isCode } from './code.ts'
import type { LayoutBlock, TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

/**
 * Finds terms in bold type, which look like headings. Headings may have text indented below them, too, but begin further left
 * than paragraphs, or are larger.
 */
export function findTerms(
  blocks: readonly LayoutBlock[],
  { style, size }: BodyStyle,
): ReadonlySet<TextBlock> {
  const texts = blocks.filter((block) => block.type === 'text')
  const margin = texts.reduce((least, { columnStart }) => Math.min(least, columnStart), Infinity)
  const starts = startsOfParagraphs(texts)
  const isAmongText = ({ lines }: TextBlock): boolean =>
    (starts.get(startOf(lines)) ?? 0) >= settings.few
  const isLikeText = ({ lines: [line] }: TextBlock): boolean =>
    line !== undefined &&
    line.size <= (1 + settings.sameSize) * size &&
    line.x0 - margin > settings.indentEms * line.size
  const terms = texts.filter((block, index) => {
    const next = texts[index + 1]
    const isBold = !style.bold && block.lines.every(({ bold }) => bold >= settings.solid)
    if (!isBold || !isLikeText(block) || !isAmongText(block)) return false
    // The only line of a paragraph may be indented below a heading, too.
    return next && isDescribed(block, next) && (next.lines.length > 1 || isAmongText(next))
  })
  return new Set(terms)
}

/** Counts paragraphs of several lines by their left edges, in whole points. */
function startsOfParagraphs(texts: readonly TextBlock[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>()
  for (const { lines } of texts) {
    if (lines.length < 2 || lines.some(({ bold }) => bold >= settings.solid)) continue
    const start = startOf(lines)
    starts.set(start, (starts.get(start) ?? 0) + 1)
  }
  return starts
}

function startOf(lines: readonly StyledLine[]): number {
  return Math.round(Math.min(...lines.map(({ x0 }) => x0)))
}

function isDescribed(block: TextBlock, next: TextBlock): boolean {
  return (
    block.lines.length <= settings.titleLines &&
    hasDescription(block, next, settings.headingSpaceEms)
  )
}

/** Detects a term in the font of code, as in lists of options: one line, with its description indented below. */
export function isCodeTerm(block: TextBlock, next: TextBlock): boolean {
  const [line, ...further] = block.lines
  if (!line || further.length > 0 || !/\p{L}/u.test(line.text)) return false
  return hasDescription(block, next, settings.codeGapEms)
}

/** @param gapEms The largest white between the term and its description, in ems. */
function hasDescription(block: TextBlock, next: TextBlock, gapEms: number): boolean {
  if (next.column !== block.column || next.spaceBefore > gapEms) return false
  return isIndented(next, block) && !isCode(next)
}

/** Returns true if all lines of a block begin right of another one's first line. */
export function isIndented({ lines }: TextBlock, { lines: [first] }: TextBlock): boolean {
  const indent = Math.min(...lines.map(({ x0 }) => x0)) - (first?.x0 ?? 0)
  return indent > settings.indentEms * (first?.size ?? 0)
}
