/** White space within a paragraph → what CSS shows of it (CSS Text 3, 4.1). */
import type { Inline } from '../../model/index.ts'

/** White space of HTML; a no-break space is none. */
const spaces = /[ \t\n\r\f]+/g
/** Most runs of text have single spaces alone: finding that out costs a tenth of replacing them. */
const needsCollapsing = /[\t\n\r\f]| {2}/

/** @param atSpace Whether a space, or the start of a line, comes before: a first space is cut then. */
export function collapseText(text: string, atSpace: boolean): string {
  const single = needsCollapsing.test(text) ? text.replace(spaces, ' ') : text
  return atSpace && single.startsWith(' ') ? single.slice(1) : single
}

/** Cuts the space that ends a line. */
export function cutTrailingSpace(inlines: Inline[]): void {
  const last = inlines.at(-1)
  if (last?.type !== 'text' || !last.text.endsWith(' ')) return
  if (last.text === ' ') inlines.pop()
  else inlines[inlines.length - 1] = { ...last, text: last.text.slice(0, -1) }
}

/** Cuts the space and the line breaks that end the paragraph. */
export function trimEnd(inlines: Inline[]): Inline[] {
  for (let last = inlines.at(-1); last; last = inlines.at(-1)) {
    const before = inlines.length
    if (last.type === 'lineBreak') inlines.pop()
    else if (last.type === 'link') {
      const inner = trimEnd([...last.inlines])
      if (inner.length === last.inlines.length && inner.at(-1) === last.inlines.at(-1)) break
      inlines.pop()
      if (inner.length > 0) {
        inlines.push({ ...last, inlines: inner })
        break
      }
    } else cutTrailingSpace(inlines)
    if (inlines.length === before) break
  }
  return inlines
}
