/**
 * MathML (versions 1 to 4, presentation markup) → LaTeX.
 *
 * Names are local ones: `mi`, `mfrac`. Ignored: sizes, colours, spacing round operators, links. Content markup
 * is read as what its leaves say.
 */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import { writeLatex } from '../latex/index.ts'
import { findTex } from './annotation.ts'
import { readElement } from './elements.ts'
import type { Reading } from './reading.ts'
import { readSiblings } from './rows.ts'

/**
 * Reads a `math` element, or any other of MathML; never throws, whatever it holds.
 *
 * @param warnings Where elements that are not of MathML are reported.
 * @returns LaTeX without delimiters.
 */
export function mathmlToLatex(element: XmlElement, warnings?: Warnings): string {
  const reading: Reading = {
    warnings,
    depth: 0,
    labels: [],
    read: readElement,
    readRow: readSiblings,
  }
  return findTex(element) ?? writeLatex(readElement(element, reading))
}
