/** What the reader asks of parse5's tree. */
import type { DefaultTreeAdapterMap } from 'parse5'

export type Node = DefaultTreeAdapterMap['childNode']
export type Element = DefaultTreeAdapterMap['element']

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function findAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

export function childElements(element: Element): Element[] {
  return element.childNodes.filter(isElement)
}

/** All text below, however deep: without recursion, for trees that are made to be deep. */
export function textContent(root: Element): string {
  const parts: string[] = []
  const todo: Node[] = [root]
  for (let node = todo.pop(); node; node = todo.pop()) {
    if ('value' in node) parts.push(node.value)
    else if (isElement(node)) {
      if (node.tagName === 'br') parts.push('\n')
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
        const child = node.childNodes[index]
        if (child) todo.push(child)
      }
    }
  }
  return parts.join('')
}

/** Every element below of this name, in document order; as deep as `maxDepth`. */
export function* descendants(root: Element, name: string, maxDepth = 50): Generator<Element> {
  for (const child of childElements(root)) {
    if (child.tagName === name) yield child
    if (maxDepth > 0) yield* descendants(child, name, maxDepth - 1)
  }
}
