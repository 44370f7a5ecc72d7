/**
 * Parses the XML of a part into elements with canonical names, as a tree or as events.
 *
 * Refuses a document type declaration, and with it all entities except the five of XML. Office formats have no mixed
 * content: an element has either text or elements, so white space between elements is dropped.
 */
import { TextDecoder } from 'node:util'
import { type Limits, refuse } from '../../limits.ts'
import { prefixes } from './namespaces.ts'
import {
  attributeName,
  elementName,
  enterElement,
  findUri,
  isDeclaration,
  leaveElement,
  outermostScope,
  type Scope,
} from './scopes.ts'
import { broken, type TagAttributes, XmlTokenizer } from './tokenizer.ts'

export interface XmlElement {
  /** Canonical name: `w:p`, `a:t`; see namespaces.ts. */
  readonly name: string
  /** Keyed by canonical name; attributes without a prefix keep their bare names: `val`, `w:val`, `r:id`. */
  readonly attributes: Attributes
  readonly children: readonly XmlElement[]
  /** The character data of an element without children. */
  readonly text: string
}

export type Attributes = Readonly<Record<string, string>>

/** Receives the events of a part; every `open` is followed by a `close`. */
export interface XmlEvents {
  open(name: string, attributes: ElementAttributes): void
  /** Character data in chunks; also the white space between elements. */
  text(value: string): void
  close(name: string): void
}

/** The attributes of the element being opened, valid until `open` returns; unread attributes cost nothing. */
export interface ElementAttributes {
  /** @param name Name of an attribute without a prefix. */
  find(name: string): string | undefined
  /**
   * Returns all attributes by canonical name.
   *
   * @throws {ConversionError} for a duplicate attribute.
   */
  all(): Attributes
}

const noAttributes: Attributes = Object.freeze(Object.create(null) as Record<string, string>)

/**
 * Parses a part into a tree.
 *
 * @throws {ConversionError} `conversion_failed` if it is not well-formed or exceeds a limit.
 */
export function parseXml(bytes: Uint8Array, limits: Limits): XmlElement {
  const builder = new TreeBuilder(limits)
  const parser = createParser(builder, limits)
  parser.write(decodeXml(bytes))
  parser.close()
  return builder.getRoot()
}

/**
 * Parses a part as a stream and emits its events, so that memory does not depend on its size.
 *
 * @throws {ConversionError} `conversion_failed` if it is not well-formed or exceeds a limit.
 */
export async function parseXmlStream(
  chunks: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  limits: Limits,
): Promise<void> {
  const parser = createParser(events, limits)
  let decoder: TextDecoder | undefined
  for await (const chunk of splitAfterTags(chunks)) {
    decoder ??= new TextDecoder(findEncoding(chunk))
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.write(decoder?.decode() ?? '')
  parser.close()
}

/** Bytes decoded at once; larger chunks cost memory, smaller ones time. */
const CHUNK_BYTES = 65_536

/**
 * Splits bytes after the end of a tag, so that each chunk decodes to one flat string, which is scanned twice as fast as
 * a joined one. Without a `>` a chunk is split anywhere, even within a character.
 */
async function* splitAfterTags(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < CHUNK_BYTES) continue
    const bytes = Buffer.concat(waiting)
    const cut = bytes.lastIndexOf(GREATER_THAN) + 1
    yield cut === 0 ? bytes : bytes.subarray(0, cut)
    waiting = cut === 0 ? [] : [bytes.subarray(cut)]
    size = waiting[0]?.length ?? 0
  }
  yield Buffer.concat(waiting)
}

const GREATER_THAN = 0x3e

/** Decodes XML by its byte order mark or declaration, else as UTF-8 (XML 1.0, appendix F). */
function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes)
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1]
  // A declaration readable as single bytes cannot be UTF-16; Word reads such a part as UTF-8.
  if (declared === undefined || /^(utf-?16|ucs-?2|iso-10646)/i.test(declared)) return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

function createParser(events: XmlEvents, limits: Limits): XmlTokenizer {
  const open: string[] = []
  const elementAttributes = new EventAttributes()
  let scope = outermostScope()
  return new XmlTokenizer({
    open: (raw, attributes) => {
      const depth = open.length + 1
      if (depth > limits.xmlDepth) refuse('its XML is nested too deeply')
      scope = enterElement(scope, attributes, depth)
      const name = elementName(scope, raw)
      open.push(name)
      elementAttributes.start(attributes, name, scope)
      events.open(name, elementAttributes)
    },
    text: events.text.bind(events),
    close: () => {
      scope = leaveElement(scope, open.length)
      events.close(open.pop() ?? '')
    },
  })
}

