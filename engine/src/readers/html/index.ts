/**
 * Bytes of an HTML page → a document.
 *
 * Covers every element of HTML (elements.ts), MathML, and the inline styles that change what is read. Scripts,
 * style sheets and hidden elements are left out. Nothing is fetched: no frame, no picture, no style sheet.
 */
import { parse } from 'parse5'
import { Warnings } from '../../errors.ts'
import type { Reader } from '../reader.ts'
import { decodeText } from '../text/index.ts'
import { findDeclaredCharset } from './charset.ts'
import type { Context } from './context.ts'
import { childElements, descendants, type Element, isElement, textContent } from './dom.ts'
import { readBlocks } from './walk.ts'

export const readHtml: Reader = async (bytes, { charset }) => {
  const warnings = new Warnings()
  // No scripting: the content of <noscript> is what such a reader sees.
  const page = parse(decodeText(bytes, charset ?? findDeclaredCharset(bytes)), {
    scriptingEnabled: false,
  })
  const root = page.childNodes.find(isElement)
  const [head, ...bodies] = root ? childElements(root) : []
  const title = head && findTitle(head)
  const context: Context = {
    marks: {},
    anchor: undefined,
    whiteSpace: 'collapse',
    depth: 0,
    warnings,
    readBlocks,
  }
  const blocks = bodies.flatMap((body) => readBlocks(body, context))
  return {
    document: { ...(title && { title }), pages: [], blocks, notes: [] },
    warnings: warnings.list,
  }
}

function findTitle(head: Element): string | undefined {
  const { value } = descendants(head, 'title').next()
  return value && (textContent(value).replace(/\s+/g, ' ').trim() || undefined)
}
