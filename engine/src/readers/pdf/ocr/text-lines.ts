/** Groups a recogniser's words, which come line by line, into lines. */
import type { PictureWord } from './picture-word.ts'

/** Words of a line have baselines this near, in heights of its letters … */
const BASELINE_SHARE = 0.3
/** … and gaps of at most this width: text farther off, such as the next table cell, is separate. */
const MAX_GAP_SHARE = 2

/** @returns Lists of words that follow each other on one line; every word is in one list. */
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
