/** Derives the visible style of a text object from its font, colour and render mode. */
import {
  type Font,
  fontFlags,
  fontNames,
  hasBoldWeight,
  renderModes,
  type TextObject,
} from '../content/index.ts'

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
  /** True if a line is drawn through the text. */
  readonly struck?: boolean
  /** True for a scan's text layer, in which single words have the wrong weight. */
  readonly isTextLayer?: boolean
}

/** Styles of a font by colour, render mode, slant and the line through the text. */
const stylesOf = new WeakMap<Font, Map<number, Style>>()

/** Returns the style of a text object; equal styles of a font are one object, so that most comparisons end at `===`. */
export function styleOf(object: TextObject): Style {
  const { font, renderMode, color, isSlanted = false, isStruck: struck = false } = object
  const shade = color === undefined ? 0 : color >>> 8
  const styles = stylesOf.get(font) ?? new Map<number, Style>()
  const mode = renderModes.count * shade + Math.max(0, renderMode)
  const key = 4 * mode + 2 * Number(struck) + Number(isSlanted)
  const known = styles.get(key)
  if (known) return known
  const facts = factsOf(font)
  const bold = facts.bold || renderMode === renderModes.fillAndStroke
  const isTextLayer = renderMode === renderModes.invisible
  // The font of a scan's text layer is arbitrary and says nothing about the print.
  const mono = facts.mono && !isTextLayer
  const italic = facts.italic || isSlanted
  const style: Style = {
    ...facts,
    bold,
    italic,
    mono,
    color: shade,
    ...(struck && { struck }),
    ...(isTextLayer && { isTextLayer }),
  }
  stylesOf.set(font, styles.set(key, style))
  return style
}

/** Returns a name for a cut of a font without a name, so that its regular letters are not counted with its bold ones. */
function cutOf(bold: boolean, italic: boolean): string {
  return `${bold ? 'bold' : ''}${italic ? 'italic' : ''}`
}

function factsOf(font: Font): Omit<Style, 'color'> {
  const { name, flags, italic } = font
  const named = fontNames.bold.test(name)
  const forced = (flags & fontFlags.forceBold) !== 0
  const bold = named || forced || (hasBoldWeight(font) && !fontNames.regular.test(name))
  const isItalic = italic || fontNames.italic.test(name)
  return {
    bold,
    italic: isItalic,
    mono: fontNames.mono.test(name) || (flags & fontFlags.fixedPitch) !== 0,
    math: fontNames.math.test(name),
    font: name || cutOf(bold, isItalic),
  }
}

/** Returns true if two styles have the same marks. */
export function isSameType(a: Style | undefined, b: Style | undefined): boolean {
  return (
    a?.bold === b?.bold && a?.italic === b?.italic && a?.mono === b?.mono && a?.struck === b?.struck
  )
}
