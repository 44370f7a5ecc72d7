/**
 * Converts Office Math Markup (ECMA-376 Part 1, 22.1) to LaTeX.
 *
 * Handles every element of 22.1.2 with visible content. Ignores formatting (control properties, spacing, justification,
 * sizes). Drops tracked deletions and keeps insertions.
 */
import type { Warnings } from '../../../errors.ts'
import type { XmlElement } from '../../ooxml/index.ts'
import { type Equation, withTag } from '../equation.ts'
import { writeLatex } from '../latex/index.ts'
import { readFormula } from './elements.ts'

/**
 * Reads an `m:oMath`, or any element that holds OMML; never throws, whatever it holds.
 *
 * @param warnings Receives reports of elements outside of OMML.
 */
export function readOmml(element: XmlElement, warnings?: Warnings): Equation {
  const { node, number } = readFormula(element, warnings)
  return { latex: writeLatex(node), ...(number !== undefined && { number }) }
}

/** Like `readOmml`, with the number as `\tag{3}`, which only displayed formulas allow. */
export function ommlToLatex(element: XmlElement, warnings?: Warnings): string {
  return withTag(readOmml(element, warnings))
}
