/**
 * Finds the A and the E of the logos TeX and LaTeX. They are drawn as capitals above and below the baseline, but are written as
 * small letters.
 */
import type { Page } from '../content/index.ts'
import { layoutSettings as settings } from './settings.ts'

const [A, E, L, T, X] = [...'AELTX'].map((letter) => letter.charCodeAt(0))

/** Returns the indices of the glyphs that are written as small letters. */
export function findLogoLetters({ glyphs, objects }: Page): ReadonlySet<number> {
  const { codes, originY } = glyphs
  const found = new Set<number>()
  /** Returns the height of a glyph above the T of its logo, in ems of the T. */
  const riseOf = (index: number, t: number) => {
    const { size = 1 } = objects[glyphs.objects[t] as number] ?? {}
    return ((originY[t] as number) - (originY[index] as number)) / size
  }
  // A glyph an em away is on another line.
  const isShifted = (ems: number) => ems > settings.runDrift && ems < 1
  for (let e = 1; e < glyphs.count - 1; e++) {
    const t = e - 1
    if (codes[e] !== E || codes[t] !== T || codes[e + 1] !== X) continue
    if (!isShifted(-riseOf(e, t)) || Math.abs(riseOf(e + 1, t)) > settings.solid) continue
    found.add(e)
    if (codes[t - 1] === A && codes[t - 2] === L && isShifted(riseOf(t - 1, t))) found.add(t - 1)
  }
  return found
}
