/** Corrects the fixed-pitch flag of a page's fonts by the measured widths of their letters. */

import { lazy } from '../../../lazy.ts'
import { isLetter } from '../ascii.ts'
import { median } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { Glyphs, PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { type Font, type FontTable, internFont } from './text-objects.ts'

/** Letters that are narrow in every proportional font. */
const narrow = [...'fijlrt'].map((letter) => letter.charCodeAt(0))

/** The Unicode blocks from CJK Radicals Supplement to Hangul Jamo Extended-B. */
const firstEastAsian = 0x2e80
const lastEastAsian = 0xd7ff

/** The steps from letter to letter in one font, in ems, without blanks. */
interface Steps {
  readonly ems: number[]
  /** 1 for each ASCII letter with a step. */
  readonly letters: Uint8Array
}

/** Sets the flag by measurement: TeX's fonts lack it, and Apache FOP sets it for fonts of variable width. */
export function correctFixedPitch(text: PageText, fonts: FontTable): PageText {
  const corrected = new Map<Font, Font>()
  const eastAsian = lazy(() => namesOfEastAsian(text))
  for (const [font, steps] of stepsByFont(text)) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    if (isSaid ? !isUneven(steps) : !isFixed(steps) || eastAsian().has(font.name)) continue
    corrected.set(font, internFont(fonts, { ...font, flags: font.flags ^ fontFlags.fixedPitch }))
  }
  if (corrected.size === 0) return text
  const objects = text.objects.map((object) => ({
    ...object,
    font: corrected.get(object.font) ?? object.font,
  }))
  return { glyphs: text.glyphs, objects }
}

/** Returns the names of fonts that draw East Asian letters: their Latin letters may all be half as wide. Each encoding has its own font. */
function namesOfEastAsian({ glyphs, objects }: PageText): Set<string> {
  const names = new Set<string>()
  for (let index = 0; index < glyphs.count; index++) {
    const code = glyphs.codes[index] as number
    if (code < firstEastAsian || code > lastEastAsian) continue
    const object = objects[glyphs.objects[index] as number]
    if (object) names.add(object.font.name)
  }
  return names
}

function stepsByFont({ glyphs, objects }: PageText): Map<Font, Steps> {
  const found = new Map<Font, Steps>()
  for (const { font, angleDegrees } of objects) {
    if (Math.abs(angleDegrees) >= 1 || found.has(font)) continue
    found.set(font, { ems: [], letters: new Uint8Array(0x80) })
  }
  const byObject = objects.map(({ font }) => found.get(font))
  const { codes, originX } = glyphs
  for (let index = 0; index + 1 < glyphs.count; index++) {
    const at = glyphs.objects[index] as number
    const steps = byObject[at]
    if (!steps || !isStep(glyphs, index)) continue
    const width = (originX[index + 1] as number) - (originX[index] as number)
    const step = width / (objects[at]?.size || 1)
    if (step > settings.pitch.stepEms) continue
    steps.ems.push(step)
    steps.letters[codes[index] as number] = 1
  }
  return found
}

/** Returns true for a letter with a letter after it, in one text object on one line. */
function isStep({ codes, objects, originY }: Glyphs, index: number): boolean {
  return (
    objects[index + 1] === objects[index] &&
    originY[index + 1] === originY[index] &&
    isLetter(codes[index] as number) &&
    isLetter(codes[index + 1] as number)
  )
}

function isFixed({ ems, letters }: Steps): boolean {
  const { leastEms, mostEms, toleranceEms, oddShare } = settings.pitch
  if (ems.length < settings.enoughLetters) return false
  const different = letters.reduce((sum, isSeen) => sum + isSeen, 0)
  if (different < settings.pitch.letters || narrow.every((code) => letters[code] === 0))
    return false
  // Steps that no fixed pitch has save the median of most fonts.
  const [least, most] = [leastEms - toleranceEms, mostEms + toleranceEms]
  const far = ems.filter((step) => step < least || step > most)
  if (far.length > oddShare * ems.length) return false
  const pitch = median(ems)
  return pitch >= leastEms && pitch <= mostEms && oddSteps(ems) <= oddShare * ems.length
}

function isUneven({ ems }: Steps): boolean {
  const odd = oddSteps(ems)
  return odd >= settings.pitch.oddSteps && odd > settings.pitch.oddShare * ems.length
}

function oddSteps(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((step) => Math.abs(step - pitch) > settings.pitch.toleranceEms).length
}
