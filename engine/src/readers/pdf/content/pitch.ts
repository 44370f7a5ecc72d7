/** Corrects the fixed-pitch flag of a page's fonts by the widths of their signs. */

import { lazy } from '../../../lazy.ts'
import { isSign } from '../ascii.ts'
import { median, sumOf } from '../statistics.ts'
import { fontFlags } from './format.ts'
import type { PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { type Font, type FontTable, internFont, keyOf } from './text-objects.ts'

/** Signs that are narrow in every proportional font. */
const narrow = [...'fijlrt.,:;'].map((sign) => sign.charCodeAt(0))

/** The Unicode blocks from CJK Radicals Supplement to Hangul Jamo Extended-B. */
const firstEastAsian = 0x2e80
const lastEastAsian = 0xd7ff

/** Counts over the widths of a font's signs: printed ASCII characters. */
interface Widths {
  count: number
  /** Number of widths that no fixed pitch has. */
  far: number
  /** 1 for each sign whose width a fixed pitch may have. */
  readonly signs: Uint8Array
}

/** Sets the flag by measurement: TeX's fonts lack it, and Apache FOP sets it for fonts of variable width. */
export function correctFixedPitch(text: PageText, fonts: FontTable): PageText {
  const corrected = new Map<Font, Font>()
  const eastAsian = lazy(() => namesOfEastAsian(text))
  const found = widthsByFont(text)
  const proportional = new Set(
    [...found.keys()].flatMap(({ name, flags }) => (flags & fontFlags.fixedPitch ? [] : name)),
  )
  const alike = groupAlike(found)
  for (const [font, widths] of found) {
    const isSaid = (font.flags & fontFlags.fixedPitch) !== 0
    const parts = alike.get(font) ?? [font]
    // Counts exclude most fonts: a list of the widths of each font takes 8 % of the memory that a page allocates.
    if (!isSaid && !mayBeFixed(parts.flatMap((part) => found.get(part) ?? []))) continue
    const [most = font] = parts
    const ems = widthsOfFont(text, widths.count > 0 ? font : most)
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
 * Returns the fonts without a name that may be of fixed pitch, each with those of its face, because one may have too few signs
 * alone. The font with most signs is first.
 */
function groupAlike(found: ReadonlyMap<Font, Widths>): Map<Font, readonly Font[]> {
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

function widthsByFont(text: PageText): Map<Font, Widths> {
  const { glyphs, objects } = text
  const found = new Map<Font, Widths>()
  for (const { font, angleDegrees } of objects) {
    if (Math.abs(angleDegrees) >= 1 || found.has(font)) continue
    found.set(font, { count: 0, far: 0, signs: new Uint8Array(0x80) })
  }
  const { leastEms, mostEms, toleranceEms } = settings.pitch
  const [least, most] = [leastEms - toleranceEms, mostEms + toleranceEms]
  const byObject = objects.map(({ font }) => found.get(font))
  for (let index = 0; index < glyphs.count; index++) {
    const widths = byObject[glyphs.objects[index] as number]
    const width = widthAt(text, index)
    if (!widths || Number.isNaN(width)) continue
    widths.count++
    if (width < least || width > most) widths.far++
    else widths.signs[glyphs.codes[index] as number] = 1
  }
  return found
}

/** Returns the widths of a font's signs, in ems. */
function widthsOfFont(text: PageText, font: Font): number[] {
  const ems: number[] = []
  for (let index = 0; index < text.glyphs.count; index++) {
    if (text.objects[text.glyphs.objects[index] as number]?.font !== font) continue
    const width = widthAt(text, index)
    if (!Number.isNaN(width)) ems.push(width)
  }
  return ems
}

/**
 * Returns the width of a sign, in ems; `NaN` for other glyphs. The next sign of its text object and line shows it. Before other
 * glyphs, the font says it; those without a name are mostly bitmaps, whose widths PDFium measures at their ink.
 */
function widthAt({ glyphs, objects }: PageText, index: number): number {
  const { codes, originX, originY } = glyphs
  const at = glyphs.objects[index] as number
  const object = objects[at]
  if (!object || !(object.size > 0) || !isSign(codes[index] as number)) return Number.NaN
  const isLast = glyphs.objects[index + 1] !== at || originY[index + 1] !== originY[index]
  const step = ((originX[index + 1] as number) - (originX[index] as number)) / object.size
  if (!isLast && isSign(codes[index + 1] as number) && step <= settings.pitch.stepEms) return step
  return object.font.name === '' ? Number.NaN : (glyphs.advances[index] as number) / object.size
}

function mayBeFixed(parts: readonly Widths[]): boolean {
  const { oddShare, signs: least } = settings.pitch
  const count = sumOf(parts, (part) => part.count)
  if (count < settings.enoughLetters || sumOf(parts, (part) => part.far) > oddShare * count)
    return false
  const isSeen = (code: number) => parts.some(({ signs }) => signs[code] === 1)
  let different = 0
  for (let code = 0; code < 0x80; code++) if (isSeen(code)) different++
  return different >= least && narrow.some(isSeen)
}

function isFixed(ems: readonly number[]): boolean {
  const { leastEms, mostEms, oddShare } = settings.pitch
  const pitch = median(ems)
  return pitch >= leastEms && pitch <= mostEms && oddWidths(ems) <= oddShare * ems.length
}

function isUneven(ems: readonly number[]): boolean {
  const odd = oddWidths(ems)
  return odd >= settings.pitch.oddWidths && odd > settings.pitch.oddShare * ems.length
}

function oddWidths(ems: readonly number[]): number {
  const pitch = median(ems)
  return ems.filter((width) => Math.abs(width - pitch) > settings.pitch.toleranceEms).length
}
