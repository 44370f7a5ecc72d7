/** Reads formulas from MathML elements, and from TeX in scripts and alternative texts. */
import type { Warnings } from '../../errors.ts'
import type { Code, Formula, FormulaBlock } from '../../model/index.ts'
import { findPlainTex, readMathml } from '../math/index.ts'
import type { XmlElement } from '../ooxml/index.ts'
import {
  childElements,
  classPattern,
  type Element,
  findAttribute,
  hasClass,
  textContent,
} from './dom.ts'

/** The deepest nesting of formulas that is read; real ones nest less than thirty deep. */
const MAX_MATH_DEPTH = 200

export function readMath(element: Element, warnings: Warnings): Formula | FormulaBlock | undefined {
  const { latex, number } = readMathml(toXml(element, 0), warnings)
  const isBlock = findAttribute(element, 'display') === 'block' || isInDisplay(element)
  const formula = toFormula(latex, isBlock)
  return formula?.type === 'formulaBlock' && number !== undefined ? { ...formula, number } : formula
}

const displayClass = classPattern('katex-display|MathJax_Display|mwe-math-mathml-display')

/** Older renderers mark display formulas on an ancestor: `<span class="katex-display"><span class="katex">…`. */
function isInDisplay(element: Element): boolean {
  let around = element.parent
  for (let distance = 0; around && distance < 5; distance += 1) {
    if (hasClass(around, displayClass)) return true
    around = around.parent
  }
  return false
}

/**
 * Reads TeX that MathJax keeps in `<script type="math/tex; mode=display">`; ignores other scripts. TeX with commands
 * outside of mathematics becomes code.
 */
export function readMathScript(element: Element): Formula | FormulaBlock | Code | undefined {
  const type = mathScriptType(element)
  if (type === undefined) return undefined
  const source = textContent(element).trim()
  const latex = findPlainTex(source)
  if (latex !== undefined) return toFormula(latex, /mode\s*=\s*display/i.test(type))
  return source === '' ? undefined : { type: 'code', text: source }
}

function mathScriptType(element: Element): string | undefined {
  const type = element.tagName === 'script' ? findAttribute(element, 'type') : undefined
  return type !== undefined && /^\s*math\/tex\b/i.test(type) ? type : undefined
}

const pictureClass = classPattern('mwe-math-fallback-image-\\w+|tex|latex')

/** Reads a picture of a formula whose alternative text is TeX (MediaWiki, WordPress). */
export function readMathPicture(image: Element): Formula | undefined {
  if (!hasClass(image, pictureClass)) return undefined
  const latex = findPlainTex(findAttribute(image, 'alt')?.trim() ?? '')
  return latex ? { type: 'formula', latex } : undefined
}

function toFormula(latex: string, isBlock: boolean): Formula | FormulaBlock | undefined {
  if (latex.trim() === '') return undefined
  return isBlock ? { type: 'formulaBlock', latex } : { type: 'formula', latex }
}

/** Classes of visual copies of formulas, which are hidden from screen readers. */
const drawnClass = /(?:^|\s)(?:katex-html|MathJax\S*|mjx-\S+)/
const fallbackClass = classPattern('mwe-math-fallback-image-\\w+')
const mathJaxClass = classPattern(
  'MathJax|MathJax_(?:Preview|Display|SVG|SVG_Display|CHTML|PHTML)|mjx-chtml',
)

/** Returns true for the visual copy of a formula: typeset formulas occur twice, as MathML or TeX and as drawn boxes. */
export function isVisualCopy(element: Element): boolean {
  if (element.attributes.length === 0) return false
  const classes = findAttribute(element, 'class')
  if (classes === undefined) return false
  const isDrawn = element.tagName === 'mjx-math' || drawnClass.test(classes)
  if (isDrawn && findAttribute(element, 'aria-hidden') === 'true') return true
  if (!fallbackClass.test(classes) && !mathJaxClass.test(classes)) return false
  return element.parent !== undefined && copiesIn(element.parent).has(element)
}

/** Visual copies by parent element; cached, because a paragraph may hold thousands of formulas. */
const copies = new WeakMap<Element, ReadonlySet<Element>>()

function copiesIn(parent: Element): ReadonlySet<Element> {
  const cached = copies.get(parent)
  if (cached) return cached
  const children = childElements(parent)
  const hasMath = children.some((child) => isMath(child) || childElements(child).some(isMath))
  const found = children.filter((child, index) => {
    const classes = findAttribute(child, 'class') ?? ''
    if (fallbackClass.test(classes)) return hasMath
    // MathJax 2 inserts the visual copy before the script with the source.
    const after = children.slice(index + 1, index + 4)
    return mathJaxClass.test(classes) && after.some((next) => mathScriptType(next) !== undefined)
  })
  const set = new Set(found)
  copies.set(parent, set)
  return set
}

function isMath({ tagName }: Element): boolean {
  return tagName === 'math'
}

/** Converts to the form that `mathmlToLatex` reads: bare names, text in leaves. */
function toXml(element: Element, depth: number): XmlElement {
  const inner = childElements(element)
  return {
    name: element.tagName.replace(/^.*:/, ''),
    attributes: Object.fromEntries(element.attributes.map(({ name, value }) => [name, value])),
    children: depth < MAX_MATH_DEPTH ? inner.map((child) => toXml(child, depth + 1)) : [],
    text: inner.length === 0 ? textContent(element) : '',
  }
}
