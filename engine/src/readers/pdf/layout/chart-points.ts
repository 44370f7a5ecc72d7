/** Drops the points of charts that are drawn as discs of a font, as those of R (`ZapfDingbats`). */
import { sortByHeight } from './near-words.ts'
import { layoutSettings as settings } from './settings.ts'
import type { Word } from './words.ts'

const disc = /^[●○]+$/

/**
 * Returns the words without the points of charts. Discs at heights without text are points if they are many: bullets and marks
 * in tables stand beside text.
 */
export function withoutChartPoints(words: readonly Word[]): readonly Word[] {
  const discs = words.filter(({ text }) => disc.test(text))
  if (discs.length < settings.chartPoints) return words
  const { between } = sortByHeight(words)
  const beside = (word: Word) =>
    between(
      word.baseline - settings.same * word.size,
      word.baseline + settings.same * word.size,
    ).filter(({ text, frame }) => !disc.test(text) && frame === word.frame)
  const loose = discs.filter((word) => beside(word).length === 0)
  if (loose.length < settings.chartPoints) return words
  const isBullet = (word: Word) =>
    beside(word).some(
      ({ x0 }) => x0 >= word.x1 && x0 - word.x1 < settings.bulletGap.most * word.size,
    )
  const points = new Set(discs.filter((word) => !isBullet(word)))
  return words.filter((word) => !points.has(word))
}
