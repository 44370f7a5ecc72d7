/** Collapses the white space of a paragraph as CSS does (CSS Text 3, 4.1). */
import type { Inline } from '../../model/index.ts'

/** White space of HTML, which excludes the no-break space. */
const spaces = /[ \t\n\r\f]+/g
/** Most runs need no collapsing; this test takes a tenth of the time of the replacement. */
const needsCollapsing = /[\t\n\r\f]| {2}/

/** @param atSpace True after a space or at the start of a line: a leading space is removed. */
export function collapseText(text: string, atSpace: boolean): string {
  const single = needsCollapsing.test(text) ? text.replace(spaces, ' ') : text
  return atSpace && single.startsWith(' ') ? single.slice(1) : single
}

/** Removes the space at the end of a line. */
export function cutTrailingSpace(inlines: Inline[]): void {
  const last = inlines.at(-1)
  if (last?.type !== 'text' || !last.text.endsWith(' ')) return
  if (last.text === ' ') inlines.pop()
  else inlines[inlines.length - 1] = { ...last, text: last.text.slice(0, -1) }
}

/** Removes the space and line breaks at the end of the paragraph. */
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
