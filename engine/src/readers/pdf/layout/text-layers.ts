/** Corrects the widths of words in the text layer of a scan, whose fonts are often narrower than the print. */
import { renderModes, type TextObject } from '../content/index.ts'
import { median } from '../statistics.ts'
import { layoutSettings as settings } from './settings.ts'
import { copyWord, type Word } from './words.ts'

/**
 * Widens the invisible words of a page by the ratio that their distances show. Otherwise the blanks of a narrow layer are as
 * wide as gaps between columns, and words that stand below each other become columns.
 */
export function widenTextLayer(
  words: readonly Word[],
  objects: readonly TextObject[],
): readonly Word[] {
  const isInvisible = ({ object }: Word) => objects[object]?.renderMode === renderModes.invisible
  if (!words.some(isInvisible)) return words
  const { blankEms, closeEms, letters, pairs, least, most } = settings.textLayer
  const ratios = words.flatMap((word, index) => {
    const room = roomOf(word, words[index + 1])
    if (room === undefined || word.text.length < letters || !isInvisible(word)) return []
    return (room - blankEms * word.size) / (word.x1 - word.x0)
  })
  const ratio = ratios.length < pairs ? 1 : Math.min(median(ratios), most)
  if (ratio < least) return words
  return words.map((word, index) => {
    const room = roomOf(word, words[index + 1]) ?? Number.POSITIVE_INFINITY
    const [widened, full] = [ratio * (word.x1 - word.x0), room - blankEms * word.size]
    // The ratio varies from word to word, so a gap that is still rather wide is a blank, too.
    const width = room - widened < closeEms * word.size ? full : widened
    return isInvisible(word) && word.x0 + width > word.x1
      ? copyWord(word, { x1: word.x0 + width })
      : word
  })
}

/** Returns the distance from the start of a word to the next one on its line; `undefined` for the last one. */
function roomOf(word: Word, next: Word | undefined): number | undefined {
  if (!next || next.frame !== word.frame || next.x0 <= word.x1) return undefined
  const isLevel = Math.abs(next.baseline - word.baseline) < settings.textLayer.levelEms * word.size
  const isNear = next.x0 - word.x1 < settings.textLayer.gapEms * word.size
  return isLevel && isNear ? next.x0 - word.x0 : undefined
}
