/**
 * Finds the footnotes of a page: which links are note references, and which elements are their notes.
 *
 * Trusts declarations (DPUB-ARIA 1.1 `doc-noteref`, EPUB, the attributes and classes of Markdown processors), else the
 * shape of notes: a superscript link to a later block that links back to it.
 */
import type { Block, Note } from '../../model/index.ts'
import type { Context, Notes } from './context.ts'
import {
  classPattern,
  type Element,
  findAround,
  findAttribute,
  findBelow,
  hasClass,
  nodesBelow,
} from './dom.ts'
import { isHidden } from './hidden.ts'

interface OrderedElement {
  readonly element: Element
  readonly order: number
}

/** Elements by id, and links by the id that they refer to. */
interface LinkTargets {
  readonly ids: ReadonlyMap<string, OrderedElement>
  readonly links: readonly OrderedElement[]
}

/** @param html Source of the page: without internal links it is not searched. */
export function findNotes(root: Element, html: string): Notes {
  const bodies = new Set<Element>()
  const references = new Map<Element, Element>()
  const markIds = new Set<string>()
  const targets = hasInnerLinks(html) ? collectLinkTargets(root) : { ids: new Map(), links: [] }
  const backIds = new Map<Element, ReadonlySet<string>>()
  for (const link of targets.links) {
    const body = findBody(link, targets, bodies, backIds)
    if (!body) continue
    bodies.add(body)
    references.set(link.element, body)
    for (const id of idsAround(link.element)) markIds.add(id)
  }
  return { bodies, references, markIds, referenced: new Map(), isReading: false }
}

/** Returns true if the source of a page can contain internal links. */
export function hasInnerLinks(html: string): boolean {
  return html.includes('"#') || html.includes("'#") || html.includes('=#')
}

function collectLinkTargets(root: Element): LinkTargets {
  const ids = new Map<string, OrderedElement>()
  const links: OrderedElement[] = []
  let order = 0
  for (const element of nodesBelow(root, (inside) => !isHidden(inside))) {
    if (element.type === 'text' || element.attributes.length === 0) continue
    order += 1
    const entry = { element, order }
    for (const id of namesOf(element)) if (!ids.has(id)) ids.set(id, entry)
    if (element.tagName === 'a' && fragmentOf(element) !== undefined && !isHidden(element)) {
      links.push(entry)
    }
  }
  return { ids, links }
}

function namesOf(element: Element): string[] {
  const id = findAttribute(element, 'id')
  const name = element.tagName === 'a' ? findAttribute(element, 'name') : undefined
  return [id, name].filter((value) => value !== undefined)
}

/** Returns the id that an internal link refers to. */
function fragmentOf(link: Element): string | undefined {
  const href = findAttribute(link, 'href')?.trim()
  if (!href?.startsWith('#') || href.length === 1) return undefined
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    // The percent-encoding is invalid: the name is used as written.
    return href.slice(1)
  }
}

/** Returns the note of a note reference. */
function findBody(
  link: OrderedElement,
  { ids }: LinkTargets,
  bodies: ReadonlySet<Element>,
  backIds: Map<Element, ReadonlySet<string>>,
): Element | undefined {
  const { element } = link
  const isDeclared = isDeclaredMark(element)
  if (!isDeclared && !isSuperscript(element)) return undefined
  if (isBacklink(element)) return undefined
  const target = ids.get(fragmentOf(element) ?? '')
  // If two elements link to each other, the first one is the reference.
  if (!target || (!isDeclared && target.order < link.order)) return undefined
  const body = bodyAround(target.element)
  if (!body || isInside(element, body)) return undefined
  // A note with several references may link back to the first one only.
  if (isDeclared || isDeclaredNote(body) || bodies.has(body)) return body
  const back = backIds.get(body) ?? collectBackIds(body)
  backIds.set(body, back)
  return idsAround(element).some((id) => back.has(id)) ? body : undefined
}

function hasToken(element: Element, attribute: string, pattern: RegExp): boolean {
  const value = findAttribute(element, attribute)
  return value !== undefined && pattern.test(value)
}

const markRole = /^doc-noteref$/i
const markType = /\bnoteref\b/i
const markClass = classPattern('footnote-?ref|footnote-reference|note-?ref')

function isDeclaredMark(link: Element): boolean {
  return (
    hasToken(link, 'role', markRole) ||
    hasToken(link, 'epub:type', markType) ||
    hasToken(link, 'rel', /^footnote$/i) ||
    findAttribute(link, 'data-footnote-ref') !== undefined ||
    hasClass(link, markClass) ||
    (link.parent?.tagName === 'sup' && hasClass(link.parent, markClass))
  )
}

function isDeclaredNote(body: Element): boolean {
  return hasToken(body, 'role', /^doc-(?:foot|end)note$/i)
}

const backClass = classPattern(
  'footnote-?back(?:-?ref)?|reversefootnote|mw-cite-backlink|backlinks?',
)

