/**
 * Bytes of an XML part → elements with canonical names, as a tree or as events.
 *
 * No DTD is read and no entity but the five of XML is known: a document type declaration is refused.
 * Office formats have no mixed content, so an element has either text or elements; white space between
 * elements is dropped.
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
  /** Canonical: `w:p`, `a:t`; see namespaces.ts. */
  readonly name: string
  /** By canonical name; attributes without a prefix have none: `val`, `w:val`, `r:id`. */
  readonly attributes: Attributes
  readonly children: readonly XmlElement[]
  /** The character data directly inside, when there are no children. */
  readonly text: string
}

export type Attributes = Readonly<Record<string, string>>

/** What a part is told as; `close` comes for every `open`. */
export interface XmlEvents {
  open(name: string, attributes: ElementAttributes): void
  /** Character data as it comes, in pieces; also the white space between elements. */
  text(value: string): void
  close(name: string): void
}

/** The attributes of an element that is told of, only until `open` returns; what is not asked for costs nothing. */
export interface ElementAttributes {
  /** @param name Of an attribute without a prefix. */
  find(name: string): string | undefined
  /** All, by canonical name. @throws {ConversionError} for one that is there twice. */
  all(): Attributes
}

const noAttributes: Attributes = Object.freeze(Object.create(null) as Record<string, string>)

/**
 * Parses a part into a tree.
 *
 * @throws {ConversionError} `conversion_failed` when it is not well-formed or passes a limit.
 */
export function parseXml(bytes: Uint8Array, limits: Limits): XmlElement {
  const builder = new TreeBuilder(limits)
  const parser = createParser(builder, limits)
  parser.write(decodeXml(bytes))
  parser.close()
  return builder.getRoot()
}

/**
 * Parses a part piece by piece and tells its events as they come, so that its size does not matter.
 *
 * @throws {ConversionError} `conversion_failed` when it is not well-formed or passes a limit.
 */
export async function parseXmlStream(
  chunks: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  limits: Limits,
): Promise<void> {
  const parser = createParser(events, limits)
  let decoder: TextDecoder | undefined
  for await (const piece of wholeTags(chunks)) {
    decoder ??= new TextDecoder(findEncoding(piece))
    parser.write(decoder.decode(piece, { stream: true }))
  }
  parser.write(decoder?.decode() ?? '')
  parser.close()
}

/** Bytes that are decoded at once; larger pieces cost memory, smaller ones time. */
const PIECE_BYTES = 65_536

/**
 * Cuts bytes behind the end of a tag, so that a piece is text in one run of memory: text that is joined from two pieces
 * is read at half the speed. Where there is no `>` a piece is cut anywhere, in a character too.
 */
async function* wholeTags(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    const bytes = Buffer.concat(waiting)
    const cut = bytes.lastIndexOf(GREATER_THAN) + 1
    yield cut === 0 ? bytes : bytes.subarray(0, cut)
    waiting = cut === 0 ? [] : [bytes.subarray(cut)]
    size = waiting[0]?.length ?? 0
  }
  yield Buffer.concat(waiting)
}

const GREATER_THAN = 0x3e

/** Text of XML bytes by their byte order mark or declaration, else UTF-8 (XML 1.0, appendix F). */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes)
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1]
  // A part that is declared as UTF-16 and begins with one-byte characters is not; Word reads it as UTF-8.
  if (declared === undefined || /^(utf-?16|ucs-?2|iso-10646)/i.test(declared)) return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

function createParser(events: XmlEvents, limits: Limits): XmlTokenizer {
  const open: string[] = []
  const told = new ToldAttributes()
  let scope = outermostScope()
  return new XmlTokenizer({
    open: (raw, attributes) => {
      const depth = open.length + 1
      if (depth > limits.xmlDepth) refuse('its XML is nested too deeply')
      scope = enterElement(scope, attributes, depth)
      const name = elementName(scope, raw)
      open.push(name)
      told.start(attributes, name, scope)
      events.open(name, told)
    },
    text: events.text.bind(events),
    close: () => {
      scope = leaveElement(scope, open.length)
      events.close(open.pop() ?? '')
    },
  })
}

/** One for all elements of a part: there may be millions. */
class ToldAttributes implements ElementAttributes {
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
 * A record that inherits nothing, so that an attribute may have any name, and whose layout elements share:
 * a third of the time of `Object.create(null)`.
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
    if (canonical in attributes) throw broken('it has an attribute twice')
    attributes[canonical] = raw.value(index)
  }
  if (name === 'mc:Choice' && attributes?.['Requires']) {
    attributes['Requires'] = canonicalPrefixes(attributes['Requires'], scope)
  }
  return attributes ?? noAttributes
}

/** `Requires` names prefixes as the file declares them (ECMA-376 Part 3, 9.3); only here are those known. */
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

/** The first child of this name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** All children of this name. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The element at the end of a path of first children. */
export function findPath(
  element: XmlElement | undefined,
  ...names: string[]
): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(findChild, element)
}

/** Every element of this name below, in document order. */
export function* descendantsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child
    yield* descendantsNamed(child, name)
  }
}

/**
 * What stands for an `mc:AlternateContent`: the children of its first choice whose namespaces are all
 * understood, else those of its fallback (ECMA-376 Part 3, 9.3).
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
