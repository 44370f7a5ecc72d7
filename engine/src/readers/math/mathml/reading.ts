/** The state of reading one formula, and access to the attributes of its elements. */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import type { MathNode, Variant } from '../tree.ts'

/** Levels of elements and brackets; real formulas stay under 40. What is deeper is read as text. */
export const maxDepth = 200

export interface Reading {
  readonly warnings: Warnings | undefined
  /** Levels of elements above. */
  readonly depth: number
  /** The style of letters that an element above has set. */
  readonly variant?: Variant
  /** What is found on the way, for the whole formula. */
  readonly found: { number?: string }
  /** Whether the label of a row is the number of the formula; otherwise it stands in its row. */
  readonly isNumbered: boolean
  /** Reads one element; here, so that files of handlers can call each other. */
  readonly read: (element: XmlElement, reading: Reading) => MathNode
  /** Reads siblings, brackets paired. */
  readonly readRow: (elements: readonly XmlElement[], reading: Reading) => MathNode
}

/** Keys are all styles, to tell whether an attribute names one. */
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

/** The style an element sets: `mathvariant`, or what MathML 1 had instead (MathML 3, 3.2.2.1). */
export function findVariant({ attributes }: XmlElement): Variant | undefined {
  const name = attributes['mathvariant']
  // Sound: the keys of the table are the styles.
  if (name !== undefined && Object.hasOwn(variants, name)) return name as Variant
  const isBold = attributes['fontweight'] === 'bold'
  const slope = attributes['fontstyle']
  if (isBold) return slope === 'italic' ? 'bold-italic' : 'bold'
  return slope === 'italic' || slope === 'normal' ? slope : undefined
}

/** The reading of what is inside an element, with its style. */
export function inside(element: XmlElement, reading: Reading): Reading {
  const variant = findVariant(element)
  return variant === undefined ? reading : { ...reading, variant }
}

/** All text in an element, in order; without recursion, whatever its depth. */
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

/** White space in tokens (MathML 3, 2.1.7). */
function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
}

/** The words of an attribute. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
