/** Words as a recogniser gives them, line by line → their lines. */
import type { PictureWord } from './picture-word.ts'

/** Words of a line have baselines this near, in heights of its letters … */
const BASELINE_SHARE = 0.3
/** … and gaps at most this wide: what is farther off, the next cell of a table, is set for itself. */
const MAX_GAP_SHARE = 2

/** @returns Words that follow each other on one line, as lists; every word is in one. */
export function groupByLine<Word extends PictureWord>(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    if (line && before && follows(word, before)) line.push(word)
    else lines.push([word])
  }
  return lines
}

function follows(word: PictureWord, before: PictureWord): boolean {
  const height = Math.min(word.lineHeight, before.lineHeight)
  if (Math.abs(word.baseline - before.baseline) > BASELINE_SHARE * height) return false
  const gap = word.x0 - before.x1
  return gap > -height && gap < MAX_GAP_SHARE * height
}
