/**
 * Office Math Markup (ECMA-376 Part 1, 22.1) → LaTeX.
 *
 * Handled: every element of 22.1.2 that shows something. Ignored: how it looks (control properties, spacing,
 * justification, sizes). Tracked deletions are not read, insertions are.
 */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import { type Equation, withTag } from '../equation.ts'
import { writeLatex } from '../latex/index.ts'
import { readFormula } from './elements.ts'

/**
 * Reads an `m:oMath`, or any element that holds OMML; never throws, whatever it holds.
 *
 * @param warnings Where elements that are not of OMML are reported.
 */
export function readOmml(element: XmlElement, warnings?: Warnings): Equation {
  const { node, number } = readFormula(element, warnings)
  return { latex: writeLatex(node), ...(number !== undefined && { number }) }
}

/** As `readOmml`, with the number as `\tag{3}`, which only a displayed formula can have. */
export function ommlToLatex(element: XmlElement, warnings?: Warnings): string {
  return withTag(readOmml(element, warnings))
}
