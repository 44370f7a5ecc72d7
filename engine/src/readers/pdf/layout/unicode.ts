/** Maps a glyph's code point to the text that a reader sees. */

/** Empty text of a control character, a noncharacter, or a private code of unknown meaning. */
export const NOTHING = ''
export const BLANK = ' '
/** Zero-width non-joiner and joiner. */
export const joiners = { none: 0x200c, join: 0x200d } as const

const isBetween = (code: number, first: number, last: number) => code >= first && code <= last

/**
 * Ranges of special codes with their text; the first matching range decides.
 * All other codes are plain text.
 */
const rules: readonly {
  readonly first: number
  readonly last: number
  readonly text: string | ((code: number, font: string) => string)
  readonly why: string
}[] = [
  { first: 0x02, last: 0x02, text: '-', why: 'PDFium writes a hyphen at a line end so' },
  { first: 0x09, last: 0x0d, text: BLANK, why: 'tabs and line ends are blank' },
  { first: 0x00, last: 0x1f, text: NOTHING, why: 'a control shows nothing' },
  { first: 0x7f, last: 0x9f, text: NOTHING, why: 'a control shows nothing' },
  { first: 0xa0, last: 0xa0, text: BLANK, why: 'a blank' },
  { first: 0x2000, last: 0x200a, text: BLANK, why: 'blanks of other widths' },
  { first: 0x200b, last: 0x200f, text: NOTHING, why: 'shows nothing' },
  { first: 0x2028, last: 0x2029, text: BLANK, why: 'ends of lines and paragraphs' },
  { first: 0x202a, last: 0x202e, text: NOTHING, why: 'the order is found from the places' },
  { first: 0x202f, last: 0x202f, text: BLANK, why: 'a blank' },
  { first: 0x205f, last: 0x205f, text: BLANK, why: 'a blank' },
  { first: 0x2060, last: 0x206f, text: NOTHING, why: 'shows nothing' },
  {
    first: 0x2e80,
    last: 0x2eff,
    text: radicalText,
    why: 'radicals that look like letters, mapped for these',
  },
  {
    first: 0x2f00,
    last: 0x2fdf,
    text: compatible,
    why: 'Kangxi radicals, mapped for their letters',
  },
  { first: 0x3000, last: 0x3000, text: BLANK, why: 'the ideographic blank' },
  { first: 0xd800, last: 0xdfff, text: (code) => String.fromCharCode(code), why: 'half a pair' },
  { first: 0xf000, last: 0xf0ff, text: symbolText, why: 'codes of symbolic TrueType fonts' },
  { first: 0xe000, last: 0xf8ff, text: privateText, why: 'private use' },
  { first: 0xfb00, last: 0xfb4f, text: compatible, why: 'ligatures of Latin, Armenian, Hebrew' },
  { first: 0xfb50, last: 0xfdff, text: compatible, why: 'shapes of Arabic letters' },
  { first: 0xfe10, last: 0xfe19, text: compatible, why: 'punctuation of vertical text' },
  { first: 0xfe70, last: 0xfefe, text: compatible, why: 'shapes of Arabic letters' },
  { first: 0xfe00, last: 0xfe0f, text: NOTHING, why: 'selects a variant of a shape' },
  { first: 0xfeff, last: 0xfeff, text: NOTHING, why: 'a byte order mark' },
  {
    first: 0xfff0,
    last: 0xffff,
    text: NOTHING,
    why: 'PDFium and fonts write so what is not mapped',
  },
  { first: 0x0f0000, last: 0x10ffff, text: NOTHING, why: 'private use, nothing is known of it' },
]

/** Detects Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
export function isLeftwards(code: number): boolean {
  return isBetween(code, 0x590, 0x8ff) || isBetween(code, 0xfb1d, 0xfefc)
}

function compatible(code: number): string {
  return String.fromCodePoint(code).normalize('NFKC')
}

/** Radicals with the glyph of a letter, each before its letter (Unicode, `EquivalentUnifiedIdeograph.txt`). */
const radicals =
  '⺟母⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻳龟'