/** One instance for all elements of a part, of which there may be millions. */
class EventAttributes implements ElementAttributes {
  #raw: TagAttributes | undefined
  #element = ''
  #scope: Scope | undefined

  start(raw: TagAttributes, element: string, scope: Scope): void {
    this.#raw = raw
    this.#element = element
    this.#scope = scope
  }

  find(name: string): string | undefined {
    return this.#raw?.find(name)
  }

  all(): Attributes {
    if (!this.#raw || !this.#scope || this.#raw.count === 0) return noAttributes
    return readAttributes(this.#raw, this.#element, this.#scope)
  }
}

/**
 * An attribute record without a prototype, so that attributes may have any name. It is a class, because instances share
 * a layout: creating one takes a third of the time of `Object.create(null)`.
 */
class AttributeRecord {
  [name: string]: string
}
Object.setPrototypeOf(AttributeRecord.prototype, null)
Reflect.deleteProperty(AttributeRecord.prototype, 'constructor')

function readAttributes(raw: TagAttributes, name: string, scope: Scope): Attributes {
  let attributes: Record<string, string> | undefined
  for (let index = 0; index < raw.count; index += 1) {
    const rawName = raw.name(index)
    if (isDeclaration(rawName)) continue
    attributes ??= new AttributeRecord()
    const canonical = attributeName(scope, rawName)
    if (canonical in attributes) throw broken('it has a duplicate attribute')
    attributes[canonical] = raw.value(index)
  }
  if (name === 'mc:Choice' && attributes?.['Requires']) {
    attributes['Requires'] = canonicalPrefixes(attributes['Requires'], scope)
  }
  return attributes ?? noAttributes
}

/** `Requires` lists prefixes as the file declares them (ECMA-376 Part 3, 9.3), which are known only here. */
function canonicalPrefixes(required: string, scope: Scope): string {
  return required
    .trim()
    .split(/\s+/)
    .map((prefix) => prefixes.get(findUri(scope, prefix) ?? '') ?? `unknown-${prefix}`)
    .join(' ')
}

interface OpenElement {
  readonly name: string
  readonly attributes: Attributes
  children: XmlElement[]
  text: string
}

const noChildren: XmlElement[] = []

class TreeBuilder implements XmlEvents {
  readonly #open: OpenElement[] = []
  readonly #limits: Limits
  #elements = 0
  #root: XmlElement | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  open(name: string, attributes: ElementAttributes): void {
    this.#elements += 1
    if (this.#elements > this.#limits.xmlElements) refuse('it has too many elements')
    const element: OpenElement = {
      name,
      attributes: attributes.all(),
      children: noChildren,
      text: '',
    }
    const parent = this.#open.at(-1)
    if (parent) {
      if (parent.children === noChildren) parent.children = []
      parent.children.push(element)
    } else {
      this.#root = element
    }
    this.#open.push(element)
  }

  text(value: string): void {
    const element = this.#open.at(-1)
    if (element) element.text += value
  }

  close(): void {
    const element = this.#open.pop()
    if (element && element.children.length > 0) element.text = ''
  }

  getRoot(): XmlElement {
    if (!this.#root) refuse('one of its XML parts is empty')
    return this.#root
  }
}

/** Returns the first child with this name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Returns all children with this name. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** Returns the element at the end of a path of first children. */
export function findPath(
  element: XmlElement | undefined,
  ...names: string[]
): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(findChild, element)
}

/** Yields every descendant with this name in document order. */
export function* descendantsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child
    yield* descendantsNamed(child, name)
  }
}

/**
 * Resolves an `mc:AlternateContent`: returns the children of the first choice whose namespaces are all understood, else
 * those of the fallback (ECMA-376 Part 3, 9.3).
 *
 * @param understood Canonical prefixes.
 */
export function chooseAlternate(
  element: XmlElement,
  understood: ReadonlySet<string>,
): readonly XmlElement[] {
  const choice = childrenNamed(element, 'mc:Choice').find((candidate) =>
    (candidate.attributes['Requires'] ?? '').split(' ').every((prefix) => understood.has(prefix)),
  )
  return (choice ?? findChild(element, 'mc:Fallback'))?.children ?? []
}
