/** Places the glyphs of a page in their frames, with their text; invisible glyphs are left out. */
import {
  type Glyphs,
  glyphCodes,
  type Page,
  renderModes,
  type TextObject,
} from '../content/index.ts'
import { type Frame, framesOf, radians, uprightFrame } from './frames.ts'
import { findLogoLetters } from './logos.ts'
import { layoutSettings as settings } from './settings.ts'
import { steadySizes } from './steady-sizes.ts'
import { findSymbolLetters } from './symbol-letters.ts'
import { BLANK, drawingFont, iconFont, isLeftwards, isPlain, textOfCode } from './unicode.ts'
import { findUnmappedBullets } from './unmapped-bullets.ts'

/**
 * A glyph in its frame; one record is reused for all glyphs, because an object for each costs a tenth of the layout.
 */
export interface PlacedGlyph {
  code: number
  text: string
  u: number
  end: number
  v: number
  size: number
  object: number
  frame: Frame
}

/** Creates a record to place glyphs in. */
export function createPlacedGlyph(): PlacedGlyph {
  // Initialised with fractions, so that V8 stores the fields as doubles.
  const [u, end, v, size] = [0.5, 0.5, 0.5, 0.5]
  return { code: 0, text: '', u, end, v, size, object: 0, frame: uprightFrame }
}

/** Data of a page's text objects by index, computed before the glyphs are placed. */
interface Placing {
  readonly page: Page
  readonly frames: readonly Frame[]
  /** Heights of the em. */
  readonly sizes: readonly number[]
  readonly hidden: readonly boolean[]
  /** 1 for glyphs on the page, and for those of words that begin there. */
  readonly onPage: Uint8Array
  /** Glyphs that are bullets, regardless of their codes. */
  readonly bullets: ReadonlySet<number>
  /** Capitals that are written as small letters. */
  readonly logoLetters: ReadonlySet<number>
  /** Letters whose codes are those of bullets, too. */
  readonly symbolLetters: ReadonlyMap<number, string>
}

export function placingOf(page: Page): Placing {
  const frames = framesOf(page.objects)
  const sizes = steadySizes(realSizes(page), () => glyphCounts(page))
  return {
    page,
    frames,
    sizes,
    onPage: glyphsOnPage(page, frames, sizes),
    hidden: withDrawings(hiddenObjects(page.glyphs, page.objects), page),
    bullets: findUnmappedBullets(page),
    logoLetters: findLogoLetters(page),
    symbolLetters: findSymbolLetters(page),
  }
}

/**
 * Places a glyph.
 *
 * @param glyph Receives the result.
 * @returns True if the glyph is printed, and is on the page or in a word that begins there.
 */
export function placeGlyph(placing: Placing, index: number, glyph: PlacedGlyph): boolean {
  const { glyphs, objects, width } = placing.page
  const object = glyphs.objects[index] ?? -1
  const frame = placing.frames[object]
  const size = placing.sizes[object] ?? 0
  if (!frame || placing.hidden[object] || placing.onPage[index] !== 1) return false
  const x = glyphs.originX[index] as number
  const y = glyphs.originY[index] as number
  const advance = glyphs.advances[index] as number
  const { cos, sin } = frame
  const own = glyphs.codes[index] as number
  const code = placing.bullets.size > 0 && placing.bullets.has(index) ? glyphCodes.bullet : own
  if (isHyphen(code) && advance < settings.solid * size) return false
  const u = x * cos + y * sin
  glyph.code = code
  glyph.text = isPlain(code) ? String.fromCharCode(code) : visualText(code, objects[object])
  if (placing.logoLetters.size > 0 && placing.logoLetters.has(index))
    glyph.text = glyph.text.toLowerCase()
  if (placing.symbolLetters.size > 0) glyph.text = placing.symbolLetters.get(index) ?? glyph.text
  // Letters beyond the edge do not make the column wider.
  const edge = frame.angleDegrees === 0 ? width : Number.POSITIVE_INFINITY
  glyph.u = Math.min(u, edge)
  glyph.end = Math.min(u + advance, edge)
  glyph.v = y * cos - x * sin
  if (code === glyphCodes.radical && frame.angleDegrees === 0) {
    glyph.v = baselineOfRadical(glyphs, index, objects[object]?.size ?? size)
  }
  glyph.size = size
  glyph.object = object
  glyph.frame = frame
  return true
}

