/** Converts token elements (MathML 3, 3.2) to symbols, numbers, names, words, blanks. */
import type { XmlElement } from '../../ooxml/index.ts'
import { nothing, row, symbol } from '../builders.ts'
import { readCharacters } from '../characters.ts'
import { findFunction } from '../functions.ts'
import type { MathNode, Name, Space, Variant, Words } from '../tree.ts'
import { readWords } from '../words.ts'
import { findVariant, type Reading, textOf } from './reading.ts'

function variantOf(element: XmlElement, reading: Reading): Variant | undefined {
  return findVariant(element) ?? reading.variant
}

/** 3.2.3: a single letter is italic, several are upright. */
export function readIdentifier(element: XmlElement, reading: Reading): MathNode {
  const text = textOf(element)
  const variant = variantOf(element, reading)
  const bar = bars.get(text)
  if (bar) return symbol(bar)
  if (isSingle(text)) return row(readCharacters(text, styleOf(variant)))
  if (/^[A-Za-z]+$/.test(text)) return nameOf(text, 'identifier', variant)
  if (/\p{L}/u.test(text) && /^[^\p{ASCII}\p{Script=Greek}]+$/u.test(text)) {
    return row(readWords(text))
  }
  return row(readCharacters(text, { variant: variant ?? 'normal', names: 'identifier' }))
}

/** Bars in identifiers are not relations: KaTeX writes the bars of absolute values and norms this way. */
const bars: ReadonlyMap<string, string> = new Map([
  ['∣', '|'],
  ['∥', '‖'],
])

function isSingle(text: string): boolean {
  return /^\P{M}?\p{M}*['′″‴]*$/u.test(text)
}

function styleOf(variant: Variant | undefined): { readonly variant?: Variant } {
  return variant ? { variant } : {}
}

function nameOf(text: string, role: Name['role'], variant: Variant | undefined): MathNode {
  const isPlain = variant === undefined || variant === 'normal'
  if (isPlain && findFunction(text)) return { type: 'name', text, role: 'function' }
  return { type: 'name', text, role, ...(!isPlain && { variant }) }
}

/** 3.2.4. Commas are part of a number. */
export function readNumber(element: XmlElement, reading: Reading): MathNode {
  const text = textOf(element)
  const variant = variantOf(element, reading)
  if (/^\d+(?:[.,]\d+)+$/.test(text) && !variant) return { type: 'digits', text }
  return row(readCharacters(text, { variant: variant ?? 'normal', names: 'identifier' }))
}

/** 3.2.5 */
export function readOperator(element: XmlElement, reading: Reading): MathNode {
  const text = textOf(element)
  if (text === '||') return symbol('‖')
  if (/^[A-Za-z]{2,}( [A-Za-z]+)*$/.test(text)) {
    return nameOf(text, 'function', variantOf(element, reading))
  }
  return row(
    readCharacters(text, { variant: variantOf(element, reading) ?? 'normal', names: 'identifier' }),
  )
}

/** Styles that `mtext` can have; other styles make a formula. */
const wordStyles: Readonly<Record<string, Omit<Words, 'type' | 'text'>>> = {
  normal: {},
  bold: { bold: true },
  italic: { italic: true },
  'bold-italic': { bold: true, italic: true },
  'sans-serif': { family: 'sans' },
  'bold-sans-serif': { family: 'sans', bold: true },
  'sans-serif-italic': { family: 'sans', italic: true },
  'sans-serif-bold-italic': { family: 'sans', bold: true, italic: true },
  monospace: { family: 'mono' },
}

/** 3.2.6 */
export function readText(element: XmlElement, reading: Reading): MathNode {
  const variant = variantOf(element, reading) ?? 'normal'
  const style = wordStyles[variant]
  const text = textOf(element)
  return row(style ? readWords(text, style) : readCharacters(text, { variant }))
}

/** 3.2.8: reads a string with its quotes. */
export function readString(element: XmlElement): MathNode {
  // The default is a straight quote, which LaTeX text lacks.
  const { lquote = '“', rquote = '”' } = element.attributes
  return row(readWords(lquote + textOf(element) + rquote))
}

/** 3.2.9: reads the alternative text of a character's picture. */
export function readGlyph(element: XmlElement): MathNode {
  return row(readWords(element.attributes['alt'] ?? ''))
}

/** 3.2.7: reads a blank or a line break. */
export function readSpace(element: XmlElement): MathNode {
  if (element.attributes['linebreak'] === 'newline') return { type: 'break' }
  const em = readLength(element.attributes['width'] ?? '0')
  const space: Space = { type: 'space', em }
  return em === 0 ? nothing : space
}

/** Em per unit (2.1.5.2); print and screen units at ten points to the em. */
const units: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.45,
  mu: 1 / 18,
  pt: 1 / 10,
  pc: 12 / 10,
  px: 1 / 16,
  in: 7.2,
  cm: 2.83,
  mm: 0.283,
}

const namedLengths: Readonly<Record<string, number>> = {
  veryverythinmathspace: 1 / 18,
  verythinmathspace: 2 / 18,
  thinmathspace: 3 / 18,
  mediummathspace: 4 / 18,
  thickmathspace: 5 / 18,
  verythickmathspace: 6 / 18,
  veryverythickmathspace: 7 / 18,
}

/** The widest blank; a wider one would only repeat \qquad. */
const MAX_BLANK_EM = 2

function readLength(text: string): number {
  const isNegative = text.startsWith('negative')
  const named = namedLengths[isNegative ? text.slice('negative'.length) : text]
  if (named !== undefined) return isNegative ? -named : named
  const [, digits, unit] = /^\s*(-?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]{2})\s*$/.exec(text) ?? []
  const em = Number(digits ?? 0) * (units[unit ?? ''] ?? 0)
  return Math.max(-MAX_BLANK_EM, Math.min(em, MAX_BLANK_EM))
}

/** Returns the character of an element that holds only one: an operator used as accent. */
export function findCharacter(element: XmlElement | undefined): string | undefined {
  if (!element || !/^m[ont]|^mi$/.test(element.name)) return undefined
  const text = textOf(element)
  return /^(\P{M}|\p{M}|\.{2,4})$/u.test(text) ? text : undefined
}

/** U+2061: makes the preceding node a function. */
export function asFunction(node: MathNode): MathNode {
  if (node.type === 'name') return { ...node, role: 'function' }
  if ((node.type === 'scripts' || node.type === 'limits') && node.base?.type === 'name') {
    return { ...node, base: { ...node.base, role: 'function' } }
  }
  return node
}

/** Returns the text of an `mo`. */
export function textOfOperator(element: XmlElement): string | undefined {
  return element.name === 'mo' ? textOf(element) : undefined
}
