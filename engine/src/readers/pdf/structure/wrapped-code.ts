/**
 * Restores the lines of a listing that TeX wrapped: Sphinx and the package fvextra begin the rest of a line with a hooked
 * arrow, which TeX draws as a hook and an arrow. Sphinx shows the blank at which it wraps.
 */
import type { Run } from './styled-line.ts'

const wrapMark = /^(?:\u02d3\u2192|\u21aa)/
const visibleBlank = /\u2423$/

/** Returns the runs after the mark of a wrapped line's rest, or `undefined` if the line has no such mark. */
export function wrappedRuns(runs: readonly Run[]): readonly Run[] | undefined {
  const [mark, ...rest] = runs
  return mark && wrapMark.test(mark.text) && mark.text.trim().length <= 2 ? rest : undefined
}

/** Returns two texts as one line, or `undefined` if the second one is not the rest of a wrapped line. */
export function unwrapped(before: string, text: string): string | undefined {
  const start = text.trimStart()
  if (!wrapMark.test(start)) return undefined
  const rest = start.replace(wrapMark, '')
  return visibleBlank.test(before)
    ? `${before.replace(visibleBlank, '')} ${rest.trimStart()}`
    : before + rest
}
