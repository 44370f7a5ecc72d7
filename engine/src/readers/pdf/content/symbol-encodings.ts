/**
 * Maps codes of TeX's mathematical fonts, of Wingdings and of Advent's fonts to Unicode if the file does not define their meaning.
 *
 * PDFium then returns the code within the font: the X of Computer Modern's extension font is a sum sign. The encodings
 * are those of The TeXbook, appendix F, and of the AMSFonts User's Guide.
 */

import { glyphCodes } from './format.ts'
import { mathabx } from './mathabx.ts'
import type { Glyphs } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import type { Font, TextObject } from './text-objects.ts'

/** Characters from code 0 on; a blank if the file's mapping applies or the meaning is unknown. */
export type Encoding = readonly string[]

/** Sixteen codes a line. */
function encodingOf(lines: readonly string[]): Encoding {
  return lines.flatMap((line) => [...line])
}

/**
 * Blank entries are letters, names of Adobe's glyph list (PDFium maps these itself), and codes that mean something else in
 * a file that maps its characters: a hyphen is a hyphen, not the rare arrow that TeX has in its slot.
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
  '′   △▽\u0338↦   ∅  ⊤ ',
  'ℵ               ',
  '             ⊎  ',
  '⊢⊣⌊⌋⌈⌉  ⟨⟩ ∥↕⇕ ≀',
  '√⨿  ⊔⊓⊑⊒        ',
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

/** The extension fonts of newtx and newpx: variants of its signs follow the codes of TeX. */
const longExtension: Encoding = [
  ...extension,
  ...encodingOf([
    '()[]⌊⌋⌈⌉{}⟨⟩|∥↕⇕',
    '          \u0302\u0302\u0302\u0303\u0303\u0303',
    '         ⎛⎞⎝⎠⎜⎟∫',
    '∬∭∮∯∫∬∭∮∯∫∬∭∮∯∫∬',
    '∭∮∯⨆⨆  ⨀⨀⨁⨁⨂⨂∑∏⨃',
    '⋃⋂⨄⋀⋁∑∏⨃⋃⋂⨄⋀⋁∐∐⨃',
  ]),
]

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
  '           \u0302\u0302\u0303\u0303 ',
  'Ⅎ⅁    ℧ð ℶℷℸ⋖⋗⋉⋊',
  '∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶',
])

/** Relations of the free Times and Palatino (txfonts, pxfonts) and of kpfonts. */
const relations: Encoding = encodingOf([
  '                ',
  ' ≐⟜⧟     ⊫ ≅⪳⪴  ',
  '≴≵  ⋠⋡≹≸    ≠≭≢≁',
  '≉⊄⊅        ≄∉∌  ',
  '⋢⋣≔≕            ',
])

/** Codes of symbolic TrueType fonts as private codes, the form in which most files have them. */
const wingdings: Encoding = Array.from({ length: 256 }, (_, code) =>
  code > 0x20 ? String.fromCharCode(0xf000 + code) : ' ',
)

/** Characters that PDFium returns for names of glyphs. Their codes are among those that dvips uses, but mean what they say. */
const namedCharacters = '§±µ¶·'

/** Adds the second codes of the first 33 glyphs: dvips (option -G) uses them because printers may take codes below 33 for controls. */
function withMovedCodes(encoding: Encoding): Encoding {
  const moved = Array.from({ length: 256 }, (_, code) => encoding[code] ?? ' ')
  for (const [code, character] of encoding.slice(0, 33).entries())
    moved[code + (code < 10 ? 0xa1 : 0xa3)] = character
  for (const named of namedCharacters) moved[named.charCodeAt(0)] = ' '
  return moved
}

const movedExtension = withMovedCodes(extension)
const movedLetters = withMovedCodes(letters)
const movedSymbols = withMovedCodes(symbols)
/** The file's map of these Greek letters is right, except for the two letters phi. */
const greek: Encoding = []

const ofTexBrackets: ReadonlySet<Encoding> = new Set([extension, movedExtension, longExtension])
const ofBrackets: ReadonlySet<Encoding> = new Set([...ofTexBrackets, mathabx.operators])
const withPhi: ReadonlySet<Encoding> = new Set([letters, movedLetters, greek])

/** Makes an encoding of a few codes: each character that the file names, and the one that the font shows. */
function encodingBy(signs: Readonly<Record<string, string>>): Encoding {
  return Array.from({ length: 256 }, (_, code) => signs[String.fromCharCode(code)] ?? ' ')
}

/** Greek letters at the keys of Adobe's Symbol. */
const keys = 'abcdefghijklmnopqrstuvwxyzDFGLPQSWXY'
const ofKeys = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζΔΦΓΛΠΘΣΩΞΨ'

/**
 * The symbol fonts of Advent 3B2, with which many journals are typeset. Their names for equals signs, plus signs and brackets are those
 * of other characters. Other names are `C` and TeX's code in decimals: `C2` is the multiplication sign of the symbol font.
 */
