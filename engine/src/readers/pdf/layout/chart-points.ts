/** Drops the points of charts that are drawn as discs of a font, as those of R (`ZapfDingbats`). */
import { firstFrom } from '../statistics.ts'
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
  const starts = startsByHeight(words)
  const loose = discs.filter((word) => startsBeside(word, starts).length === 0)
  if (loose.length < settings.chartPoints) return words
  const isBullet = (word: Word) =>
    startsBeside(word, starts).some((row) => {
      const start = row[firstFrom(row.length, (at) => row[at] as number, word.x1)]
      return start !== undefined && start - word.x1 < settings.bulletGap.most * word.size
    })
  const points = new Set(discs.filter((word) => !isBullet(word)))
  return words.filter((word) => !points.has(word))
}

/** Returns the left ends of all other words, by direction and height. */
function startsByHeight(words: readonly Word[]): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  for (const word of words) {
    if (disc.test(word.text)) continue
    const key = keyOf(word, 0)
    const row = starts.get(key)
    if (row) row.push(word.x0)
    else starts.set(key, [word.x0])
  }
  for (const row of starts.values()) row.sort((a, b) => a - b)
  return starts
}

function keyOf({ baseline, frame }: Word, offset: number): string {
  return `${frame.angleDegrees} ${Math.round(baseline / settings.chartStepPoints) + offset}`
}

function startsBeside(word: Word, starts: ReadonlyMap<string, number[]>): number[][] {
  return [-1, 0, 1].flatMap((offset) => {
    const row = starts.get(keyOf(word, offset))
    return row ? [row] : []
  })
}
