/** Corrects the fixed-pitch flag of a page's fonts by the measured widths of their letters. */

import { median } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { Glyphs, PageText } from './page-text.ts'
import { type Font, type FontTable, internFont } from './text-objects.ts'

/** Fewer steps from letter to letter do not prove a fixed pitch … */
const MIN_STEPS = 20
/** … and fewer do not disprove it. */
const MIN_ODD_STEPS = 4
const MIN_LETTERS = 8
/** Typewriter letters are 0.52 to 0.62 of an em wide. Latin letters of fonts for Chinese and Japanese are half an em wide. */
const MIN_PITCH_EMS = 0.51
const MAX_PITCH_EMS = 0.65
/** Positions in bitmap fonts are rounded to the dots of a printer. */
const PITCH_TOLERANCE_EMS = 0.015
/** A wider step includes a blank. */
const MAX_STEP_EMS = 0.9
/** Share of the steps that may differ: some codes name the wrong letter. */
const MAX_ODD_SHARE = 0.05

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
  const told = new Map<Font, Font>()
  for (const [font, steps] of found) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    if (!steps || (isSaid ? !isUneven(steps) : !isFixed(steps))) continue
    told.set(font, internFont(fonts, { ...font, flags: font.flags ^ fontFlags.fixedPitch }))
  }
  if (told.size === 0) return { glyphs, objects }
  const changed = objects.map((object) => ({
    ...object,
    font: told.get(object.font) ?? object.font,
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
    if (step > MAX_STEP_EMS) continue
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
  if (ems.length < MIN_STEPS || letters.size < MIN_LETTERS) return false
  if (!narrow.test(String.fromCodePoint(...letters))) return false
  const pitch = median(ems)
  return (
    pitch >= MIN_PITCH_EMS && pitch <= MAX_PITCH_EMS && oddSteps(ems) <= MAX_ODD_SHARE * ems.length
  )
}

function isUneven({ ems }: Steps): boolean {
  const odd = oddSteps(ems)
  return odd >= MIN_ODD_STEPS && odd > MAX_ODD_SHARE * ems.length
}

function oddSteps(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((step) => Math.abs(step - pitch) > PITCH_TOLERANCE_EMS).length
}
