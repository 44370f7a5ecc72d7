/**
 * Finds the main content of a page and removes what surrounds and interrupts it: menus, asides, related links.
 *
 * Trusts declarations first (`main`, a single `article`: WHATWG HTML 4.3, 4.4.14), else takes the smallest container with
 * most of the prose. Readability, the usual library, needs a second DOM from another parser, and drops tables, notes and
 * languages of code, which a converter must keep.
 */
import { classPattern, type Element, findAttribute, hasClass, nodesBelow } from './dom.ts'
import { isHidden } from './hidden.ts'
import { appendChild, createElement } from './tree.ts'

/** Amounts of text in an element, in characters. */
interface Amounts {
  all: number
  inLinks: number
  /** Text of paragraphs and similar blocks, outside of links. */
  prose: number
}

/** The most elements that are measured, 200 bytes each; long articles have a few thousand. */
const MAX_ELEMENTS = 200_000

type Measures = ReadonlyMap<Element, Amounts>

/** The length of two sentences; a page with less prose has no article and is read whole. */
const MIN_PROSE = 140
/** Least share of the page's prose in a declared part; pages mark advertisements as `article` too. */
const MIN_DECLARED_SHARE = 0.4
/** Least share of the prose in the enclosing container; a lower one would cut articles down to a section. */
const MIN_CONTAINER_SHARE = 0.75

/** @returns A new body to which the main content is moved; `undefined` if no element qualifies. */
export function findMainContent(body: Element): Element | undefined {
  const skipped = findSurroundings(body)
  const measures = measure(body, skipped)
  if (measures.size > MAX_ELEMENTS) return undefined
  const total = measures.get(body)?.prose ?? 0
  if (total < MIN_PROSE) return undefined
  const main = findDeclared(body, measures, total * MIN_DECLARED_SHARE) ?? descend(body, measures)
  const heading = findOutsideHeading(main, body, skipped)
  cutSurroundings(main, skipped, measures)
  const content = createElement('body')
  if (heading) appendChild(content, heading)
  appendChild(content, main)
  return content
}

const surroundingNames: ReadonlySet<string> = new Set([
  'nav',
  'aside',
  'footer',
  'form',
  'dialog',
  'menu',
])
const surroundingRole =
  /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar|dialog|alert|alertdialog)$/i
const surroundingClass =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|side-?bar|footer|share|sharing|social|related|recommended|comments?|respond|disqus|cookies?|consent|newsletter|subscribe|promo|advert|ads?|banner|pagination|pager|toc-?nav|skip-?link)(?:$|[\s_-])/i
/** Elements that contain the article, regardless of their class names. */
const articleNames: ReadonlySet<string> = new Set(['body', 'main', 'article', 'html'])
/** Roles of notes: such an `aside` belongs to the text. */
const noteRole = /^doc-(?:footnote|endnotes?|example|tip)$|^note$/i

/** Drops rows without cells, unless the table has row spans, which may reach into them. */
function findSurroundings(body: Element): ReadonlySet<Element> {
  const found = new Set<Element>()
  for (const node of nodesBelow(body, (element) => !found.has(element))) {
    if (node.type === 'element' && (isHidden(node) || isSurrounding(node))) found.add(node)
  }
  return found
}

function isSurrounding(element: Element): boolean {
  const { tagName, attributes } = element
  if (attributes.length === 0) return surroundingNames.has(tagName)
  const role = findAttribute(element, 'role') ?? findAttribute(element, 'epub:type') ?? ''
  if (articleNames.has(tagName) || noteRole.test(role)) return false
  if (surroundingNames.has(tagName) || surroundingRole.test(role)) return true
  return (
    containers.has(tagName) &&
    (surroundingClass.test(findAttribute(element, 'class') ?? '') ||
      surroundingClass.test(findAttribute(element, 'id') ?? ''))
  )
}

const containers: ReadonlySet<string> = new Set(
  'body main article section div td th tr tbody table center ul ol header'.split(' '),
)
const proseNames: ReadonlySet<string> = new Set('p pre blockquote li dd td h1 h2 h3'.split(' '))
const textless: ReadonlySet<string> = new Set('script style template noscript svg'.split(' '))

