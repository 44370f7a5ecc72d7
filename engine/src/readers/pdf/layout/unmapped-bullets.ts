/** Detects bullets whose codes are unknown or letters by position: before the text of lines, in a separate font. */
import { glyphCodes, type Page } from '../content/index.ts'
import { layoutSettings as settings } from './settings.ts'
import { isOfReplacedFont, isPlain, NOTHING, textOfCode } from './unicode.ts'

/** Word uses the letter o of Courier New as the bullet of nested lists; other programs substitute a monospaced font. */
const letterFont = /courier|mono|cousine/i

interface Uses {
  /** Glyphs before the text of a line. */
  readonly before: number[]
  count: number
  /** Least number before lines: one proves a bullet only if the code is known to be that of bullets, too. */
  readonly least: number
}

/**
 * Finds bullets in fonts that name their glyphs by number only, as symbol fonts of publishers do, and letters used as bullets.
 *
 * @returns Indices of their glyphs.
 */
export function findUnmappedBullets(page: Page): ReadonlySet<number> {
  const uses = new Map<string, Uses>()
  const { codes, count } = page.glyphs
  const hasLetters = page.objects.some(({ font }) => letterFont.test(font.name))
  const letters: number[] = []
  for (let index = 0; index < count; index++) {
    const code = codes[index] as number
    if (hasLetters && code === glyphCodes.smallO && isLetterBullet(page, index)) letters.push(index)
    if (code === 0x20 || isPlain(code) || !isUnknown(page, index, code)) continue
    const key = `${code} ${fontOf(page, index)}`
    const least = textOfCode(code, fontOf(page, index) ?? '') === NOTHING ? 2 : 1
    const own = uses.get(key) ?? { before: [], count: 0, least }
    uses.set(key, own)
    own.count += 1
    if (beginsLine(page, index)) own.before.push(index)
  }
  const unmapped = [...uses.values()].flatMap((own) => (areBullets(own) ? own.before : []))
  return new Set([...unmapped, ...letters])
}

function isLetterBullet(page: Page, index: number): boolean {
  return letterFont.test(fontOf(page, index) ?? '') && beginsLine(page, index)
}

function areBullets({ before, count, least }: Uses): boolean {
  return before.length >= least && before.length >= settings.nearlyAll * count
}

function fontOf({ glyphs, objects }: Page, index: number): string | undefined {
  return objects[glyphs.objects[index] as number]?.font.name
}

/** Returns true if a glyph is printed but its code is unknown, or stands for a bullet or for a sign of text. */
function isUnknown(page: Page, index: number, code: number): boolean {
  const { x0, x1 } = page.glyphs
  const font = fontOf(page, index) ?? ''
  return (
    (x1[index] as number) > (x0[index] as number) &&
    (textOfCode(code, font) === NOTHING || isOfReplacedFont(code, font))
  )
}

function beginsLine(page: Page, index: number): boolean {
  const { glyphs, objects } = page
  const em = objects[glyphs.objects[index] as number]?.size ?? 0
  const [start, end] = [glyphs.x0[index] as number, glyphs.x1[index] as number]
  for (let other = index - 1; other >= Math.max(0, index - settings.few); other--) {
    const gap = start - (glyphs.x1[other] as number)
    if (!isOnLine(page, index, other, em)) continue
    if (gap > -settings.bulletGap.most * em && gap < settings.bulletGap.most * em) return false
  }
  for (let other = index + 1; other <= Math.min(glyphs.count - 1, index + settings.few); other++) {
    // A small bullet is raised to the middle of the letters.
    const size = objects[glyphs.objects[other] as number]?.size ?? 0
    if (!isOnLine(page, index, other, Math.max(em, size))) continue
    const gap = (glyphs.x0[other] as number) - end
    return (
      gap >= settings.bulletGap.least * em &&
      gap <= settings.bulletGap.most * em &&
      isSetApart(page, index, other)
    )
  }
  return false
}

/** Detects a change of font, or of the text object for bitmap fonts, which have no names. */
function isSetApart(page: Page, index: number, other: number): boolean {
  const font = fontOf(page, index)
  if (font !== fontOf(page, other)) return true
  const { objects } = page.glyphs
  return font === '' && objects[index] !== objects[other]
}

/** Returns true if the other glyph is on the same line and not a blank. */
function isOnLine({ glyphs }: Page, index: number, other: number, em: number): boolean {
  if ((glyphs.codes[other] as number) <= 0x20) return false
  const drift = (glyphs.originY[other] as number) - (glyphs.originY[index] as number)
  return Math.abs(drift) < settings.line * em
}
