/** Reads the text objects of a page: direction, real size, font, render mode, and on request colour and marked content. */
import { type Engine, readString } from './engine.ts'
import { fontNames } from './font-names.ts'
import { fontFlags } from './format.ts'
import type { Matrix } from './geometry.ts'
import { contentSettings as settings } from './settings.ts'

export interface Font {
  /** PostScript name without the subset's prefix: `TimesNewRomanPS-BoldMT`. */
  readonly name: string
  /** ISO 32000-1, table 123. */
  readonly flags: number
  /** 400 is regular, 700 bold; 0 unknown. */
  readonly weight: number
  readonly italic: boolean
}

export function hasBoldWeight({ weight }: Font): boolean {
  return weight >= settings.boldWeight
}

/** The setting shared by all glyphs of one text-showing operator. */
export interface TextObject {
  readonly font: Font
  /** Height of the em in points on the page. */
  readonly size: number
  /** Reading direction on the page: 0 rightwards, 90 downwards, clockwise, in −180 < … ≤ 180. */
  readonly angleDegrees: number
  /** ISO 32000-1, table 106; 3 is invisible. */
  readonly renderMode: number
  /** True if the file leans the letters of an upright font to the right: word processors make italics so that a font lacks. */
  readonly isSlanted?: boolean
  /** True if a line is drawn through its letters. */
  readonly isStruck?: boolean
  /** 0xRRGGBBAA of the fill, on request. */
  readonly color?: number
  /** On request, if the object is marked; unique within its content stream. */
  readonly markedContentId?: number
}

/** Direction and size of a text object, computed before its glyphs are placed. */
export interface Placing {
  /** Unit vector of the reading direction in user space. */
  readonly alongX: number
  readonly alongY: number
  readonly size: number
  /** Shift to the right per step upwards, of letters that the file leans. */
  readonly slant?: number
}

/** Reads direction and size at one of the object's glyphs: the font size is nominal, the matrix scales it. */
export function readPlacing(engine: Engine, textPage: number, char: number): Placing {
  const { pdfium, scratch } = engine
  const nominal = pdfium.FPDFText_GetFontSize(textPage, char)
  pdfium.FPDFText_GetMatrix(textPage, char, scratch)
  const at = scratch >> 2
  const { floats } = engine.heap()
  const a = floats[at] ?? 0
  const b = floats[at + 1] ?? 0
  const c = floats[at + 2] ?? 0
  const d = floats[at + 3] ?? 0
  const length = Math.hypot(a, b)
  const size = Math.abs(nominal) * Math.hypot(c, d)
  if (!(length > 0) || !Number.isFinite(size)) return { alongX: 1, alongY: 0, size: 0 }
  // A negative size turns the text round; usually the matrix turns it back.
  const sign = nominal < 0 ? -1 : 1
  const slant = (a * c + b * d) / (a * d - b * c)
  const isSlanted = slant >= settings.minSlant && slant <= settings.maxSlant
  const along = { alongX: (sign * a) / length, alongY: (sign * b) / length }
  return { ...along, size, ...(isSlanted && { slant }) }
}

/** Converts a direction in user space to clockwise degrees on the page. */
export function angleOnPage(placing: Placing, toPage: Matrix): number {
  const x = toPage.a * placing.alongX + toPage.c * placing.alongY
  const y = toPage.b * placing.alongX + toPage.d * placing.alongY
  const degrees = (Math.atan2(y, x) * 180) / Math.PI
  return degrees <= -180 + settings.precisionDegrees ? 180 : degrees
}

/** Measured on rendered text in a font without a name. */
export interface DrawnFace {
  /** Weight as a multiple of 50; 0 if too little ink is drawn. */
  readonly weight: number
  readonly isSlanted: boolean
}

/** Measures the face of a rendered text object. */
export type MeasureFace = (object: number, size: number) => DrawnFace

/** Fonts of one document without duplicates, so that `===` compares them, and those that were measured. */
export type FontTable = Map<string, Font>

