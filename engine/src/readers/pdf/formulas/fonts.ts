/** Detects mathematical fonts by name, and the style of their letters. */
import type { Variant } from '../../math/index.ts'
import { type Font, isExtension } from '../content/index.ts'

export interface MathFont {
  /** True for a font made for formulas: its text is a formula or a part of one. */
  readonly isMath: boolean
  /** True if its glyphs hang from their baseline and are centred on the axis by their ink. */
  readonly isExtension: boolean
  /** Style of its Latin letters; `undefined` for italic, the style of variables. */
  readonly letters: Variant | undefined
  readonly digits: Variant | undefined
}

/** Fonts of TeX, office programs, browsers and publishers that contain only mathematics. */
const mathName =
  /^(?:cmmi|cmsy|cmex|cmbsy|msam|msbm|eu[fsrex]m|rsfs|lmmath|mtmi|mtsy|mtex|rmtmi|[tp]x(?:mi|sy|ex)|stmary|wasy|bbm|dsrom|esint|mdsymbol|standardsym|mt-?extra|euclid(?:extra|symbol|math|fraktur)|mathematicalpi|kp--m-|hfbr(?:mi|sy|as|bs)|katex_(?:math|size|ams|cal)|mathjax_(?:math|size|ams|cal))|math(?!ews)/i
/** TeX's fonts of signs: packages for Times and Palatino take the letters of formulas from the font of the text. */
const texSigns = /^(?:cmsy|cmex|standardsym|pazomath|fourier-math-sym|mathdesign|[pt]xsy$)/i
/** Slanted fonts of text beside which TeX has own letters of formulas. */
const texText = /^(?:cm(?:ti|sl|itt)|sf(?:ti|sl|st)\d|lm(?:roman|mono).*(?:italic|slant|oblique))/i
const integralName = /^esint/i

/** Styles by name of the font; the first match decides. */
const letterVariants: readonly { readonly name: RegExp; readonly letters: Variant | undefined }[] =
  [
    { name: /^(?:cmmib|lmmathitalic.*bold)/i, letters: 'bold-italic' },
    {
      name: /^(?:cmsy|lmmathsymbols|mtsy|[tp]xsy(?!b)|rsfs|eusm|.*(?:cali?graph|script))/i,
      letters: 'script',
    },
    { name: /^(?:cmbsy)/i, letters: 'bold-script' },
    { name: /^(?:euf[mb]|.*frak)/i, letters: 'fraktur' },
    {
      name: /^(?:msbm|msam|[tp]xsyb|kp--m-syb|hfbrbs|bbm|dsrom|bbold|.*blackboard|.*_ams)/i,
      letters: 'double-struck',
    },
    { name: /^(?:cm(?:sl|i)?tt|lmmono|sf(?:tt|st|it)\d|.*typewriter)/i, letters: 'monospace' },
    { name: /^(?:cmssbx|lmsans.*bold)/i, letters: 'bold-sans-serif' },
    { name: /^(?:cmss|lmsans)/i, letters: 'sans-serif' },
    { name: /^(?:cmmi|lmmathitalic|r?mtmi|[tp]xmi|.*math-?italic)/i, letters: undefined },
  ]

/** Matches names of bold fonts. Measured weights are not used, because those of slanted letters are far too high. */
const boldName = /bold|black|heavy|^(?:cmbx|ptmb|lmbx)|-medi|-bx/i
const italicName = /ital|obli|slant|^(?:cmti|cmsl|ptmri)/i

/** Returns true if the fonts have TeX's signs of formulas, and no slanted letters of TeX's own. */
export function areSignsOnly(fonts: readonly Font[]): boolean {
  return (
    fonts.some(({ name }) => texSigns.test(name)) && !fonts.some(({ name }) => texText.test(name))
  )
}

const known = new WeakMap<Font, MathFont>()

export function mathFontOf(font: Font): MathFont {
  const before = known.get(font)
  if (before) return before
  const found = factsOf(font)
  known.set(font, found)
  return found
}

function factsOf(font: Font): MathFont {
  const { name, italic } = font
  const row = letterVariants.find((entry) => entry.name.test(name))
  const isBold = boldName.test(name)
  const letters = row ? row.letters : textVariant(isBold, italic || italicName.test(name))
  return {
    isMath: mathName.test(name),
    isExtension: isExtension(font) || integralName.test(name),
    letters,
    digits: letters === 'double-struck' ? letters : isBold ? 'bold' : undefined,
  }
}

function textVariant(isBold: boolean, isItalic: boolean): Variant | undefined {
  if (isBold) return isItalic ? 'bold-italic' : 'bold'
  return isItalic ? undefined : 'normal'
}
