/**
 * Reads an HTML page into a document.
 *
 * Covers every element of HTML (elements.ts), MathML, footnotes, and the inline styles that change what is read. Scripts,
 * style sheets and hidden elements are left out. Nothing is fetched: no frame, no picture, no style sheet.
 */
import { Warnings } from '../../errors.ts'
import type { Reader, ReadOptions } from '../reader.ts'
import { decodeText } from '../text/index.ts'
import { findDeclaredCharset } from './charset.ts'
import { type Context, noMarks, type PageState } from './context.ts'
import { childElements, createElement, type Element, findBelow, textContent } from './dom.ts'
import { findHeadingIds, noHeadingIds, resolveHeadingLinks } from './heading-links.ts'
import { findMainContent } from './main-content.ts'
import { findNotes, hasInnerLinks, readNotes } from './notes.ts'
import { parsePage } from './page.ts'
import { findTexSource } from './tex.ts'
import { readBlocks } from './walk.ts'

export { PART } from './figures.ts'

export const readHtml: Reader = async (bytes, options) => {
  const html = await decodeText(bytes, options.charset ?? findDeclaredCharset(bytes))
  const [root] = childElements(parsePage(html, options.limits))
  const [head, ...rest] = root ? childElements(root) : []
  const title = head && findTitle(head)
  const warnings = new Warnings()
  const bodies = options.mainContent ? rest.map((body) => mainOf(body, warnings)) : rest
  const notes = findNotes({ ...createElement('html'), children: bodies }, html)
  const tex = root ? findTexSource(root, html) : 'none'
  const hasHeadingIds = options.profile === 'fidelity' && hasInnerLinks(html)
  const headingIds = hasHeadingIds ? findHeadingIds(bodies) : noHeadingIds
  const context = createContext({ notes, tex, headingIds }, options, warnings)
  const blocks = bodies.flatMap((body) => readBlocks(body, context))
  const read = readNotes(context)
  return {
    document: {
      ...(title && { title }),
      pages: [],
      ...resolveHeadingLinks(headingIds, [...blocks, ...read.rest], read.notes),
    },
    warnings: warnings.list,
  }
}

function createContext(
  found: Pick<PageState, 'notes' | 'tex' | 'headingIds'>,
  { profile, limits, withSources = false }: ReadOptions,
  warnings: Warnings,
): Context {
  return {
    marks: noMarks,
    anchor: undefined,
    whiteSpace: 'collapse',
    page: { profile, withSources, limits, warnings, ...found, depth: 0, frames: 0, readBlocks },
  }
}

function mainOf(body: Element, warnings: Warnings): Element {
  const main = findMainContent(body)
  if (!main) warnings.add('no_main_content', 'No main content was found; the whole page was read.')
  return main ?? body
}

const titleNames: ReadonlySet<string> = new Set(['title'])

function findTitle(head: Element): string | undefined {
  const title = findBelow(head, titleNames)
  return title && (textContent(title).replace(/\s+/g, ' ').trim() || undefined)
}
