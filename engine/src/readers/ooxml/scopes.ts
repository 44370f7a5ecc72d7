/** Resolves prefixed names to canonical names through the declared namespaces. Namespaces in XML 1.0. */
import { canonicalName } from './namespaces.ts'
import { broken, type TagAttributes } from './tokenizer.ts'

/** The namespace declarations in scope within one element. */
export interface Scope {
  readonly outer: Scope | undefined
  /** Depth of the declaring element: 1 for the root, 0 outside of it. */
  readonly depth: number
  readonly uris: ReadonlyMap<string, string>
  /** Cache of canonical names: a sheet has millions of elements with about ten names. */
  readonly elements: Map<string, string>
  readonly attributes: Map<string, string>
}

export function outermostScope(): Scope {
  const uris = new Map([
    ['', ''],
    ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ])
  return createScope(undefined, 0, uris)
}

function createScope(
  outer: Scope | undefined,
  depth: number,
  uris: ReadonlyMap<string, string>,
): Scope {
  return { outer, depth, uris, elements: new Map(), attributes: new Map() }
}

export function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:')
}

/** Returns the scope within an element: a new one if it declares namespaces. */
export function enterElement(scope: Scope, attributes: TagAttributes, depth: number): Scope {
  if (!attributes.hasDeclarations) return scope
  const uris = new Map<string, string>()
  for (let index = 0; index < attributes.count; index += 1) {
    const name = attributes.name(index)
    if (isDeclaration(name)) uris.set(name.slice('xmlns:'.length), attributes.value(index).trim())
  }
  return createScope(scope, depth, uris)
}

/** Returns the scope after an element ends. */
export function leaveElement(scope: Scope, depth: number): Scope {
  return scope.outer && scope.depth === depth ? scope.outer : scope
}

/** @throws {ConversionError} for an invalid name or an undeclared prefix. */
export function elementName(scope: Scope, raw: string): string {
  const cached = scope.elements.get(raw)
  if (cached !== undefined) return cached
  const [prefix, local] = splitName(raw)
  const name = canonicalName(getUri(scope, prefix), local)
  scope.elements.set(raw, name)
  return name
}

/**
 * Resolves the name of an attribute; one without a prefix has no namespace.
 *
 * @throws {ConversionError} like `elementName`.
 */
export function attributeName(scope: Scope, raw: string): string {
  const cached = scope.attributes.get(raw)
  if (cached !== undefined) return cached
  const [prefix, local] = splitName(raw)
  const name = prefix === '' ? local : canonicalName(getUri(scope, prefix), local)
  scope.attributes.set(raw, name)
  return name
}

const namePattern =
  /^(?:([^\s\d.\-:<>&"'=/!?][^\s:<>&"'=/!?]*):)?([^\s\d.\-:<>&"'=/!?][^\s:<>&"'=/!?]*)$/

function splitName(raw: string): [prefix: string, local: string] {
  const match = namePattern.exec(raw)
  if (!match) throw broken('it has an invalid name')
  return [match[1] ?? '', match[2] ?? '']
}

function getUri(scope: Scope, prefix: string): string {
  const uri = findUri(scope, prefix)
  if (uri === undefined) throw broken('it has a prefix that is not declared')
  return uri
}

export function findUri(scope: Scope, prefix: string): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const uri = at.uris.get(prefix)
    if (uri !== undefined) return uri
  }
  return undefined
}
