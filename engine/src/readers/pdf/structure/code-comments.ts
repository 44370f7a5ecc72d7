/** Finds the comments on the right of code: a strip of white divides them from it, but each belongs to its line. */
import { type Column, groupIntoRows, type LineFragment } from '../layout/index.ts'
import { structureSettings as settings } from './settings.ts'

/** Matches the mark that begins a comment in a programming language. */
const commentMark = /^(?:\/\/|\/\*|#|--|;|%|!|\(\*|<!--)\s*\S/

/**
 * Finds the comments on the right of code. Most texts at their left edge are comments: code of a second column begins with one, too,
 * but goes on.
 *
 * @param isCode Returns true for a fragment in the type of code.
 * @returns The code on the left of each comment.
 */
export function commentsBesideCode(
  fragments: readonly LineFragment[],
  isCode: (fragment: LineFragment) => boolean,
): Map<LineFragment, LineFragment> {
  const comments = fragments.filter((own) => commentMark.test(own.text) && isCode(own))
  if (comments.length < 2) return new Map()
  const textsAt = Map.groupBy(fragments, edgeOf)
  const inColumns = new Set(
    [...Map.groupBy(comments, edgeOf)].flatMap(([edge, own]) => {
      const texts = textsAt.get(edge)?.length ?? 0
      return own.length > 1 && own.length >= settings.nearlyAll * texts ? own : []
    }),
  )
  const codeOf = new Map<LineFragment, LineFragment>()
  for (const row of groupIntoRows(fragments)) {
    let code: LineFragment | undefined
    for (const fragment of row) {
      if (code && inColumns.has(fragment)) codeOf.set(fragment, code)
      else code = isCode(fragment) ? fragment : undefined
    }
  }
  return codeOf
}

/** Returns the left edge of a fragment, in halves of its size. */
function edgeOf({ x0, size }: LineFragment): number {
  return Math.round((2 * x0) / size)
}

/** Puts each comment back behind the code on its left, in the column of that code. */
export function withComments(
  columns: readonly Column[],
  codeOf: ReadonlyMap<LineFragment, LineFragment>,
): Column[] {
  const commentsOf = Map.groupBy(codeOf.keys(), (comment) => codeOf.get(comment))
  return columns.map((column) => ({
    ...column,
    fragments: column.fragments.flatMap((own) => [own, ...(commentsOf.get(own) ?? [])]),
  }))
}
