/** Groups a recogniser's words, which come line by line, into lines. */
import type { PictureWord } from './picture-word.ts'
import { ocrSettings } from './settings.ts'

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
  if (Math.abs(word.baseline - before.baseline) > ocrSettings.lines.maxRise * height) return false
  const gap = word.x0 - before.x1
  return gap > -height && gap < ocrSettings.lines.maxGap * height
}
