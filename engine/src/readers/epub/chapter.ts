/** A chapter's XHTML → a part of one page: its body, with names and links that hold in the whole book. */
import { resolvePart } from '../ooxml/index.ts'

export interface Place {
  /** Name of the entry. */
  readonly path: string
  /** The chapter's prefix for ids: `c3`. */
  readonly name: string
  /** Names of all chapters by their entries, in small letters. */
  readonly places: ReadonlyMap<string, string>
}

/** Elements that HTML never closes; all others that XML closes at once would swallow what follows. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

export function bodyOf(xhtml: string, place: Place): string {
  const opened = xhtml.replace(
    /<([a-z][\w:.-]*)([^<>]*)\/>/gi,
    (whole, name: string, rest: string) => (VOID.test(name) ? whole : `<${name}${rest}></${name}>`),
  )
  const start = /<body\b[^>]*>/i.exec(opened)
  const end = opened.toLowerCase().lastIndexOf('</body')
  const from = start ? start.index + start[0].length : 0
  const body = opened.slice(from, end > from ? end : undefined)
  return `<div id="${place.name}">${withinBook(body, place)}</div>`
}

/** `id="n1"` → `id="c3-n1"`, `href="#n1"` and `href="ch4.xhtml#n1"` likewise. */
function withinBook(body: string, place: Place): string {
  return body.replace(
    /(\s(?:xml:)?)(id|name|href)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
    (whole, space: string, attribute: string, equals: string, one?: string, other?: string) => {
      const value = one ?? other ?? ''
      const isName = attribute.toLowerCase() !== 'href'
      const target = isName ? `${place.name}-${value}` : targetOf(value, place)
      return target === undefined ? whole : `${space}${attribute}${equals}"${target}"`
    },
  )
}

/** @returns `undefined` for what leads out of the book. */
function targetOf(href: string, { path, name, places }: Place): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return undefined
  const [, fragment] = /#(.*)$/s.exec(href) ?? []
  const chapter = href.startsWith('#') ? name : places.get(resolvePart(href, path).toLowerCase())
  if (chapter === undefined) return undefined
  return fragment === undefined || fragment === '' ? `#${chapter}` : `#${chapter}-${fragment}`
}
