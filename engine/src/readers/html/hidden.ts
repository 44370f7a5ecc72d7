/** Detects elements that a browser does not show. */
import { childElements, type Element } from './dom.ts'

const hiddenStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Returns true if an attribute or the inline style hides the element with all its content. */
export function isHidden(element: Element): boolean {
  const { attributes } = element
  if (attributes.length === 0) return false
  for (const { name, value } of attributes) {
    const hides =
      (name === 'hidden' && value.toLowerCase() !== 'until-found') ||
      (name === 'style' && hiddenStyle.test(value))
    if (hides) return !isForReaders(element)
  }
  return false
}

/** Returns true for an element that wraps only MathML: MediaWiki hides it beside its picture, for programs. */
function isForReaders(element: Element): boolean {
  const [only, ...others] = childElements(element)
  return only?.tagName === 'math' && others.length === 0
}