function radicalText(code: number): string {
  const radical = String.fromCharCode(code)
  const at = radicals.indexOf(radical)
  return at < 0 ? radical : radicals.charAt(at + 1)
}

/** Returns true for codes whose text never changes, for the loop over all glyphs: ASCII and Latin letters. */
export function isPlain(code: number): boolean {
  return isBetween(code, 0x21, 0x7e) || isBetween(code, 0xa1, 0x1fff)
}

/**
 * @param code A Unicode code point, or any number from a damaged file.
 * @param font PostScript name of the font, for codes that are special in some fonts only.
 */
export function textOfCode(code: number, font: string): string {
  if (isPlain(code)) return String.fromCharCode(code)
  if (code === 0x20) return BLANK
  const rule = rules.find(({ first, last }) => isBetween(code, first, last))
  if (rule) return typeof rule.text === 'string' ? rule.text : rule.text(code, font)
  return isBetween(code, 0, 0x10ffff) ? String.fromCodePoint(code) : NOTHING
}

/** Codes of the Symbol font (ISO 32000-1, D.5) from 0x41 on, in order; a blank for ASCII characters. */
const symbolLetters = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
/** The upper half of the Symbol font, from 0xA1. */
const symbolSigns = 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'

/** Characters that word processors use from Wingdings and similar fonts: bullets, arrows, ticks. */
const dingbats: Readonly<Record<number, string>> = {
  108: '●',
  109: '❍',
  110: '■',
  111: '□',
  113: '❑',
  114: '❒',
  116: '◆',
  117: '◆',
  118: '❖',
  119: '◆',
  158: '•',
  159: '•',
  167: '▪',
  168: '☐',
  183: '•',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  240: '⇨',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
}

/** Matches the names of fonts of icons: their codes are no letters. */
export const iconFont =
  /font ?awesome|glyphicons|material ?(?:icons|symbols)|icomoon|ionicons|octicons/i

/** Matches the names of fonts of lines and arcs, of which TeX draws pictures and frames with round corners. */
export const drawingFont = /^(?:lcirclew?|linew?)\d/i

/** Matches the name of the font in which LibreOffice prints the fonts Symbol and Wingdings. */
export const openSymbol = /opensymbol/i

/** Returns the sign of the font Symbol at 0xF000 and its code; `undefined` for those that are no signs or letters of its own. */
export function symbolOf(code: number): string | undefined {
  const low = code - 0xf000
  const sign = low < 0xa1 ? symbolLetters[low - 0x41] : symbolSigns[low - 0xa1]
  return sign === BLANK ? undefined : sign
}

/** Returns true for a code whose sign depends on the font that LibreOffice replaced: a bullet of Wingdings, or a sign of Symbol. */
export function isOfReplacedFont(code: number, font: string): boolean {
  return openSymbol.test(font) && symbolOf(code) !== undefined && !(code - 0xf000 in dingbats)
}

/** Codes 0xF000 + n are code n of a symbolic font (OpenType, cmap platform 3 encoding 0). */
function symbolText(code: number, font: string): string {
  const low = code - 0xf000
  if (iconFont.test(font)) return NOTHING
  if (/wingdings|webdings|dingbats/i.test(font)) return dingbats[low] ?? NOTHING
  const sign = /symbol/i.test(font) ? symbolOf(code) : undefined
  if (openSymbol.test(font)) {
    // LibreOffice prints the bullets of Wingdings in this font, also at the codes of brackets, and dashes as themselves.
    if (low >= 0x30) return dingbats[low] ?? (sign && /[^!-~]/.test(sign) ? sign : NOTHING)
  } else if (sign !== undefined) return sign
  if (low === 0xb7) return '•'
  if (low === 0xa7) return '▪'
  if (low === 0x20) return BLANK
  return isBetween(low, 0x21, 0x7e) ? String.fromCharCode(low) : NOTHING
}