/** Finds the glyphs on the page. A word of an overfull line is kept whole, although its last letters are beyond the edge. */
function glyphsOnPage(
  { glyphs, width, height }: Page,
  frames: readonly Frame[],
  sizes: readonly number[],
): Uint8Array {
  const onPage = new Uint8Array(glyphs.count)
  const isBlank = (index: number) => textOfCode(glyphs.codes[index] as number, '') === BLANK
  let [last, endX, endY] = [0, Number.NaN, Number.NaN]
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    const size = sizes[object] ?? 0
    const { cos, sin } = frames[object] ?? uprightFrame
    const x = glyphs.originX[index] as number
    const y = glyphs.originY[index] as number
    const advance = glyphs.advances[index] as number
    // The middle of the letter: half its advance along, a third of the em up.
    const middleX = x + (cos * advance) / 2 + (sin * size) / 3
    const middleY = y + (sin * advance) / 2 - (cos * size) / 3
    if (!(middleX >= 0 && middleX <= width && middleY >= 0 && middleY <= height)) {
      const isNext = Math.hypot(x - endX, y - endY) < settings.wordGap * size
      if (!isNext || isBlank(last) || isBlank(index)) continue
    }
    onPage[index] = 1
    last = index
    endX = x + cos * advance
    endY = y + sin * advance
  }
  return onPage
}

/**
 * TeX's radicals hang from their origin; the baseline of one that is as tall as a line is near its lower end.
 *
 * @param size As declared: of tall radicals, the corrected size is the height of the ink.
 */
function baselineOfRadical({ originY, y0, y1 }: Glyphs, index: number, size: number): number {
  const [origin, top, bottom] = [originY[index] as number, y0[index] as number, y1[index] as number]
  const baseline = bottom - settings.descent * size
  const isLow = bottom - top <= settings.radicalHeight * size
  return isLow && baseline - origin > settings.line * size ? baseline : origin
}

/** True for PDFium's code of a hyphen at a line end, and for the soft hyphen. */
const isHyphen = (code: number) => code === glyphCodes.lineEndHyphen || code === 0xad

/** Returns the letters of one code, from left to right. */
function visualText(code: number, object: TextObject | undefined): string {
  const text = textOfCode(code, object?.font.name ?? '')
  return isLeftwards(code) && text.length > 1 ? [...text].reverse().join('') : text
}

function glyphCounts({ glyphs, objects }: Page): Uint32Array {
  const counts = new Uint32Array(objects.length)
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    counts[object] = (counts[object] as number) + 1
  }
  return counts
}

/** Returns the font sizes of the objects, corrected where their ink contradicts them. */
function realSizes({ glyphs, objects, height, width }: Page): number[] {
  const ink = new Float32Array(objects.length)
  const upright = objects.map(({ angleDegrees }) => Math.abs(Math.sin(radians(angleDegrees))) < 0.7)
  for (let index = 0; index < glyphs.count; index++) {
    const object = glyphs.objects[index] as number
    const extent = upright[object]
      ? (glyphs.y1[index] as number) - (glyphs.y0[index] as number)
      : (glyphs.x1[index] as number) - (glyphs.x0[index] as number)
    if (extent > (ink[object] as number)) ink[object] = extent
  }
  const largest = Math.max(height, width)
  return objects.map(({ size }, index) => {
    const extent = ink[index] as number
    const plausible = size > 0 && size <= largest && extent <= size * settings.otherSize
    return plausible || extent === 0 ? size || 1 : Math.min(extent, largest)
  })
}

/** Marks text objects that are left out: invisible text, unless it is the text layer of a scan. */
function hiddenObjects(glyphs: Glyphs, objects: readonly TextObject[]): readonly boolean[] {
  const invisible = objects.map(({ renderMode }) => renderMode === renderModes.invisible)
  if (!invisible.includes(true)) return invisible
  let hidden = 0
  let shown = 0
  for (let index = 0; index < glyphs.count; index++) {
    if (textOfCode(glyphs.codes[index] as number, '') === BLANK) continue
    if (invisible[glyphs.objects[index] as number]) hidden++
    else shown++
  }
  return shown < hidden * settings.stampShare ? objects.map(() => false) : invisible
}

/** Hides drawings, and the icons to which a file gives the codes of letters, as programs do that number the glyphs of a font. */
function withDrawings(hidden: readonly boolean[], { glyphs, objects }: Page): readonly boolean[] {
  const fonts = new Set(objects.map(({ font }) => font))
  const icons = new Set([...fonts].filter(({ name }) => iconFont.test(name)))
  const drawings = new Set([...fonts].filter(({ name }) => drawingFont.test(name)))
  if (icons.size + drawings.size === 0) return hidden
  const all = objects.map(({ font }, at) => hidden[at] === true || drawings.has(font))
  for (let index = 0; index < glyphs.count; index++) {
    const at = glyphs.objects[index] as number
    const font = objects[at]?.font
    if (font && icons.has(font) && isPlain(glyphs.codes[index] as number)) all[at] = true
  }
  return all
}
