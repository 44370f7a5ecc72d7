/** Defines the nodes of an HTML page (elements and text only) and the adapter that builds them for the parser. */
import { html, type Token, type TreeAdapter } from 'parse5'
import { type Limits, refuse } from '../../limits.ts'

type Attribute = Token.Attribute

export interface Element {
  readonly type: 'element'
  /** Lower-case, except for names of SVG. */
  readonly tagName: string
  readonly namespace: html.NS
  /** Must not be changed in place: all elements without attributes share one empty array. */
  attributes: Attribute[]
  /** Must not be changed in place, as with the attributes; see `appendChild`. */
  children: Node[]
  parent: Element | undefined
  /** The content of a `template`. */
  content?: Element
}

interface Text {
  readonly type: 'text'
  value: string
  parent: Element | undefined
}

export type Node = Element | Text

/** Comments and document types, which are dropped. */
interface Dropped {
  readonly type: 'dropped'
}

/** Node types under the names that the parser expects. */
interface PageTypes {
  node: Node | Dropped
  parentNode: Element
  childNode: Node | Dropped
  document: Element
  documentFragment: Element
  element: Element
  commentNode: Dropped
  textNode: Text
  template: Element
  documentType: Dropped
}

const dropped: Dropped = { type: 'dropped' }

export function createElement(
  tagName: string,
  namespace: html.NS = html.NS.HTML,
  attributes: Attribute[] = [],
): Element {
  return { type: 'element', tagName, namespace, attributes, children: none, parent: undefined }
}

const none: Node[] = []

export function appendChild(parent: Element, node: Node): void {
  node.parent = parent
  const { children } = parent
  // Pushing to an empty array reserves space for seventeen, and most elements have one child.
  if (children.length === 0) parent.children = [node]
  else children.push(node)
}

/**
 * Creates the builder of one page.
 *
 * Counts its elements: a page of a few megabytes can make the parser repeat unclosed formatting in every paragraph,
 * millions of times (WHATWG HTML 13.2.4.3).
 */
export function createTreeBuilder({ htmlElements }: Limits): TreeAdapter<PageTypes> {
  let count = 0
  let mode = html.DOCUMENT_MODE.NO_QUIRKS
  return {
    ...navigation,
    ...changes,
    adoptAttributes: createAdopter(),
    createElement: (tagName, namespace, attributes) => {
      count += 1
      if (count > htmlElements) refuse(`it has more than ${htmlElements} elements`)
      return createElement(tagName, namespace, attributes)
    },
    setDocumentMode: (_, value) => {
      mode = value
    },
    getDocumentMode: () => mode,
  }
}

/**
 * Returns the function that adds the attributes of a second `<html>` or `<body>` to the first.
 *
 * Caches the attribute names of both: collecting them again for every tag takes a minute for 20,000 tags.
 */
function createAdopter(): (element: Element, more: readonly Attribute[]) => void {
  const namesByElement = new Map<Element, Set<string>>()
  return (element, more) => {
    let names = namesByElement.get(element)
    if (!names) {
      element.attributes = [...element.attributes]
      names = new Set(element.attributes.map(({ name }) => name))
      namesByElement.set(element, names)
    }
    for (const attribute of more) {
      if (names.has(attribute.name)) continue
      names.add(attribute.name)
      element.attributes.push(attribute)
    }
  }
}

const changes = {
  createDocument: () => createElement('#document'),
  createDocumentFragment: () => createElement('#fragment'),
  createCommentNode: () => dropped,
  createTextNode: (value: string): Text => ({ type: 'text', value, parent: undefined }),
  appendChild: (parent: Element, node: Node | Dropped) => {
    if (node.type !== 'dropped') appendChild(parent, node)
  },
  insertBefore: (parent: Element, node: Node | Dropped, reference: Node | Dropped) => {
    if (node.type !== 'dropped') insertBefore(parent, node, reference)
  },
  insertText: (parent: Element, text: string) => {
    const last = parent.children.at(-1)
    if (last?.type === 'text') last.value += text
    else appendChild(parent, { type: 'text', value: text, parent })
  },
  insertTextBefore: (parent: Element, text: string, reference: Node | Dropped) => {
    const before = parent.children[indexOfChild(parent, reference) - 1]
    if (before?.type === 'text') before.value += text
    else insertBefore(parent, { type: 'text', value: text, parent }, reference)
  },
  detachNode: (node: Node | Dropped) => {
    if (node.type === 'dropped' || !node.parent) return
    node.parent.children.splice(indexOfChild(node.parent, node), 1)
    node.parent = undefined
  },
  setTemplateContent: (template: Element, content: Element) => {
    template.content = content
  },
  setDocumentType: () => {},
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
}

function insertBefore(parent: Element, node: Node, reference: Node | Dropped): void {
  const index = indexOfChild(parent, reference)
  if (index === parent.children.length) {
    appendChild(parent, node)
    return
  }
  node.parent = parent
  parent.children.splice(index, 0, node)
}

/** Searches from the end, because the parser usually looks for one of the last children. */
function indexOfChild({ children }: Element, node: Node | Dropped): number {
  const index = node.type === 'dropped' ? -1 : children.lastIndexOf(node)
  return index < 0 ? children.length : index
}

const navigation = {
  getFirstChild: ({ children }: Element) => children[0] ?? null,
  getChildNodes: ({ children }: Element) => children,
  getParentNode: (node: Node | Dropped) => (node.type === 'dropped' ? null : (node.parent ?? null)),
  getAttrList: ({ attributes }: Element) => attributes,
  getTagName: ({ tagName }: Element) => tagName,
  getNamespaceURI: ({ namespace }: Element) => namespace,
  getTextNodeContent: ({ value }: Text) => value,
  getTemplateContent: (template: Element) => template.content ?? template,
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  getNodeSourceCodeLocation: () => undefined,
  isTextNode: (node: Node | Dropped): node is Text => node.type === 'text',
  isElementNode: (node: Node | Dropped): node is Element => node.type === 'element',
  isCommentNode: (_: Node | Dropped): _ is Dropped => false,
  isDocumentTypeNode: (_: Node | Dropped): _ is Dropped => false,
}
