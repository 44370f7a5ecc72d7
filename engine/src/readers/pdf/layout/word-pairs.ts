/** Tells how two words stand to each other: one after the other, over each other, apart. */
import { layoutSettings as settings } from './settings.ts'
import { bottomOf, topOf } from './text-box.ts'
import type { Word } from './words.ts'

/** Returns true if `next` is on the line of `before`, at its right, at most `gapEms` away. */
export function follows(before: Word, next: Word, gapEms: number): boolean {
  const size = Math.max(before.size, next.size)
  const gap = next.x0 - before.x1
  if (gap < -settings.overlap * size || gap > gapEms * size) return false
  return isOnLineOf(before, next) || (gap <= settings.scriptGap * size && isRaised(before, next))
}

const letterOrMark = /[\p{L}\p{N},.;:]/u

function isRaised(a: Word, b: Word): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  // The word beside a tall bracket is a row of a matrix; the word beside a large initial is a line of its paragraph.
  if (!letterOrMark.test(large.text)) return false
  if (large.size > settings.otherSize * small.size && large.text.length < 2) return false
  const rise = large.baseline - small.baseline
  return (
    small.size <= settings.scriptSize * large.size &&
    rise > 0 &&
    rise <= settings.scriptRise.word * large.size
  )
}

/** Returns true if two words are on one line, also with uneven baselines. */
export function isOnLineOf(a: Word, b: Word): boolean {
  const small = Math.min(a.size, b.size)
  if (Math.max(a.size, b.size) > small * settings.otherSize) {
    return Math.abs(a.baseline - b.baseline) <= settings.unevenLine * small
  }
  const common = Math.min(bottomOf(a), bottomOf(b)) - Math.max(topOf(a), topOf(b))
  return common >= settings.lineOverlap * (settings.ascent + settings.descent) * small
}

/** Returns true if words share more than half of the width of the narrower one. */
export function overlap(a: Word, b: Word): boolean {
  return commonWidth(a, b) > 0.5 * Math.min(a.x1 - a.x0, b.x1 - b.x0)
}

function commonWidth(a: Word, b: Word): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
}

/** Returns true if two words do not overlap horizontally. */
export function isClear(a: Word, b: Word): boolean {
  return commonWidth(a, b) < settings.overlap * Math.min(a.size, b.size)
}

/** Returns true for one text that is printed twice at one place, as some programs print bold type. */
export function isTwice(a: Word, b: Word): boolean {
  const near = settings.same * a.size
  return (
    a.text === b.text && Math.abs(a.x0 - b.x0) < near && Math.abs(a.baseline - b.baseline) < near
  )
}
