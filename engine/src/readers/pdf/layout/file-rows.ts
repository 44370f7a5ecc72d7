/** Uses the rows of the file: parts of a text are read across if their rows are written one by one. */
import { groupIntoFragments, type LineFragment } from './fragments.ts'
import type { Word } from './words.ts'

/** Makes fragments of some of a fragment's words, in its row of the file. */
export function partFragment(
  { fileRow }: LineFragment,
  words: readonly Word[],
  wordsOf: Map<LineFragment, readonly Word[]>,
): LineFragment[] {
  const ownWords = new Map<LineFragment, readonly Word[]>()
  return groupIntoFragments(words, { wordsOf: ownWords }).map((part) => {
    const own = { ...part, fileRow }
    wordsOf.set(own, ownWords.get(part) ?? [])
    return own
  })
}

/** Counts the rows of the file that are in more than one of the parts of a text. */
export function countSharedFileRows(parts: readonly (readonly LineFragment[])[]): number {
  const partOf = new Map<number, number>()
  const shared = new Set<number>()
  for (const [part, fragments] of parts.entries()) {
    for (const { fileRow } of fragments) {
      if (fileRow === undefined) continue
      if ((partOf.get(fileRow) ?? part) !== part) shared.add(fileRow)
      partOf.set(fileRow, part)
    }
  }
  return shared.size
}