export function internFont(table: FontTable, font: Font): Font {
  const key = keyOf(font)
  const known = table.get(key)
  if (known) return known
  table.set(key, font)
  return font
}

/** Returns a text that is equal for equal fonts. */
export function keyOf({ name, flags, weight, italic }: Font): string {
  return `${name}\n${flags} ${weight} ${italic}`
}

/** Reads fonts by their handles on one page. Each handle of a font without a name has a `Font` of its own, which is not interned. */
export class FontReader {
  readonly #engine: Engine
  readonly #table: FontTable
  readonly #measure: (font: number) => DrawnFace | undefined
  readonly #byHandle = new Map<number, Font>()

  /** @param measure Measures the face of a font without a name, given by its handle. */
  constructor(engine: Engine, table: FontTable, measure: (font: number) => DrawnFace | undefined) {
    this.#engine = engine
    this.#table = table
    this.#measure = measure
  }

  fontOf(object: number): Font {
    const handle = this.#engine.pdfium.FPDFTextObj_GetFont(object)
    const known = this.#byHandle.get(handle)
    if (known) return known
    const font = handle === 0 ? internFont(this.#table, unknownFont) : this.#measured(handle)
    this.#byHandle.set(handle, font)
    return font
  }

  /**
   * Returns a font with the face that its letters show where its name and weight do not: without a name, with a number for a
   * name, and with a weight that its name does not have (Ghostscript guesses the width of stems).
   */
  #measured(handle: number): Font {
    const given = this.#read(handle)
    const { name, weight, italic } = given
    const isNamed = name !== '' && !fontNames.number.test(name)
    if (isNamed && (!hasBoldWeight(given) || fontNames.bold.test(name)))
      return internFont(this.#table, given)
    const key = `drawn ${keyOf(given)}`
    const known = this.#table.get(key)
    if (known) return known
    const drawn = this.#measure(handle)
    const seen: Font = {
      ...given,
      weight: drawn?.weight || weight,
      italic: italic || (!isNamed && drawn?.isSlanted === true),
    }
    // Text and code may look alike so far: their letters differ in width only.
    if (name === '') return seen
    const font = internFont(this.#table, seen)
    if (drawn && drawn.weight > 0) this.#table.set(key, font)
    return font
  }

  #read(handle: number): Font {
    const { pdfium, scratch } = this.#engine
    const name = readString(this.#engine, 'utf8', (buffer, room) =>
      pdfium.FPDFFont_GetBaseFontName(handle, buffer, room),
    )
    const flags = pdfium.FPDFFont_GetFlags(handle)
    const weight = pdfium.FPDFFont_GetWeight(handle)
    const angled = pdfium.FPDFFont_GetItalicAngle(handle, scratch) !== 0
    const angle = angled
      ? new DataView(this.#engine.heap().bytes.buffer).getInt32(scratch, true)
      : 0
    return {
      name: name.replace(subsetPrefix, ''),
      flags,
      weight: Math.max(0, weight),
      italic: angle !== 0 || (flags & fontFlags.italic) !== 0,
    }
  }
}

/** ISO 32000-1, 9.6.4: six capitals and a plus sign before the name of a font subset. */
const subsetPrefix = /^[A-Z]{6}\+/
const unknownFont: Font = { name: '', flags: 0, weight: 0, italic: false }

/** Returns true if the file has the font of a text object; fonts of type 3 are drawn by it. */
export function isEmbedded({ pdfium }: Engine, object: number): boolean {
  return pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(object)) === 1
}

/** Reads the colour of a fill or of a stroke, 0xRRGGBBAA. */
export function readColor(
  { pdfium, scratch, heap }: Engine,
  object: number,
  get: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor' = 'FPDFPageObj_GetFillColor',
): number | undefined {
  const [red, green, blue, alpha] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (pdfium[get](object, red, green, blue, alpha) === 0) return undefined
  const { bytes } = heap()
  const part = (at: number) => bytes[at] ?? 0
  return ((part(red) << 24) | (part(green) << 16) | (part(blue) << 8) | part(alpha)) >>> 0
}
