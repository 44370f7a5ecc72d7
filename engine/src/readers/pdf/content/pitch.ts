/** Corrects the fixed-pitch flag of a page's fonts by the measured widths of their letters. */

import { lazy } from '../../../lazy.ts'
import { isLetter } from '../ascii.ts'
import { median, sumOf } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { type Font, type FontTable, internFont, keyOf } from './text-objects.ts'

/** Letters that are narrow in every proportional font. */
const narrow = [...'fijlrt'].map((letter) => letter.charCodeAt(0))

/** The Unicode blocks from CJK Radicals Supplement to Hangul Jamo Extended-B. */
const firstEastAsian = 0x2e80
const lastEastAsian = 0xd7ff

/** Counts over the steps from letter to letter in one font, without blanks. */
interface Steps {
  count: number
  /** Number of steps that no fixed pitch has. */
  far: number
  /** 1 for each ASCII letter with a step. */
  readonly letters: Uint8Array
}

/** Sets the flag by measurement: TeX's fonts lack it, and Apache FOP sets it for fonts of variable width. */
export function correctFixedPitch(text: PageText, fonts: FontTable): PageText {
  const corrected = new Map<Font, Font>()
  const eastAsian = lazy(() => namesOfEastAsian(text))
  const found = stepsByFont(text)
  const proportional = new Set(
    [...found.keys()].flatMap(({ name, flags }) => (flags & fontFlags.fixedPitch ? [] : name)),
  )
  const alike = groupAlike(found)
  for (const [font, steps] of found) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    const parts = alike.get(font) ?? [font]
    // Counts exclude most fonts: a list of the steps of each font takes 8 % of the memory that a page allocates.
    if (!isSaid && !mayBeFixed(parts.flatMap((part) => found.get(part) ?? []))) continue
    const [most = font] = parts
    const ems = stepsOfFont(text, steps.count > 0 ? font : most)
    // A part of a font with its ligatures alone has letters of one width.
    const isPart = isSaid && font.name !== '' && proportional.has(font.name)
    const isEven = isSaid ? !isPart && !isUneven(ems) : isFixed(ems)
    // Letters of East Asian text are all of one width, which is no sign of code.
    const isRight = isSaid === (isEven && !eastAsian().has(font.name))
    if (isRight) continue
    corrected.set(font, internFont(fonts, { ...font, flags: font.flags ^ fontFlags.fixedPitch }))
  }
  if (corrected.size === 0) return text
  const objects = text.objects.map((object) => ({
    ...object,
    font: corrected.get(object.font) ?? object.font,
  }))
  return { glyphs: text.glyphs, objects }
}

/**
 * Returns the fonts without a name that may be of fixed pitch, each with those of its face, because one may have too few letters
 * alone. The font with most letters is first.
 */
function groupAlike(found: ReadonlyMap<Font, Steps>): Map<Font, readonly Font[]> {
  const nameless = [...found].flatMap(([font, { count, far }]) =>
    font.name === '' && far <= settings.pitch.oddShare * count ? { font, count } : [],
  )
  const byFace = Map.groupBy(
    nameless.sort((a, b) => b.count - a.count).map(({ font }) => font),
    keyOf,
  )
  return new Map(nameless.map(({ font }) => [font, byFace.get(keyOf(font)) ?? []]))
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

function stepsByFont(text: PageText): Map<Font, Steps> {
  const { glyphs, objects } = text
  const found = new Map<Font, Steps>()
  for (const { font, angleDegrees } of objects) {
    if (Math.abs(angleDegrees) >= 1 || found.has(font)) continue
    found.set(font, { count: 0, far: 0, letters: new Uint8Array(0x80) })
  }
  const { leastEms, mostEms, toleranceEms, stepEms } = settings.pitch
  const [least, most] = [leastEms - toleranceEms, mostEms + toleranceEms]
  const byObject = objects.map(({ font }) => found.get(font))
  for (let index = 0; index + 1 < glyphs.count; index++) {
    const steps = byObject[glyphs.objects[index] as number]
    const step = stepAt(text, index)
    if (!steps || !(step <= stepEms)) continue
    steps.count++
    if (step < least || step > most) steps.far++
    steps.letters[glyphs.codes[index] as number] = 1
  }
  return found
}

/** Returns the steps from letter to letter in a font, in ems, without blanks. */
function stepsOfFont(text: PageText, font: Font): number[] {
  const ems: number[] = []
  for (let index = 0; index + 1 < text.glyphs.count; index++) {
    const step = stepAt(text, index)
    if (!(step <= settings.pitch.stepEms)) continue
    if (text.objects[text.glyphs.objects[index] as number]?.font === font) ems.push(step)
  }
  return ems
}

/** Returns the step from a letter to the next one in its text object and line, in ems; `NaN` for other glyphs. */
function stepAt({ glyphs, objects }: PageText, index: number): number {
  const { codes, originX, originY } = glyphs
  const object = glyphs.objects[index] as number
  if (glyphs.objects[index + 1] !== object || originY[index + 1] !== originY[index])
    return Number.NaN
  if (!isLetter(codes[index] as number) || !isLetter(codes[index + 1] as number)) return Number.NaN
  return (
    ((originX[index + 1] as number) - (originX[index] as number)) / (objects[object]?.size || 1)
  )
}

function mayBeFixed(parts: readonly Steps[]): boolean {
  const { oddShare, letters: least } = settings.pitch
  const count = sumOf(parts, (part) => part.count)
  if (count < settings.enoughLetters || sumOf(parts, (part) => part.far) > oddShare * count)
    return false
  const isSeen = (code: number) => parts.some(({ letters }) => letters[code] === 1)
  let different = 0
  for (let code = 0; code < 0x80; code++) if (isSeen(code)) different++
  return different >= least && narrow.some(isSeen)
}

function isFixed(ems: readonly number[]): boolean {
  const { leastEms, mostEms, oddShare } = settings.pitch
  const pitch = median(ems)
  return pitch >= leastEms && pitch <= mostEms && oddSteps(ems) <= oddShare * ems.length
}

function isUneven(ems: readonly number[]): boolean {
  const odd = oddSteps(ems)
  return odd >= settings.pitch.oddSteps && odd > settings.pitch.oddShare * ems.length
}

function oddSteps(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((step) => Math.abs(step - pitch) > settings.pitch.toleranceEms).length
}