const adventFonts: readonly {
  readonly name: RegExp
  readonly encoding: Encoding
  readonly slots?: Encoding
}[] = [
  {
    name: /^Adv(?:MacMthSy|MT_SY|P4C4E74|PSSy)/,
    encoding: encodingBy({ '¼': '=', '½': '[', ð: '(', Þ: ')', þ: '+' }),
    slots: symbols,
  },
  { name: /^AdvMT_EX/, encoding: extension, slots: extension },
  { name: /^AdvMT_MI/, encoding: encodingBy({ ':': '.' }), slots: letters },
  { name: /^AdvPi1$/, encoding: encodingBy({ 4: '>', 5: '<', m: 'μ' }) },
  { name: /^AdvEls-ent/, encoding: encodingBy({ 1: '°' }) },
  { name: /^AdvP4A5FDB$/, encoding: encodingBy({ a: 'α', b: 'β', x: 'χ' }) },
  {
    name: /^AdvP7DA6$/,
    encoding: encodingBy(Object.fromEntries([...keys].map((key, at) => [key, ofKeys[at] ?? key]))),
  },
]

/** Returns TeX's encoding for the names of a font's glyphs, such as `C2`; `undefined` if its names are others. */
export function slotsOf(font: string): Encoding | undefined {
  return adventFonts.find(({ name }) => name.test(font))?.slots
}

/**
 * The fonts of each encoding: those of Computer Modern, CM Bright (`hfbr`), Fourier, Latin Modern, MLModern, MathTime, the free Times and
 * Palatino, MathDesign, kpfonts, Euler's big signs and mathabx, the Greek letters of TeX's Times, Wingdings, and Advent's.
 */
const fonts: readonly { readonly name: RegExp; readonly encoding: Encoding }[] = [
  { name: /^(?:cmmib?|hfbrmi|Fourier-Math-Letters-\w+)\d*(?:-|$)/i, encoding: movedLetters },
  { name: /^(?:cmb?sy|hfbrsy)\d*(?:-|$)/i, encoding: movedSymbols },
  // The code of its `>` for PDFium is that of ⊤ in other fonts.
  { name: /^Fourier-Math-Symbols$/, encoding: movedSymbols.with(0x3e, ' ') },
  { name: /^(?:cmex|Fourier-Math-Extension)\d*(?:-|$)/i, encoding: movedExtension },
  { name: /^(?:M?LMMathItalic|r?mtmi|r?[pt]xmi|Kp--M-Italic)\d*(?:-|$)/i, encoding: letters },
  {
    name: /^(?:M?LMMathSymbols|mtsyn?|[pt]xsys?|MathDesign-\w+-\w+-Symbol-|Kp--M-Sy)\d*(?:-|$)/i,
    encoding: symbols,
  },
  { name: /^[pt]xexs\d*$/i, encoding: longExtension },
  {
    name: /^(?:M?LMMathExtension|mtex|[pt]xex|euex|MathDesign-\w+-\w+-Extension-|Kp--M-Ex)\d*(?:-|$)/i,
    encoding: extension,
  },
  { name: /^(?:msam|hfbras|[pt]xsya|Kp--M-Sya)\d*(?:-|$)/i, encoding: amsA },
  { name: /^(?:msbm|hfbrbs|[pt]xsyb|Kp--M-Syb)\d*(?:-|$)/i, encoding: amsB },
  { name: /^(?:[pt]xsyc|Kp--M-Syc)\d*(?:-|$)/i, encoding: relations },
  { name: /^TeX-matha\d*$/i, encoding: mathabx.signs },
  { name: /^TeX-mathb\d*$/i, encoding: mathabx.otherSigns },
  { name: /^TeX-mathx\d*$/i, encoding: mathabx.operators },
  { name: /^StandardSymL/i, encoding: greek },
  { name: /^wingdings(?:-|$)/i, encoding: wingdings },
  ...adventFonts,
]

const known = new WeakMap<Font, Encoding | 'none'>()

/** @returns `undefined` for all fonts except TeX's mathematical ones and Wingdings. */
export function findSymbolEncoding(font: Font): Encoding | undefined {
  const before = known.get(font)
  if (before) return before === 'none' ? undefined : before
  const encoding = fonts.find(({ name }) => name.test(font.name))?.encoding
  known.set(font, encoding ?? 'none')
  return encoding
}

/** Returns true for TeX's fonts of big brackets and operators. */
export function isExtension(font: Font): boolean {
  const encoding = findSymbolEncoding(font)
  return encoding !== undefined && ofBrackets.has(encoding)
}

/** The size of a glyph, in ems. */
interface GlyphSize {
  readonly width: number
  readonly height: number
  readonly advance: number
}

/**
 * Codes of the extension font that are brackets if the file maps them. Returns true if the size fits TeX's character
 * instead.
 */
