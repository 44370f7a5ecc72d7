/** Gives marks of code the type of the code around them: TeX and groff take some of them from other fonts. */
import type { Style } from './style.ts'
import type { Run } from './styled-line.ts'

/** Matches marks that belong to the code beside them: straight quotes, brackets, operators, and signs that look like these. */
const marks = /^[\s'"`\\{}|<>*^~\u02c6\u02dc\u2212\u2217\u223c]+$/

/** Matches a quote at the start of a line, which may enclose a name of code in text. */
const quote = /^['"`]/

/**
 * Sets marks in the type of code: those of a line that is code otherwise, and in text those with code on both sides. A mark at the
 * start of a line may be a bullet, or the quote before a name.
 */
export function withMarksOfCode<Own extends Run>(runs: readonly Own[]): readonly Own[] {
  if (!runs.some(isMark) || !runs.some(({ style }) => style.mono)) return runs
  const isCode =
    beginsAsCode(runs) &&
    runs.every((run) => isMark(run) || (run.style.mono && run.latex === undefined))
  let before: Style | undefined
  return runs.map((run, at) => {
    const next = runs[at + 1]
    const isBetween = before !== undefined && !/^\s/.test(run.text) && touches(run, next)
    const style = isMark(run) && (isCode || isBetween) ? (before ?? next?.style) : undefined
    before = style ?? (run.style.mono ? run.style : undefined)
    return style ? { ...run, style } : run
  })
}

function beginsAsCode([first, next]: readonly Run[]): boolean {
  if (!first || first.style.mono) return true
  return !quote.test(first.text) && touches(first, next)
}

function isMark({ text, style, script, link, latex }: Run): boolean {
  if (style.mono || script !== undefined || link !== undefined || latex !== undefined) return false
  return marks.test(text)
}

/** Returns true if code follows a run without a blank. */
function touches({ text }: Run, next: Run | undefined): boolean {
  if (!next?.style.mono) return false
  return !/\s$/.test(text) && !/^\s/.test(next.text)
}
