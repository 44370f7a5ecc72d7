/** Finds the letters of the logos TeX and LaTeX, whose A and E are capitals off the baseline that stand for small letters. */
import type { Page } from '../content/index.ts'
import { layoutSettings as settings } from './settings.ts'

const [A, E, L, T, X] = [...'AELTX'].map((letter) => letter.charCodeAt(0))

/** Returns the indices of the glyphs that stand for small letters. */
export function findLogoLetters({ glyphs, objects }: Page): ReadonlySet<number> {
  const { codes, originY } = glyphs
  const found = new Set<number>()
  /** Returns how far a glyph is above the T before its E, in ems of the T. */
  const rise = (index: number, t: number) => {
    const { size = 1 } = objects[glyphs.objects[t] as number] ?? {}
    return ((originY[t] as number) - (originY[index] as number)) / size
  }
  const isOff = (distance: number) => distance > settings.runDrift && distance < settings.logoShift
  for (let e = 1; e < glyphs.count - 1; e++) {
    const t = e - 1
    if (codes[e] !== E || codes[t] !== T || codes[e + 1] !== X) continue
    if (!isOff(-rise(e, t)) || Math.abs(rise(e + 1, t)) > settings.solid) continue
    found.add(e)
    if (codes[t - 1] === A && codes[t - 2] === L && isOff(rise(t - 1, t))) found.add(t - 1)
  }
  return found
}