const isSlot: Readonly<Record<string, (size: GlyphSize) => boolean>> = {
  '(': ({ height, advance }) =>
    height > settings.tex.largestEms && advance > settings.tex.braceAdvanceEms,
  ')': ({ height, advance }) =>
    height > settings.tex.largestEms && advance > settings.tex.braceAdvanceEms,
  '[': ({ width }) => width > settings.tex.wideEms,
  '\\': ({ width }) => width > settings.tex.wideEms,
  ']': ({ width }) => width > settings.tex.wideEms,
  '{': ({ height }) => height < settings.tex.wideEms,
  '|': ({ height }) => height < settings.tex.wideEms,
  '}': ({ height }) => height < settings.tex.wideEms,
  '/': () => false,
}

/** Codes of the letters φ and ϕ. Files exchange them, because the name of TeX's straight letter is that of Unicode's curly one. */
const phis = { curly: 0x03c6, straight: 0x03d5 } as const

/**
 * Returns the character that a code of a symbol font means.
 *
 * @param code From PDFium: Unicode if it knows the character, else the code within the font.
 */
export function decodeSymbol(encoding: Encoding, code: number, size: GlyphSize): number {
  const isPhi = code === phis.curly || code === phis.straight
  if (isPhi && withPhi.has(encoding))
    return size.height > settings.tex.tallEms ? phis.straight : phis.curly
  const character = encoding[code] ?? ' '
  if (character === ' ') return code
  const isMapped =
    ofTexBrackets.has(encoding) && isSlot[String.fromCharCode(code)]?.(size) === false
  return isMapped ? code : (character.codePointAt(0) ?? code)
}

/**
 * Returns which objects have a font without a name. If most of their glyphs are below the baseline, the fonts are mirrored and the
 * place of a glyph shows nothing: then no object counts.
 */
function namelessOf(glyphs: Glyphs, objects: readonly TextObject[]): boolean[] {
  const nameless = objects.map(({ font }) => font.name === '')
  let standing = 0
  for (let index = 0; index < glyphs.count; index++) {
    if (!nameless[glyphs.objects[index] as number]) continue
    const middle = ((glyphs.y0[index] as number) + (glyphs.y1[index] as number)) / 2
    standing += middle < (glyphs.originY[index] as number) ? 1 : -1
  }
  return standing < 0 ? nameless.fill(false) : nameless
}

/** Codes of ⟨, ⟩ and ∥: letters without descenders. */
const fences: ReadonlySet<number> = new Set([0x68, 0x69, 0x6b])

/**
 * Returns TeX's encoding of a glyph in a bitmap font without a name, if its place shows it: big brackets and operators hang from
 * their baseline, and brackets reach below it. Their codes are those of other characters.
 */
function encodingByPlace(
  { codes, originY, y0, y1 }: Glyphs,
  index: number,
  em: number,
): Encoding | undefined {
  const top = (originY[index] as number) - (y0[index] as number)
  const depth = (y1[index] as number) - (originY[index] as number)
  const { overshootEms, tallEms } = settings.tex
  if (top < overshootEms * em && depth > tallEms * em) return extension
  return fences.has(codes[index] as number) && depth > overshootEms * em ? symbols : undefined
}

/** Maps the glyphs of symbol fonts to their characters, where the file does not. */
export function decodeSymbols(glyphs: Glyphs, objects: readonly TextObject[]): void {
  const encodings = objects.map(({ font }) => findSymbolEncoding(font))
  const nameless = namelessOf(glyphs, objects)
  if (encodings.every((encoding) => encoding === undefined) && !nameless.includes(true)) return
  for (let index = 0; index < glyphs.count; index++) {
    const at = glyphs.objects[index] as number
    const encoding = nameless[at]
      ? encodingByPlace(glyphs, index, objects[at]?.size ?? 0)
      : encodings[at]
    if (encoding) {
      const em = objects[at]?.size || 1
      const size = {
        width: ((glyphs.x1[index] as number) - (glyphs.x0[index] as number)) / em,
        height: ((glyphs.y1[index] as number) - (glyphs.y0[index] as number)) / em,
        advance: (glyphs.advances[index] as number) / em,
      }
      glyphs.codes[index] = decodeSymbol(encoding, glyphs.codes[index] as number, size)
    }
    joinWithLast(glyphs, index)
  }
}

/** Joins a sign with the part of it that TeX prints beside it: ↦ is a bar and an arrow, ∉ a slash on ∈. */
function joinWithLast({ codes, x0, x1 }: Glyphs, index: number): void {
  const last = index - 1
  const [code, before] = [codes[index], codes[last]]
  if (code === glyphCodes.arrow && before === glyphCodes.mapsTo) {
    codes[index] = glyphCodes.mapsTo
    codes[last] = glyphCodes.zeroWidth
  }
  const isFirst = before === glyphCodes.slash && code === glyphCodes.element
  if (!isFirst && !(before === glyphCodes.element && code === glyphCodes.slash)) return
  const [slash, element] = isFirst ? [last, index] : [index, last]
  const middle = ((x0[slash] as number) + (x1[slash] as number)) / 2
  const isOn = middle > (x0[element] as number) && middle < (x1[element] as number)
  if (isOn) codes[slash] = glyphCodes.stroke
}
