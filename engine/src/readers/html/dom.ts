/** Questions about the tree of a page. */
import type { Element, Node } from './tree.ts'

export type { Element, Node, Text } from './tree.ts'
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

/** Whether a class of the element matches; give a pattern that is anchored by `classPattern`. */
export function hasClass(element: Element, pattern: RegExp): boolean {
  if (element.attributes.length === 0) return false
  const value = findAttribute(element, 'class')
  return value !== undefined && pattern.test(value)
}

/** A pattern of whole class names. */
export function classPattern(names: string): RegExp {
  return new RegExp(`(?:^|\\s)(?:${names})(?:\\s|$)`, 'i')
}

/** All text below, however deep: without recursion, for trees that are made to be deep. */
export function textContent(root: Element): string {
  const parts: string[] = []
  for (const node of nodesBelow(root)) {
    if (node.type === 'text') parts.push(node.value)
    else if (node.tagName === 'br') parts.push('\n')
  }
  return parts.join('')
}

/**
 * Everything below an element in document order, without recursion.
 *
 * @param enter Whether what is inside of an element is wanted too.
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

/** The first element below that is one of these. */
export function findBelow(root: Element, names: ReadonlySet<string>): Element | undefined {
  for (const node of nodesBelow(root)) {
    if (node.type === 'element' && names.has(node.tagName)) return node
  }
  return undefined
}

/** The nearest of these around an element, at most so many elements away. */
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
