/**
 * Reads glyphs of composite fonts whose file has no map to Unicode: PDFium then returns the code, which is the number of the glyph
 * (Identity-H, CIDFontType2): `1R` is `No`.
 *
 * The numbers mean characters where the order of the glyphs is known: most TrueType fonts begin with the Macintosh order (OpenType
 * specification, `post`), those of Windows without its two glyphs of the Macintosh alone. In other files the code is the character.
 * So the text decides.
 */
import { isDigit, isLetter } from '../ascii.ts'
import { logChanceOf } from '../models/index.ts'
import { glyphCodes, isControl } from './format.ts'
import { contentSettings as settings } from './settings.ts'

/** Three glyphs without a character, then Mac OS Roman. */
const firstGlyph = 3
const ofMacintosh: ReadonlySet<number> = new Set([0x7f, 0xca, 0xf0])
const macRoman = Array.from({ length: 0x100 - glyphCodes.space }, (_, at) => at + glyphCodes.space)
/** The characters of the glyphs, in their order. */
const order: readonly string[] = [
  ...new TextDecoder('macintosh').decode(
    Uint8Array.from(macRoman.filter((code) => !ofMacintosh.has(code))),
  ),
  ...'ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ',
]

/** Returns the character of a glyph by its number. */
function characterOf(glyph: number): number {
  return order[glyph - firstGlyph]?.codePointAt(0) ?? glyphCodes.replacement
}

/**
 * Replaces the numbers of glyphs by their characters, in fonts whose text reads better so. Other fonts of a page with such a font may
 * show figures only: their numbers are those of controls.
 *
 * @param codes Codes of the glyphs of a page.
 * @param unmapped Indices of the glyphs without a character.
 * @param fontOf Returns a number for the font of a glyph.
 */
export function readGlyphNumbers(
  codes: Uint32Array,
  unmapped: readonly number[],
  fontOf: (index: number) => number,
): void {
  const byFont = [...Map.groupBy(unmapped, fontOf).values()]
  const fonts = byFont.map((indices) => indices.map((index) => codes[index] as number))
  const better = fonts.map(readBetter)
  if (!better.includes(true)) return
  for (const [at, indices] of byFont.entries()) {
    const numbers = fonts[at] as readonly number[]
    if (!better[at] && !(numbers.some(isControl) && areWords(numbers))) continue
    for (const index of indices) codes[index] = characterOf(codes[index] as number)
  }
}

/** Returns true if nearly all numbers are those of letters, digits and blanks, and not all of blanks. */
function areWords(numbers: readonly number[]): boolean {
  const said = numbers.map(characterOf)
  const plain = said.filter((code) => isLetter(code) || isDigit(code) || code === glyphCodes.space)
  const isBlank = plain.every((code) => code === glyphCodes.space)
  return !isBlank && plain.length >= said.length * settings.glyphNumbers.plainShare
}

/** Returns true if the characters of the numbers are likelier as text than the characters with these codes. */
function readBetter(numbers: readonly number[]): boolean {
  const { fewest, most, gain } = settings.glyphNumbers
  if (new Set(numbers).size < fewest || !areWords(numbers)) return false
  const some = numbers.slice(0, most)
  const chance = (text: readonly number[]) => logChanceOf(String.fromCodePoint(...text))
  return chance(some.map(characterOf)) - chance(some) >= gain * some.length
}
