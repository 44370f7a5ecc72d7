/**
 * Restores the lines of a listing that TeX wrapped: Sphinx and the package fvextra begin the rest of a line with a hooked
 * arrow, which TeX draws as a hook and an arrow. Sphinx shows the blank at which it wraps.
 */
import type { Run } from './styled-line.ts'

const wrapMark = /^(?:\u02d3\u2192|\u21aa)/
const visibleBlank = /\u2423$/

/** Returns the runs of the rest of a wrapped line without its mark; `undefined` for another line. */
export function wrappedRuns(runs: readonly Run[]): readonly Run[] | undefined {
  const [mark, ...rest] = runs
  return mark && wrapMark.test(mark.text) && mark.text.trim().length <= 2 ? rest : undefined
}

/** Returns the text of a wrapped line, or `undefined` if the second one does not continue the first. */
export function unwrapped(before: string, text: string): string | undefined {
  const start = text.trimStart()
  if (!wrapMark.test(start)) return undefined
  const rest = start.replace(wrapMark, '')
  return visibleBlank.test(before)
    ? `${before.replace(visibleBlank, '')} ${rest.trimStart()}`
    : before + rest
}
