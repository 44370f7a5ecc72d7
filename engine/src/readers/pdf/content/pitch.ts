/** Corrects the fixed-pitch flag of a page's fonts by the measured widths of their letters. */

import { isLetter } from '../ascii.ts'
import { median } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { Glyphs, PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { type Font, type FontTable, internFont } from './text-objects.ts'

/** Letters that are narrow in every proportional font. */
const narrow = [...'fijlrt'].map((letter) => letter.charCodeAt(0))

/** Counts of the steps from letter to letter in one font. */
interface StepCounts {
  all: number
  /** Steps that no fixed pitch has. */
  far: number
  /** 1 for each ASCII letter with a step. */
  readonly letters: Uint8Array
}

/** Sets the flag by measurement: TeX's fonts lack it, and Apache FOP sets it for fonts of variable width. */
export function correctFixedPitch(text: PageText, fonts: FontTable): PageText {
  const corrected = new Map<Font, Font>()
  for (const [font, counts] of countSteps(text)) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    const isWrong = isSaid
      ? isUneven(stepsOf(text, font))
      : mayBeFixed(counts) && isFixed(stepsOf(text, font))
    if (!isWrong) continue
    corrected.set(font, internFont(fonts, { ...font, flags: font.flags ^ fontFlags.fixedPitch }))
  }
  if (corrected.size === 0) return text
  const objects = text.objects.map((object) => ({
    ...object,
    font: corrected.get(object.font) ?? object.font,
  }))
  return { glyphs: text.glyphs, objects }
}

/** Counts steps by font. For most fonts the counts exclude a fixed pitch, which saves the median of their steps. */
function countSteps({ glyphs, objects }: PageText): Map<Font, StepCounts> {
  const found = new Map<Font, StepCounts>()
  for (const { font, angleDegrees } of objects) {
    if (Math.abs(angleDegrees) >= 1 || found.has(font)) continue
    found.set(font, { all: 0, far: 0, letters: new Uint8Array(0x80) })
  }
  const byObject = objects.map(({ font }) => found.get(font))
  const { leastEms, mostEms, toleranceEms } = settings.pitch
  for (let index = 0; index + 1 < glyphs.count; index++) {
    const counts = byObject[glyphs.objects[index] as number]
    if (!counts || !isStep(glyphs, index)) continue
    const step = stepAt({ glyphs, objects }, index)
    if (step > settings.pitch.stepEms) continue
    counts.all++
    if (step < leastEms - toleranceEms || step > mostEms + toleranceEms) counts.far++
    counts.letters[glyphs.codes[index] as number] = 1
  }
  return found
}

/** Lists the steps of one font, in ems. */
function stepsOf({ glyphs, objects }: PageText, font: Font): number[] {
  const ems: number[] = []
  for (let index = 0; index + 1 < glyphs.count; index++) {
    const object = objects[glyphs.objects[index] as number]
    if (object?.font !== font || !isStep(glyphs, index)) continue
    const step = stepAt({ glyphs, objects }, index)
    if (step <= settings.pitch.stepEms) ems.push(step)
  }
  return ems
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

/** The distance from a glyph to the next, in ems. */
function stepAt({ glyphs, objects }: PageText, index: number): number {
  const { originX } = glyphs
  const size = objects[glyphs.objects[index] as number]?.size || 1
  return ((originX[index + 1] as number) - (originX[index] as number)) / size
}

/** Returns false for a font whose counts alone show that its pitch is not fixed. */
function mayBeFixed({ all, far, letters }: StepCounts): boolean {
  if (all < settings.enoughLetters || far > settings.pitch.oddShare * all) return false
  const different = letters.reduce((sum, isSeen) => sum + isSeen, 0)
  return different >= settings.pitch.letters && narrow.some((code) => letters[code] === 1)
}

function isFixed(ems: readonly number[]): boolean {
  const pitch = median(ems)
  return (
    pitch >= settings.pitch.leastEms &&
    pitch <= settings.pitch.mostEms &&
    oddSteps(ems) <= settings.pitch.oddShare * ems.length
  )
}

function isUneven(ems: readonly number[]): boolean {
  const odd = oddSteps(ems)
  return odd >= settings.pitch.oddSteps && odd > settings.pitch.oddShare * ems.length
}

function oddSteps(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((step) => Math.abs(step - pitch) > settings.pitch.toleranceEms).length
}
