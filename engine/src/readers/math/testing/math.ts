/** Parses markup for tests and validates LaTeX with KaTeX, which the tests pass in. */
import { defaultLimits } from '../../../limits.ts'
import { parseXml, type XmlElement } from '../../ooxml/index.ts'

const namespaces = [
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ')

/** The content of an `m:oMath`. */
export function omml(content: string): XmlElement {
  return parse(`<m:oMath ${namespaces}>${content}</m:oMath>`)
}

/** The content of a `math` without a namespace, as the HTML reader passes it. */
export function mathml(content: string, attributes = ''): XmlElement {
  return parse(`<math ${attributes}>${content}</math>`)
}

function parse(xml: string): XmlElement {
  return parseXml(Buffer.from(xml), defaultLimits)
}

/** Builds an element directly, for content that no parser would accept. */
export function element(
  name: string,
  children: readonly XmlElement[] | string = [],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  const isText = typeof children === 'string'
  return { name, attributes, children: isText ? [] : children, text: isText ? children : '' }
}

/** `katex.renderToString`. */
type Render = (
  latex: string,
  options: { displayMode?: boolean; strict?: 'ignore'; throwOnError?: boolean; output?: 'mathml' },
) => string

/** Returns KaTeX's error; undefined if it sets the LaTeX both in a display and in a line. */
export function katexError(latex: string, render: Render): string | undefined {
  for (const displayMode of latex.includes('\\tag{') ? [true] : [true, false]) {
    try {
      render(latex, { displayMode, strict: 'ignore', throwOnError: true })
    } catch (error) {
      return `${String(error)} in ${latex}`
    }
  }
  return undefined
}

/** Returns the first fault that LaTeX in Markdown must never have. */
export function fault(latex: string, render: Render): string | undefined {
  if (/[$\n\r]/.test(latex)) return `It has a dollar sign or a line end: ${latex}`
  if (latex !== latex.trim() || /\\ ?$/.test(latex)) return `It has outer blanks: ${latex}`
  return braceFault(latex) ?? katexError(latex, render)
}

function braceFault(latex: string): string | undefined {
  let depth = 0
  for (const [token] of latex.matchAll(/\\.|[{}]/gs)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0
    if (depth < 0) break
  }
  return depth === 0 ? undefined : `Its braces are not balanced: ${latex}`
}

/** Returns the characters that KaTeX prints for LaTeX. */
export function katexText(latex: string, render: Render): string {
  const html = render(latex, { strict: 'ignore', output: 'mathml' })
  const text = html.replace(/<annotation.*<\/annotation>/s, '').replace(/<[^>]*>/g, '')
  const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replace(/&(lt|gt|amp);/g, (entity) => entities[entity] ?? entity).trim()
}
