/** Corrects decimal points that both readers take for dashes: dot-matrix printers print a point as wide as a dash. */
import { type Letter, placeOf } from './blanks.ts'
import { inkRowsAt } from './ink.ts'
import type { LineReadings } from './line.ts'
import { mergingSettings as settings } from './settings.ts'

/** Replaces dashes between digits whose ink is at the foot of the digits. */
export function restorePoints<T extends Letter>(
  letters: readonly T[],
  line: LineReadings,
): (T & { readonly isDecimalPoint?: true })[] {
  return letters.map((letter, at) => {
    const [before, after] = [letters[at - 1], letters[at + 1]]
    if (!before || !after || !/^\d[-–—]\d$/.test(before.text + letter.text + after.text)) {
      return letter
    }
    const rise = riseOf(letter, [before, after], line)
    if (rise === undefined || rise > settings.maxPointRise) return letter
    return { ...letter, text: '.', isDecimalPoint: true }
  })
}

/** Returns the height of a mark's middle above the foot of its neighbours, in heights of the neighbours. */
function riseOf(
  mark: Letter,
  neighbours: readonly Letter[],
  line: LineReadings,
): number | undefined {
  const own = inkRowsAt(line, placeOf(mark))
  const others = neighbours.flatMap((letter) => inkRowsAt(line, placeOf(letter)) ?? [])
  if (!own || others.length === 0) return undefined
  const top = Math.min(...others.map(({ y0 }) => y0))
  const foot = Math.max(...others.map(({ y1 }) => y1))
  return (foot - (own.y0 + own.y1) / 2) / (foot - top)
}