/** Sums text amounts from the leaves up: the list has parents before children, so it is walked backwards. */
function measure(body: Element, skipped: ReadonlySet<Element>): Measures {
  const measures = new Map<Element, Amounts>([[body, { all: 0, inLinks: 0, prose: 0 }]])
  for (const node of nodesBelow(body, (element) => measures.has(element))) {
    if (measures.size > MAX_ELEMENTS) break
    if (node.type === 'element') {
      const isLeft = skipped.has(node) || textless.has(node.tagName)
      if (!isLeft) measures.set(node, { all: 0, inLinks: 0, prose: 0 })
      continue
    }
    const amounts = node.parent && measures.get(node.parent)
    if (amounts) amounts.all += node.value.trim().length
  }
  for (const [element, amounts] of [...measures].reverse()) addUp(element, amounts, measures)
  return measures
}

function addUp(element: Element, amounts: Amounts, measures: Measures): void {
  if (element.tagName === 'a') amounts.inLinks = amounts.all
  if (proseNames.has(element.tagName)) amounts.prose = amounts.all - amounts.inLinks
  const around = element.parent && measures.get(element.parent)
  if (!around) return
  around.all += amounts.all
  around.inLinks += amounts.inLinks
  around.prose += amounts.prose
}

/** Returns `main`, or the only `article`, if it holds enough of the prose. */
function findDeclared(body: Element, measures: Measures, minProse: number): Element | undefined {
  const holding = [...measures.keys()].filter(
    (element) => element !== body && (measures.get(element)?.prose ?? 0) >= minProse,
  )
  const mains = holding.filter(
    (element) => element.tagName === 'main' || findAttribute(element, 'role') === 'main',
  )
  const articles = holding.filter(({ tagName }) => tagName === 'article')
  const main = mains.at(-1)
  // Several articles are a list of search results or news, so none of them is the content.
  const inMain = articles.length === 1 ? articles[0] : undefined
  return inMain ?? main ?? holding.find((element) => hasClass(element, bodyClass))
}

const bodyClass = classPattern(
  'articlebody|article-?body|article-?content|post-?content|entry-?content|markdown-body|mw-parser-output',
)

/** Descends from the body as long as a single container holds most of the prose. */
function descend(body: Element, measures: Measures): Element {
  let at = body
  for (;;) {
    const prose = (measures.get(at)?.prose ?? 0) * MIN_CONTAINER_SHARE
    const next = at.children.find(
      (child) =>
        child.type === 'element' &&
        containers.has(child.tagName) &&
        !proseNames.has(child.tagName) &&
        (measures.get(child)?.prose ?? 0) >= prose,
    )
    if (next?.type !== 'element') return at
    at = next
  }
}

/** Largest share of links in the text of a block; a block with more is a list of links. */
const MAX_LINK_SHARE = 0.7
/** A shorter list of links may be part of the text; menus are longer. */
const MIN_MENU_CHARACTERS = 60

/** Removes menus and asides from the tree. */
function cutSurroundings(main: Element, skipped: ReadonlySet<Element>, measures: Measures): void {
  const todo: Element[] = [main]
  for (let element = todo.pop(); element; element = todo.pop()) {
    element.children = element.children.filter(
      (child) => child.type === 'text' || !(skipped.has(child) || isMenu(child, measures)),
    )
    for (const child of element.children) if (child.type === 'element') todo.push(child)
  }
}

function isMenu(element: Element, measures: Measures): boolean {
  if (element.tagName !== 'ul' && element.tagName !== 'ol' && element.tagName !== 'div')
    return false
  const { all, inLinks } = measures.get(element) ?? { all: 0, inLinks: 0 }
  return all >= MIN_MENU_CHARACTERS && inLinks > all * MAX_LINK_SHARE
}

/** Finds the page's only first-level heading outside of the content: it is the article's, often in a `header`. */
function findOutsideHeading(
  main: Element,
  body: Element,
  skipped: ReadonlySet<Element>,
): Element | undefined {
  const [only, ...others] = headingsIn(body, skipped)
  return others.length === 0 && headingsIn(main, skipped).length === 0 ? only : undefined
}

function headingsIn(root: Element, skipped: ReadonlySet<Element>): Element[] {
  const found: Element[] = []
  for (const node of nodesBelow(root, (element) => !skipped.has(element))) {
    if (node.type === 'element' && node.tagName === 'h1') found.push(node)
  }
  return found
}
