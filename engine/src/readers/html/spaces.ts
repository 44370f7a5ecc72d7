/** White space within a paragraph → what CSS shows of it (CSS Text 3, 4.1). */
import type { Inline, Text } from '../../model/index.ts'

/** White space of HTML; a no-break space is none. */
const spaces = /[ \t\n\r\f]+/g

/**
 * Collapses runs of spaces, also over the borders of runs; cuts those at the start, the end, and around line breaks;
 * joins runs alike.
 *
 * Runs whose spaces are preserved are given with no-break spaces.
 */
export function collapseSpaces(inlines: readonly Inline[]): Inline[] {
  const state = { atSpace: true }
  const collapsed = collapse(inlines, state)
  return trimEnd(collapsed)
}

function collapse(inlines: readonly Inline[], state: { atSpace: boolean }): Inline[] {
  const out: Inline[] = []
  for (const inline of inlines) {
    if (inline.type === 'text') {
      const text = collapseText(inline.text, state)
      if (text !== '') addRun(out, { ...inline, text })
    } else if (inline.type === 'link') {
      const inner = collapse(inline.inlines, state)
      if (inner.length > 0) out.push({ ...inline, inlines: inner })
    } else {
      state.atSpace = inline.type === 'lineBreak'
      if (inline.type === 'lineBreak') cutTrailingSpace(out)
      if (inline.type !== 'image' || inline.alt !== '') out.push(inline)
    }
  }
  return out
}

function collapseText(text: string, state: { atSpace: boolean }): string {
  const single = text.replace(spaces, ' ')
  const value = state.atSpace && single.startsWith(' ') ? single.slice(1) : single
  if (value !== '') state.atSpace = value.endsWith(' ')
  return value
}

function addRun(out: Inline[], run: Text): void {
  const last = out.at(-1)
  if (last?.type === 'text' && sameMarks(last, run)) {
    out[out.length - 1] = { ...last, text: last.text + run.text }
  } else out.push(run)
}

function sameMarks(a: Text, b: Text): boolean {
  return (
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.strike) === Boolean(b.strike) &&
    Boolean(a.underline) === Boolean(b.underline) &&
    a.script === b.script
  )
}

function cutTrailingSpace(out: Inline[]): void {
  const last = out.at(-1)
  if (last?.type !== 'text') return
  const text = last.text.replace(/ $/, '')
  if (text === '') out.pop()
  else out[out.length - 1] = { ...last, text }
}

/** Without the space and the line breaks that end the paragraph. */
function trimEnd(inlines: readonly Inline[]): Inline[] {
  const out = [...inlines]
  for (let last = out.at(-1); last; last = out.at(-1)) {
    const before = out.length
    if (last.type === 'lineBreak') out.pop()
    else if (last.type === 'link') {
      const inner = trimEnd(last.inlines)
      if (inner.length === last.inlines.length && inner.at(-1) === last.inlines.at(-1)) return out
      out.pop()
      if (inner.length > 0) return [...out, { ...last, inlines: inner }]
    } else cutTrailingSpace(out)
    if (out.length === before) return out
  }
  return out
}
