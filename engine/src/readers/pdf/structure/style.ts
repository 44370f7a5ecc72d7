/** Derives the visible style of a text object from its font, colour and render mode. */
import { type Font, fontFlags, renderModes, type TextObject } from '../content/index.ts'
import { structureSettings as settings } from './settings.ts'

export interface Style {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** 0xRRGGBB; black if the file gives no colour. */
  readonly color: number
  /** Family and cut, to distinguish fonts. */
  readonly font: string
  /** Letters of formulas: italic by convention, not for emphasis. */
  readonly math: boolean
}

/**
 * Patterns of font names; after `^` those of Computer Modern (`cm`), its PostScript fonts (`sf`), the TX fonts (`t1x`, `tcx`)
 * and URW's base fonts.
 */
const boldName =
  /bold|black|heavy|semibold|demi|\.B(?:I|\+|$)|[-,_](?:bd|b|bi|md)$|^(?:cmb[x\d]|cmss(?:bx|dc)|sf(?:b[xil]|rb|s[xo]|xc)|ptmb|phvb|lmbx|lmssbx)|-bx/i
/** Names of cuts that are not bold, however wide the stems that the file gives: those of italics are guessed from slanted letters. */
const regularName = /regular|roman|book|light|thin|[-,_](?:italic|oblique|it)(?:mt)?$/i
const italicName =
  /ital|obli|slanted|\.B?I(?:\+|$)|[-,_](?:it|i|bi)$|^(?:cm(?:ti|sl|ssi|bxti|bxsl|itt)|sf(?:ti|s[liot]|b[il]|it)|ptmri|phvro)/i
const monoName =
  /mono|courier|consol|menlo|typewriter|^(?:cm(?:tt|itt|sltt)|sf(?:t[tc]|st|it|vt)|lmtt|ec?tt|t[1c]xb?tt)|inconsolata|sourcecode|fira ?code|^hack\b|monaco|cascadia|iosevka|nimbusmon|letter ?gothic/i
const mathName =
  /^(?:cmmi|cmsy|cmex|cmmib|msam|msbm|eufm|rsfs|lmmath|stix.*math|mtmi|mtsy|mtex|symbol)|math/i

/** Styles of a font by colour and render mode. */
const stylesOf = new WeakMap<Font, Map<number, Style>>()

/** Returns the style of a text object; equal styles of a font are one object, so that most comparisons end at `===`. */
export function styleOf({ font, renderMode, color }: TextObject): Style {
  const shade = color === undefined ? 0 : color >>> 8
  const styles = stylesOf.get(font) ?? new Map<number, Style>()
  const key = renderModes.count * shade + Math.max(0, renderMode)
  const known = styles.get(key)
  if (known) return known
  const facts = factsOf(font)
  const bold = facts.bold || renderMode === renderModes.fillAndStroke
  // The font of a scan's text layer is arbitrary and says nothing about the print.
  const mono = facts.mono && renderMode !== renderModes.invisible
  const style = { ...facts, bold, mono, color: shade }
  stylesOf.set(font, styles.set(key, style))
  return style
}

/** Returns a name for a cut of a font without a name, so that its regular letters are not counted with its bold ones. */
function cutOf(bold: boolean, italic: boolean): string {
  return `${bold ? 'bold' : ''}${italic ? 'italic' : ''}`
}

function factsOf(font: Font): Omit<Style, 'color'> {
  const { name, flags, weight, italic } = font
  const named = boldName.test(name)
  const forced = (flags & fontFlags.forceBold) !== 0
  const bold = named || forced || (weight >= settings.boldWeight && !regularName.test(name))
  const isItalic = italic || italicName.test(name)
  return {
    bold,
    italic: isItalic,
    mono: monoName.test(name) || (flags & fontFlags.fixedPitch) !== 0,
    math: mathName.test(name),
    font: name || cutOf(bold, isItalic),
  }
}
