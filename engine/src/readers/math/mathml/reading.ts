/** Holds the state of reading one formula, and reads attributes of its elements. */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import type { MathNode, Variant } from '../tree.ts'

/** The deepest nesting of elements and brackets; real formulas stay under 40. Deeper content is read as text. */
export const maxDepth = 200

export interface Reading {
  readonly warnings: Warnings | undefined
  /** Number of enclosing elements. */
  readonly depth: number
  /** Letter style inherited from an enclosing element. */
  readonly variant?: Variant
  /** Results for the whole formula. */
  readonly found: { number?: string }
  /** True if the label of a row is the number of the formula; otherwise it stays in its row. */
  readonly isNumbered: boolean
  /** Reads one element; passed in, so that handlers in different files can call each other. */
  readonly read: (element: XmlElement, reading: Reading) => MathNode
  /** Reads siblings and pairs brackets. */
  readonly readRow: (elements: readonly XmlElement[], reading: Reading) => MathNode
}

/** All styles as keys, to recognise attribute values. */
const variants: Readonly<Record<Variant, true>> = {
  normal: true,
  bold: true,
  italic: true,
  'bold-italic': true,
  'double-struck': true,
  script: true,
  'bold-script': true,
  fraktur: true,
  'bold-fraktur': true,
  'sans-serif': true,
  'bold-sans-serif': true,
  'sans-serif-italic': true,
  'sans-serif-bold-italic': true,
  monospace: true,
}

/** Returns the style that an element sets: `mathvariant`, or its predecessors in MathML 1 (MathML 3, 3.2.2.1). */
export function findVariant({ attributes }: XmlElement): Variant | undefined {
  const name = attributes['mathvariant']
  // Sound: the keys of the table are the styles.
  if (name !== undefined && Object.hasOwn(variants, name)) return name as Variant
  const isBold = attributes['fontweight'] === 'bold'
  const slope = attributes['fontstyle']
  if (isBold) return slope === 'italic' ? 'bold-italic' : 'bold'
  return slope === 'italic' || slope === 'normal' ? slope : undefined
}

/** Returns the state for the content of an element, with its style. */
export function inside(element: XmlElement, reading: Reading): Reading {
  const variant = findVariant(element)
  return variant === undefined ? reading : { ...reading, variant }
}

/** Returns all text in an element; iterative, for hostile depth. */
export function textOf(element: XmlElement): string {
  if (element.children.length === 0) return collapse(element.attributes['alt'] ?? element.text)
  const texts: string[] = []
  const waiting: XmlElement[] = [element]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    texts.push(next.children.length > 0 ? '' : (next.attributes['alt'] ?? next.text))
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index]
      if (child && !child.name.startsWith('annotation')) waiting.push(child)
    }
  }
  return collapse(texts.join(''))
}

/** Collapses white space in tokens (MathML 3, 2.1.7). */
function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
}

/** Splits an attribute into words. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