/** Parts of tall brackets, radicals and integrals, from U+F8E5 on (Adobe Glyph List); a blank for other codes. */
const bracketFragments = '⎺⏐⎯   ⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'

/** Greek letters in the private codes of OpenSymbol from U+E0AC on; formulas of OpenOffice are in that font. */
const openSymbolLetters = 'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξοπρστυϕχψωεϑϖ ϱςφ'

/**
 * Returns the text of private codes: those of OpenSymbol, and those of Adobe's Corporate Use Area, which are small capitals and
 * old-style digits of older fonts.
 */
function privateText(code: number, font: string): string {
  if (/opensymbol|starsymbol/i.test(font)) {
    return code === 0xe083 ? '+' : (openSymbolLetters[code - 0xe0ac] ?? NOTHING)
  }
  const fragment = bracketFragments[code - 0xf8e5]
  if (fragment !== undefined && fragment !== BLANK) return fragment
  if (isBetween(code, 0xf730, 0xf739)) return String.fromCharCode(code - 0xf700)
  if (isBetween(code, 0xf761, 0xf77a)) return String.fromCharCode(code - 0xf720)
  if (isBetween(code, 0xf7e0, 0xf7fe)) return String.fromCharCode(code - 0xf720)
  return NOTHING
}

/** TeX prints © as a large circle over a letter. */
const circle = { code: 0x25ef, combining: '\u20dd' } as const

/** Accents drawn as separate glyphs, and the matching combining characters. */
const combining: ReadonlyMap<number, string> = new Map([
  [0x60, '\u0300'],
  [0xb4, '\u0301'],
  [0x2c6, '\u0302'],
  [0x5e, '\u0302'],
  [0x2dc, '\u0303'],
  [0x7e, '\u0303'],
  [0xaf, '\u0304'],
  [0x2c9, '\u0304'],
  [0x2d8, '\u0306'],
  [0x2d9, '\u0307'],
  [0xa8, '\u0308'],
  [0x2da, '\u030a'],
  [0x2dd, '\u030b'],
  [0x2c7, '\u030c'],
  [0xb8, '\u0327'],
  [0x2db, '\u0328'],
  [circle.code, circle.combining],
])

/** Returns true if a code is an accent that can be placed over a letter. */
export function isAccent(code: number): boolean {
  if (code < 0x80) return code === 0x60 || code === 0x5e || code === 0x7e
  return (code < 0x300 || code === circle.code) && combining.has(code)
}

/** Returns the combining character of an accent's code. */
export function findCombining(code: number): string | undefined {
  return combining.get(code)
}

/** Composes a letter and an accent: `ö` from `o` and U+0308, or both if Unicode has no such letter; `undefined` if it is no letter. */
export function accented(letter: string, accent: string): string | undefined {
  if (accent === circle.combining) return circled(letter)
  // TeX puts accents on dotless letters.
  const base = letter === '\u0131' ? 'i' : letter === '\u0237' ? 'j' : letter
  const composed = (base + accent).normalize('NFC')
  return composed.length === 1 || accentedLetter.test(composed) ? composed : undefined
}

/** Matches one letter with an accent; accents beside each other are no letters. */
const accentedLetter = /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]\p{M}$/u

const circledSigns: ReadonlyMap<string, string> = new Map([
  ['c', '©'],
  ['C', '©'],
  ['r', '®'],
  ['R', '®'],
  ['p', '℗'],
  ['P', '℗'],
])

function circled(letter: string): string | undefined {
  const sign = circledSigns.get(letter)
  const code = letter.charCodeAt(0)
  if (sign !== undefined || letter.length > 1) return sign
  if (isBetween(code, 0x31, 0x39)) return String.fromCharCode(0x2460 + code - 0x31)
  if (isBetween(code, 0x41, 0x5a)) return String.fromCharCode(0x24b6 + code - 0x41)
  if (isBetween(code, 0x61, 0x7a)) return String.fromCharCode(0x24d0 + code - 0x61)
  return undefined
}
