/** Corrects the fixed-pitch flag of a page's fonts by the measured widths of their letters. */

import { median } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { Glyphs, PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { type Font, type FontTable, internFont } from './text-objects.ts'

/** Letters that are narrow in every proportional font. */
const narrow = /[fijlrt]/

/** Steps from letter to letter in one font. */
interface Steps {
  readonly ems: number[]
  readonly letters: Set<number>
}

/** Sets the flag by measurement: TeX's fonts lack it, and Apache FOP sets it for fonts of variable width. */
export function correctFixedPitch({ glyphs, objects }: PageText, fonts: FontTable): PageText {
  const found = new Map<Font, Steps | undefined>()
  for (const { font, angleDegrees } of objects) {
    if (Math.abs(angleDegrees) < 1) found.set(font, undefined)
  }
  collectSteps({ glyphs, objects }, found)
  const corrected = new Map<Font, Font>()
  for (const [font, steps] of found) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    if (!steps || (isSaid ? !isUneven(steps) : !isFixed(steps))) continue
    corrected.set(font, internFont(fonts, { ...font, flags: font.flags ^ fontFlags.fixedPitch }))
  }
  if (corrected.size === 0) return { glyphs, objects }
  const changed = objects.map((object) => ({
    ...object,
    font: corrected.get(object.font) ?? object.font,
  }))
  return { glyphs, objects: changed }
}

function collectSteps({ glyphs, objects }: PageText, found: Map<Font, Steps | undefined>): void {
  const { count, codes, objects: owners, originX, originY } = glyphs
  for (let index = 0; index + 1 < count; index++) {
    const owner = owners[index] as number
    if (owners[index + 1] !== owner || originY[index + 1] !== originY[index]) continue
    if (!isLetter(glyphs, index) || !isLetter(glyphs, index + 1)) continue
    const object = objects[owner]
    if (!object || !found.has(object.font)) continue
    const step = ((originX[index + 1] as number) - (originX[index] as number)) / (object.size || 1)
    if (step > settings.pitch.stepEms) continue
    const steps = found.get(object.font) ?? { ems: [], letters: new Set() }
    found.set(object.font, steps)
    steps.ems.push(step)
    steps.letters.add(codes[index] as number)
  }
}

function isLetter({ codes }: Glyphs, index: number): boolean {
  const code = codes[index] as number
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

function isFixed({ ems, letters }: Steps): boolean {
  if (ems.length < settings.enoughLetters || letters.size < settings.pitch.letters) return false
  if (!narrow.test(String.fromCodePoint(...letters))) return false
  const pitch = median(ems)
  return (
    pitch >= settings.pitch.leastEms &&
    pitch <= settings.pitch.mostEms &&
    oddSteps(ems) <= settings.pitch.oddShare * ems.length
  )
}

function isUneven({ ems }: Steps): boolean {
  const odd = oddSteps(ems)
  return odd >= settings.pitch.oddSteps && odd > settings.pitch.oddShare * ems.length
}

function oddSteps(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((step) => Math.abs(step - pitch) > settings.pitch.toleranceEms).length
}
