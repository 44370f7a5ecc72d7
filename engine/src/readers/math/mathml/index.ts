/**
 * Converts MathML (versions 1 to 4, presentation markup) to LaTeX.
 *
 * Names are local ones: `mi`, `mfrac`. Ignored: sizes, colours, spacing around operators, links. Of content markup only
 * the text of its leaves is read.
 */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import { type Equation, withTag } from '../equation.ts'
import { writeLatex } from '../latex/index.ts'
import { findPlainTex, findTex } from './annotation.ts'
import { readElement } from './elements.ts'
import type { Reading } from './reading.ts'
import { readSiblings } from './rows.ts'

/**
 * Reads a `math` element, or any other of MathML; never throws, whatever it holds.
 *
 * @param warnings Receives reports of elements outside of MathML.
 */
export function readMathml(element: XmlElement, warnings?: Warnings): Equation {
  const tex = findTex(element)
  if (tex !== undefined) return { latex: tex }
  const reading: Reading = {
    warnings,
    depth: 0,
    found: {},
    isNumbered: element.attributes['display'] === 'block' && countLabels(element) === 1,
    read: readElement,
    readRow: readSiblings,
  }
  const latex = writeLatex(readElement(element, reading))
  return { latex, ...reading.found }
}

/** Like `readMathml`, with the number of a displayed formula as `\tag{3}`. */
export function mathmlToLatex(element: XmlElement, warnings?: Warnings): string {
  return withTag(readMathml(element, warnings))
}

function countLabels(element: XmlElement): number {
  let count = 0
  const waiting: XmlElement[] = [element]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.name === 'mlabeledtr') count += 1
    for (const child of next.children) waiting.push(child)
  }
  return count
}

export { findPlainTex }
