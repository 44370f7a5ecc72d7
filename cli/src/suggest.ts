/** Finds the known word nearest to a misspelt one. */

/** The most wrong letters; more make another word. */
const MAX_EDITS = 2

/** @returns ` Did you mean "convert"?`, or an empty text. */
export function suggest(word: string, candidates: Iterable<string>): string {
  const ranked = [...candidates]
    .map((other) => ({ other, edits: editsBetween(word, other) }))
    .filter(({ other, edits }) => edits <= Math.min(MAX_EDITS, other.length - 2))
    .toSorted((one, other) => one.edits - other.edits)
  return ranked[0] ? ` Did you mean "${ranked[0].other}"?` : ''
}

/** Counts letters to insert, delete, replace, or swap with the next one. */
function editsBetween(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
