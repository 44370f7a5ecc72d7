/** MathML elements, and TeX in scripts → formulas. */
import type { Code, Formula, FormulaBlock } from '../../model/index.ts'
import { findPlainTex, readMathml } from '../math/index.ts'
import type { XmlElement } from '../ooxml/index.ts'
import { type Element, findAttribute, isElement, textContent } from './dom.ts'

/** Formulas nest less than thirty deep; what is deeper is left out. */
const MAX_MATH_DEPTH = 200

export function readMath(element: Element): Formula | FormulaBlock | undefined {
  const { latex, number } = readMathml(toXml(element, 0))
  const formula = toFormula(latex, findAttribute(element, 'display') === 'block')
  return formula?.type === 'formulaBlock' && number !== undefined ? { ...formula, number } : formula
}

/**
 * MathJax keeps the source in `<script type="math/tex; mode=display">`; any other script is none of ours. TeX with commands
 * that are not of mathematics is shown as code.
 */
export function readMathScript(element: Element): Formula | FormulaBlock | Code | undefined {
  const type = findAttribute(element, 'type') ?? ''
  if (!/^\s*math\/tex\b/i.test(type)) return undefined
  const source = textContent(element).trim()
  const latex = findPlainTex(source)
  if (latex !== undefined) return toFormula(latex, /mode\s*=\s*display/i.test(type))
  return source === '' ? undefined : { type: 'code', text: source }
}

function toFormula(latex: string, isBlock: boolean): Formula | FormulaBlock | undefined {
  if (latex.trim() === '') return undefined
  return isBlock ? { type: 'formulaBlock', latex } : { type: 'formula', latex }
}

/** The form that `mathmlToLatex` reads: bare names, text in leaves. */
function toXml(element: Element, depth: number): XmlElement {
  const inner = element.childNodes.filter(isElement)
  return {
    name: element.tagName.replace(/^.*:/, ''),
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children: depth < MAX_MATH_DEPTH ? inner.map((child) => toXml(child, depth + 1)) : [],
    text: inner.length === 0 ? textContent(element) : '',
  }
}
