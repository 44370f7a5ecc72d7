/** Decides if the text of a page must be read from its picture, or compared with it, and at which resolution. */
import { isSmallLetter } from '../ascii.ts'
import { commonArea } from '../boxes.ts'
import { glyphCodes, isControl, type Page, pointsPerInch, renderModes } from '../content/index.ts'
import { sumOf } from '../statistics.ts'
import { ocrSettings } from './settings.ts'

/** Returns true if a page is drawn: its letters may then have any ground, and are straight and evenly lit. */
export function isDrawn({ drawings }: Page): boolean {
  return drawings.shapes.length >= ocrSettings.needs.minShapes
}

/** Returns true if a page has, at best, a page number as text. */
export function hasLittleText({ glyphs }: Page): boolean {
  return !hasText(glyphs)
}

export function needsOcr(page: Page): boolean {
  if (isUnreadable(page)) return true
  return hasLittleText(page) && (isDrawn(page) || isPicture(page))
}

/**
 * Returns true if the fonts of a page do not say which characters they show.
 *
 * Such fonts are of type 3, without names and without a map to Unicode. Their codes count the letters in the order of
 * their first use, from 0 or 1: many are controls, and few are small letters. TeX's fonts of type 3 have the codes of
 * letters; ligatures and signs of formulas are their controls.
 */
export function isUnreadable({ glyphs, objects }: Page): boolean {
  if (objects.every(({ font }) => font.name !== '')) return false
  let [all, controls, smallLetters] = [0, 0, 0]
  for (let at = 0; at < glyphs.count; at++) {
    const code = glyphs.codes[at] as number
    const isNameless = objects[glyphs.objects[at] as number]?.font.name === ''
    if (code === glyphCodes.space || !isNameless) continue
    all += 1
    if (isControl(code)) controls += 1
    else if (isSmallLetter(code)) smallLetters += 1
  }
  const { controlShare, certainControlShare, smallLetterShare, namelessShare } = ocrSettings.needs
  if (all < Math.max(namelessShare * glyphs.count, ocrSettings.letters.text)) return false
  if (controls >= certainControlShare * all) return true
  return controls >= controlShare * all && smallLetters < smallLetterShare * (all - controls)
}

/** Returns true if a page shows a picture and its text is hidden: a scan with the result of earlier recognition. */
export function hasHiddenLayer(page: Page): boolean {
  const { glyphs, objects } = page
  if (!hasText(glyphs) || !isPicture(page)) return false
  let visible = 0
  for (let at = 0; at < glyphs.count && visible < ocrSettings.letters.text; at++) {
    if ((glyphs.codes[at] as number) <= glyphCodes.space) continue
    if (objects[glyphs.objects[at] ?? -1]?.renderMode !== renderModes.invisible) visible += 1
  }
  return visible < ocrSettings.letters.text
}

/** Returns the resolution to recognise a page at, in pixels an inch. */
export function resolutionOf(page: Page): number {
  const { dpi, largeScan } = ocrSettings
  const isScan = hasHiddenLayer(page) || (needsOcr(page) && !isDrawn(page))
  const isLarge = Math.min(page.width, page.height) >= largeScan.minInches * pointsPerInch
  return isScan && isLarge ? largeScan.dpi : dpi
}

function isPicture({ drawings, width, height }: Page): boolean {
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  const covered = sumOf(drawings.images, (image) => commonArea(image, whole))
  return covered >= ocrSettings.needs.minPictureShare * width * height
}

/**
 * Returns true if a page has more than a page number as text. Characters of a hidden text layer, which is the result of
 * earlier recognition, count.
 */
function hasText({ codes, count }: Page['glyphs']): boolean {
  let characters = 0
  for (let index = 0; index < count && characters < ocrSettings.letters.text; index++)
    if ((codes[index] as number) > glyphCodes.space) characters += 1
  return characters >= ocrSettings.letters.text
}
