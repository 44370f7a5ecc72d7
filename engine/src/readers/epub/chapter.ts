/** Converts a chapter's XHTML to a part of one HTML page: its body, with ids and links that are unique in the book. */
import { PART } from '../html/index.ts'
import { resolvePart } from '../ooxml/index.ts'

export interface ChapterContext {
  /** Name of the entry. */
  readonly path: string
  /** The chapter's prefix for ids: `c3`. */
  readonly name: string
  /** Prefixes of all chapters by the lower-case names of their entries. */
  readonly chapterNames: ReadonlyMap<string, string>
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i

/** Void elements of HTML; any other self-closed element would swallow the rest when parsed as HTML. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

export function bodyOf(xhtml: string, chapter: ChapterContext): string {
  const opened = xhtml.replace(
    /<([a-z][\w:.-]*)([^<>]*)\/>/gi,
    (whole, name: string, rest: string) => (VOID.test(name) ? whole : `<${name}${rest}></${name}>`),
  )
  const start = /<body\b[^>]*>/i.exec(opened)
  const end = opened.toLowerCase().lastIndexOf('</body')
  const from = start ? start.index + start[0].length : 0
  const body = opened.slice(from, end > from ? end : undefined)
  return `<div id="${chapter.name}">${withinBook(body, chapter)}</div>`
}

type Translate = (value: string, chapter: ChapterContext) => string | undefined

const translations: Readonly<Record<string, Translate>> = {
  id: (value, { name }) => `${name}-${value}`,
  name: (value, { name }) => `${name}-${value}`,
  href: targetOf,
  src: (value, { path }) => (ABSOLUTE.test(value) ? undefined : PART + resolvePart(value, path)),
}

/**
 * Makes ids and links unique: `id="n1"` becomes `id="c3-n1"`; `href="#n1"` and `href="ch4.xhtml#n1"` change likewise.
 */
function withinBook(body: string, chapter: ChapterContext): string {
  return body.replace(
    /(\s(?:xml:)?)(id|name|href|src)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
    (whole, space: string, attribute: string, equals: string, one?: string, other?: string) => {
      const value = one ?? other ?? ''
      const target = translations[attribute.toLowerCase()]?.(value, chapter)
      return target === undefined ? whole : `${space}${attribute}${equals}"${target}"`
    },
  )
}

/** @returns `undefined` if the link leads out of the book. */
function targetOf(href: string, { path, name, chapterNames }: ChapterContext): string | undefined {
  if (ABSOLUTE.test(href)) return undefined
  const [, fragment] = /#(.*)$/s.exec(href) ?? []
  const prefix = href.startsWith('#')
    ? name
    : chapterNames.get(resolvePart(href, path).toLowerCase())
  if (prefix === undefined) return undefined
  return fragment === undefined || fragment === '' ? `#${prefix}` : `#${prefix}-${fragment}`
}