/** Returns true if an element only leads from a note back to its reference. */
export function isBacklink(element: Element): boolean {
  return (
    hasToken(element, 'role', /^doc-backlink$/i) ||
    findAttribute(element, 'data-footnote-backref') !== undefined ||
    hasClass(element, backClass)
  )
}

export function hasBacklink(link: Element, notes: Notes): boolean {
  return notes.markIds.has(fragmentOf(link) ?? '')
}

const superscript: ReadonlySet<string> = new Set(['sup'])

/** Looks two ancestors up: `<sup><span><a>`. */
function isSuperscript(link: Element): boolean {
  return (
    findAround(link, superscript, 2) !== undefined || findBelow(link, superscript) !== undefined
  )
}

const bodyNames: ReadonlySet<string> = new Set(['li', 'p', 'div', 'aside', 'section', 'blockquote'])

/** Returns the block that is the target, or begins with it: `<div id="note1"><p><a name="n1">`. */
function bodyAround(target: Element): Element | undefined {
  const block = findAround(target, bodyNames, 4)
  if (!block || block === target) return block
  const { parent } = block
  const isFirst = parent?.children.find(({ type }) => type === 'element') === block
  const isWhole =
    parent && isFirst && bodyNames.has(parent.tagName) && findAttribute(parent, 'id') !== undefined
  return isWhole ? parent : block
}

/** The most ancestors that are searched; real pages nest less deep. */
const MAX_DEPTH_OF_MARKS = 500

function isInside(element: Element, around: Element): boolean {
  let ancestor = element.parent
  for (let depth = 0; ancestor && depth < MAX_DEPTH_OF_MARKS; depth += 1) {
    if (ancestor === around) return true
    ancestor = ancestor.parent
  }
  return ancestor !== undefined
}

/** The most nodes of a note that are searched for a backlink; the longest notes have a few hundred. */
const MAX_NOTE_NODES = 2_000

function collectBackIds(body: Element): ReadonlySet<string> {
  const found = new Set<string>()
  let count = 0
  for (const node of nodesBelow(body)) {
    count += 1
    if (count > MAX_NOTE_NODES) break
    const id = node.type === 'element' && node.tagName === 'a' ? fragmentOf(node) : undefined
    if (id !== undefined) found.add(id)
  }
  return found
}

/** Returns the ids of a reference: its own, and those of elements directly around or inside. */
function idsAround(link: Element): string[] {
  const near: Element[] = [link]
  for (let around = link.parent; around && near.length < 3; around = around.parent) {
    if (bodyNames.has(around.tagName)) break
    near.push(around)
  }
  const inside = link.children.filter((child) => child.type === 'element')
  return [...near, ...inside].flatMap(namesOf)
}

/** @returns The id of the note that the link refers to. */
export function addReference(link: Element, { references, referenced }: Notes): string | undefined {
  const body = references.get(link)
  if (!body) return undefined
  const id = referenced.get(body) ?? String(referenced.size + 1)
  referenced.set(body, id)
  return id
}

const containerClass = classPattern('footnotes|footnotes-list|endnotes|references|reflist')

/** Returns true for an element that contains notes, with their heading and rule. */
export function holdsNotes(element: Element): boolean {
  return (
    hasToken(element, 'role', /^doc-endnotes$/i) ||
    hasToken(element, 'epub:type', /\b(?:foot|end|rear)notes\b/i) ||
    hasToken(element, 'style', /mso-element:\s*(?:foot|end)note-list/i) ||
    findAttribute(element, 'data-footnotes') !== undefined ||
    hasClass(element, containerClass)
  )
}

/**
 * Reads the referenced notes, including those that only other notes reference.
 *
 * @returns The notes; and the content of notes without a reference, so that nothing is lost.
 */
export function readNotes(context: Context): { readonly notes: Note[]; readonly rest: Block[] } {
  const { notes: state, readBlocks } = context.page
  state.isReading = true
  const notes: Note[] = []
  // Reading a note may add to the map; the loop visits these notes too.
  for (const [body, id] of state.referenced) {
    notes.push({ id, blocks: readBlocks(body, context).map(withoutMark) })
  }
  state.isReading = false
  const left = [...state.bodies].filter((body) => !state.referenced.has(body))
  return { notes, rest: left.flatMap((body) => readBlocks(body, context)) }
}

/** The remainder of a note's marker after its backlink was removed: `[]`, `.`, `^`. */
const leftOfMark = /^\s*(?:\[\s*\]|\(\s*\)|\^|↑)?[.:)]?\s+(?=\S)/

function withoutMark(block: Block, index: number): Block {
  if (index > 0 || block.type !== 'paragraph') return block
  const [first, ...others] = block.inlines
  if (first?.type !== 'text') return block
  return { ...block, inlines: [{ ...first, text: first.text.replace(leftOfMark, '') }, ...others] }
}
