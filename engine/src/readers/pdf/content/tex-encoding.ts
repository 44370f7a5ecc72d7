/**
 * Reads codes of text fonts without a name, such as TeX's bitmap fonts (Type 3), whose file maps them to no characters, or to wrong
 * ones. Encodings: OT1 and T1, also called Cork (LaTeX font encodings guide).
 */
import { isSmallLetter } from '../ascii.ts'
import type { PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import type { Font } from './text-objects.ts'

/** Codes of ligatures in OT1 and T1. */
export const texLigatures: ReadonlyMap<number, string> = new Map([
  [0x0b, 'ff'],
  [0x0c, 'fi'],
  [0x0d, 'fl'],
  [0x0e, 'ffi'],
  [0x0f, 'ffl'],
  [0x1b, 'ff'],
  [0x1c, 'fi'],
  [0x1d, 'fl'],
  [0x1e, 'ffi'],
  [0x1f, 'ffl'],
])

/** Quotes and dashes in OT1, other signs of ASCII. */
const marksOfOt1: ReadonlyMap<number, string> = new Map([
  [0x22, '”'],
  [0x5c, '“'],
  [0x7b, '–'],
  [0x7c, '—'],
])

/** Quotes and dashes in T1. In OT1 these codes are accents, in fonts for formulas Greek letters (italic) and relations (wider). */
const marksOfT1: ReadonlyMap<number, string> = new Map([
  [0x10, '“'],
  [0x11, '”'],
  [0x12, '„'],
  [0x13, '«'],
  [0x14, '»'],
  [0x15, '–'],
  [0x16, '—'],
])

const CARRIAGE_RETURN = 0x0d
const SMALL_C = 0x63
/** Ghostscript up to 8.71 maps `]` of a font without a name to this sign, and `c` to a carriage return. */
const CENTRE_LINE = 0x2104

/** What a page shows of a font without a name. */
interface FontFacts {
  /** Small letters directly after small letters, as in words: letters of formulas mostly stand alone. */
  pairs: number
  hasC: boolean
  /** True if it has ligatures at the codes of OT1 that no other encoding of text has. */
  isOt1: boolean
}

/** Returns true for a code that is another character in a font without a name, or a control. Compares numbers: it runs for each glyph. */
export function isDoubtfulInTex(code: number): boolean {
  if (code < 0x5c) return code < 0x20 || code === 0x22
  return code === 0x5c || code === 0x7b || code === 0x7c || code === CENTRE_LINE
}

function hasInk({ x0, x1 }: PageText['glyphs'], index: number): boolean {
  return (x1[index] as number) > (x0[index] as number)
}

/** Returns a function that finds the text of a glyph in a font without a name; an empty string if it is what its code says. */
export function createTexReader({ glyphs, objects }: PageText): (index: number) => string {
  const fontAt = (index: number) => objects[glyphs.objects[index] as number]?.font
  let facts: Map<Font, FontFacts> | undefined
  const measure = (): Map<Font, FontFacts> => {
    const all = new Map<Font, FontFacts>()
    for (let index = 0; index < glyphs.count; index++) {
      const font = fontAt(index)
      if (font?.name !== '') continue
      const own = all.get(font) ?? { pairs: 0, hasC: false, isOt1: false }
      all.set(font, own)
      const code = glyphs.codes[index] as number
      if (code === SMALL_C) own.hasC = true
      const isOt1 = code >= 0x0b && code <= 0x0f && code !== CARRIAGE_RETURN
      if (isOt1 && hasInk(glyphs, index)) own.isOt1 = true
      if (isSmallLetter(code) && isSmallLetter(glyphs.codes[index - 1] ?? 0)) own.pairs++
    }
    return all
  }
  return (index) => {
    if (!hasInk(glyphs, index)) return ''
    facts ??= measure()
    const font = fontAt(index)
    const own = font && facts.get(font)
    const code = glyphs.codes[index] as number
    if (code === CENTRE_LINE) return ']'
    if (!own || own.pairs < settings.enoughLetters) return texLigatures.get(code) ?? ''
    if (code === CARRIAGE_RETURN && !own.hasC) return 'c'
    if (own.isOt1) return marksOfOt1.get(code) ?? texLigatures.get(code) ?? ''
    const mark = marksOfT1.get(code)
    const size = objects[glyphs.objects[index] as number]?.size ?? 0
    const width = (glyphs.advances[index] as number) / size
    const isMark = mark !== undefined && !font?.italic && hasWidth(mark, width)
    return isMark && !isOverOther(glyphs, index) ? mark : (texLigatures.get(code) ?? '')
  }
}

function hasWidth(mark: string, width: number): boolean {
  return mark === '—' ? width >= 1 - settings.markEms : width <= 0.5 + settings.markEms
}

/** Returns true if the middle of a glyph's ink is over the glyph before or after it, as that of an accent is. */
function isOverOther({ x0, x1 }: PageText['glyphs'], index: number): boolean {
  const middle = ((x0[index] as number) + (x1[index] as number)) / 2
  return [index - 1, index + 1].some(
    (at) => (x0[at] ?? Infinity) < middle && (x1[at] ?? 0) > middle,
  )
}
