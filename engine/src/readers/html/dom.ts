/** Searches the tree of a page. */
import type { Element, Node } from './tree.ts'

export type { Element, Node } from './tree.ts'
export { createElement } from './tree.ts'

export function findAttribute({ attributes }: Element, name: string): string | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value
  return undefined
}

export function isElement(node: Node): node is Element {
  return node.type === 'element'
}

export function childElements({ children }: Element): Element[] {
  return children.filter(isElement)
}

/** Returns true if a class of the element matches; make the pattern with `classPattern`, which anchors it. */
export function hasClass(element: Element, pattern: RegExp): boolean {
  if (element.attributes.length === 0) return false
  const value = findAttribute(element, 'class')
  return value !== undefined && pattern.test(value)
}

/** Returns a pattern that matches whole class names. */
export function classPattern(names: string): RegExp {
  return new RegExp(`(?:^|\\s)(?:${names})(?:\\s|$)`, 'i')
}

/** Returns all text below an element; iterative, for hostile depth. */
export function textContent(root: Element): string {
  const parts: string[] = []
  for (const node of nodesBelow(root)) {
    if (node.type === 'text') parts.push(node.value)
    else if (node.tagName === 'br') parts.push('\n')
  }
  return parts.join('')
}

/**
 * Yields all nodes below an element in document order; iterative, for hostile depth.
 *
 * @param enter Returns true to include the content of an element.
 */
export function* nodesBelow(
  root: Element,
  enter: (element: Element) => boolean = () => true,
): Generator<Node> {
  const todo: Node[] = root.children.toReversed()
  for (let node = todo.pop(); node; node = todo.pop()) {
    yield node
    if (node.type === 'text' || !enter(node)) continue
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index]
      if (child) todo.push(child)
    }
  }
}

/** Returns the first descendant with one of the names. */
export function findBelow(root: Element, names: ReadonlySet<string>): Element | undefined {
  for (const node of nodesBelow(root)) {
    if (node.type === 'element' && names.has(node.tagName)) return node
  }
  return undefined
}

/** Returns the nearest ancestor with one of the names, within a number of levels. */
export function findAround(
  element: Element,
  names: ReadonlySet<string>,
  maxDistance: number,
): Element | undefined {
  let around: Element | undefined = element
  for (let distance = 0; around && distance <= maxDistance; distance += 1) {
    if (names.has(around.tagName)) return around
    around = around.parent
  }
  return undefined
}
