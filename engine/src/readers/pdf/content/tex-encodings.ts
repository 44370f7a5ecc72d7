/**
 * Codes of TeX's mathematical fonts, where a file does not say what they mean → Unicode.
 *
 * PDFium gives the code within the font then: the X of Computer Modern's extension font is a sum sign.
 * The encodings are those of The TeXbook, appendix F, and of the AMSFonts User's Guide.
 */
import type { Font } from './text-objects.ts'

/** Characters from code 0 on; a blank where the file's own mapping holds, or nothing is known. */
type Encoding = readonly string[]

/** Sixteen codes a line. */
function encodingOf(lines: readonly string[]): Encoding {
  return lines.flatMap((line) => [...line])
}

/**
 * Blank are letters, what Adobe's glyph list names (PDFium maps these itself), and what a file that maps its characters
 * would rather mean: a hyphen is a hyphen, not the rare arrow that TeX has at its place.
 */
const letters: Encoding = encodingOf([
  'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ',
  'ζηθικλμνξπρστυϕχ',
  '     ϱ          ',
  '               ⋆',
  '                ',
  '                ',
  'ℓ               ',
  '            ȷ \u20d7 ',
])

const symbols: Encoding = encodingOf([
  '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•',
  '≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻',
  '     ↗↘≃        ',
  '′   △▽\u0338       ⊤ ',
  'ℵ               ',
  '             ⊎  ',
  '⊢⊣⌊⌋⌈⌉  ⟨⟩ ∥↕⇕ ≀',
  ' ⨿  ⊔⊓⊑⊒        ',
])

const extension: Encoding = encodingOf([
  '()[]⌊⌋⌈⌉{}⟨⟩|∥/\\',
  '()()[]⌊⌋⌈⌉{}⟨⟩/\\',
  '()[]⌊⌋⌈⌉{}⟨⟩/\\/\\',
  '⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐',
  '⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂',
  '∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁',
  '∐∐\u0302\u0302\u0302\u0303\u0303\u0303[]⌊⌋⌈⌉{}',
  '√√√√⎷⏐⌜ ↑↓⏞⏞⏟⏟⇑⇓',
])

const amsA: Encoding = encodingOf([
  '⊡⊞⊠□■·◊⧫↻↺⇌⇋⊟⊩⊪⊨',
  '↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱',
  '⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅',
  '⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷',
  '⊏⊐⊳⊲⊵⊴★≬▼▶◀  △▲▽',
  '≖⋚⋛⪋⪌ ⇛⇚✓⊻⊼⩞∠∡∢∝',
  '⌣⌢⋐⋑⋓⋒⋏⋎⫅⫆≏≎⋘⋙⋔ ',
])

const amsB: Encoding = encodingOf([
  '≨≩≰≱≮≯⊀⊁≨≩  ⪇⪈⋠⋡',
  '⋨⋩⋦⋧  ⪵⪶        ',
  '                ',
  '               ∅',
  '∄               ',
  '                ',
  'Ⅎ⅁    ℧ð ℶℷℸ⋖⋗⋉⋊',
  '∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶',
])

/** The fonts of each encoding, Computer Modern's, Latin Modern's, MathTime's, and those of the free Times and Palatino. */
const fonts: readonly { readonly name: RegExp; readonly encoding: Encoding }[] = [
  { name: /^(?:cmmib?|LMMathItalic|r?mtmi|txmi|pxmi)\d*(?:-|$)/i, encoding: letters },
  { name: /^(?:cmb?sy|LMMathSymbols|mtsyn?|txsy|pxsy)\d*(?:-|$)/i, encoding: symbols },
  { name: /^(?:cmex|LMMathExtension|mtex|txex|pxex)\d*(?:-|$)/i, encoding: extension },
  { name: /^(?:msam|[pt]xsya)\d*$/i, encoding: amsA },
  { name: /^(?:msbm|[pt]xsyb)\d*$/i, encoding: amsB },
]

const known = new WeakMap<Font, Encoding | 'none'>()

/** @returns `undefined` for all fonts but TeX's mathematical ones. */
export function findTexEncoding(font: Font): Encoding | undefined {
  const before = known.get(font)
  if (before) return before === 'none' ? undefined : before
  const encoding = fonts.find(({ name }) => name.test(font.name))?.encoding
  known.set(font, encoding ?? 'none')
  return encoding
}

/** How large a glyph is, in ems. */
export interface GlyphSize {
  readonly width: number
  readonly height: number
  readonly advance: number
}

/** Braces of the largest size are 0.806 em wide, parentheses 0.792, both 2.95 high. */
const BRACE_ADVANCE_EMS = 0.799
const LARGEST_EMS = 2.7
/** Unions are 0.75 em wide and more, brackets 0.3. */
const WIDE_EMS = 0.5
/** The tips of level braces are 0.33 em high, upright brackets 1.2 and more. */
const LOW_EMS = 0.5

/** Codes of the extension font that are brackets where the file maps them, else what stands in their slots. */
const isSlot: Readonly<Record<string, (size: GlyphSize) => boolean>> = {
  '(': ({ height, advance }) => height > LARGEST_EMS && advance > BRACE_ADVANCE_EMS,
  ')': ({ height, advance }) => height > LARGEST_EMS && advance > BRACE_ADVANCE_EMS,
  '[': ({ width }) => width > WIDE_EMS,
  '\\': ({ width }) => width > WIDE_EMS,
  ']': ({ width }) => width > WIDE_EMS,
  '{': ({ height }) => height < LOW_EMS,
  '|': ({ height }) => height < LOW_EMS,
  '}': ({ height }) => height < LOW_EMS,
  '/': () => false,
}

/**
 * What a code of a mathematical font stands for.
 *
 * @param code As PDFium tells it: Unicode where it knows, else the code within the font.
 */
export function decodeTex(encoding: Encoding, code: number, size: GlyphSize): number {
  if (code > 0x7f) return code
  const character = encoding[code] ?? ' '
  if (character === ' ') return code
  const isMapped = encoding === extension && isSlot[String.fromCharCode(code)]?.(size) === false
  return isMapped ? code : (character.codePointAt(0) ?? code)
}
