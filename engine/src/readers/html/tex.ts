/**
 * Splits the text of a page at TeX formulas, if the page has its formulas set from text.
 *
 * MathJax and KaTeX's auto-render search for delimiters when the page is shown; without either of them the delimiters are
 * plain characters.
 */
import { findPlainTex } from '../math/index.ts'
import { type Element, findAttribute, nodesBelow, textContent } from './dom.ts'

/** The delimiters in use: `delimiters` excludes the single dollar, which a page must enable (MathJax 2 to 4, KaTeX). */
export type TexSource = 'none' | 'delimiters' | 'dollars'

type TexSegment =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'formula' | 'formulaBlock'; readonly latex: string }

/** @param html Source of the page: without the name of either program it is not searched. */
export function findTexSource(root: Element, html: string): TexSource {
  if (!/mathjax|auto-render/i.test(html)) return 'none'
  let source: TexSource = 'none'
  for (const node of nodesBelow(root, ({ tagName }) => tagName !== 'script')) {
    if (node.type === 'text' || node.tagName !== 'script') continue
    const isSetter = /mathjax|auto-render/i.test(findAttribute(node, 'src') ?? '')
    const code = textContent(node)
    if (/MathJax|renderMathInElement/.test(code) && asksForDollars(code)) return 'dollars'
    if (isSetter || /renderMathInElement/.test(code)) source = 'delimiters'
  }
  return source
}

/** Detects `inlineMath: [['$', '$']]`, `{left: '$', right: '$', …}`. */
function asksForDollars(code: string): boolean {
  return /(?:\[|left['"]?:)\s*(['"])\$\1/.test(code)
}

interface Delimiter {
  readonly open: string
  readonly close: string
  readonly type: 'formula' | 'formulaBlock'
}

const delimiters: readonly Delimiter[] = [
  { open: '$$', close: '$$', type: 'formulaBlock' },
  { open: '\\[', close: '\\]', type: 'formulaBlock' },
  { open: '\\(', close: '\\)', type: 'formula' },
]
const dollar: Delimiter = { open: '$', close: '$', type: 'formula' }

/** Environments that form formulas without delimiters, and their equivalents within delimiters. */
const environments: Readonly<Record<string, string>> = {
  equation: '',
  'equation*': '',
  align: 'aligned',
  'align*': 'aligned',
  gather: 'gathered',
  'gather*': 'gathered',
}
const beginning = /^\\begin\{(equation|align|gather)(\*?)\}/

/** @returns The text alone if it holds no formula. */
export function splitTex(text: string, source: TexSource): readonly TexSegment[] {
  const segments: TexSegment[] = []
  /** Next offset of each delimiter; cached, because searching again at each formula takes quadratic time. */
  const next: Next = new Map()
  let from = 0
  let at = findOpening(text, 0, source)
  while (at < text.length) {
    const found = readFormula(text, at, source, next)
    if (found) {
      if (at > from)
        segments.push({ type: 'text', text: unescapeDollars(text.slice(from, at), source) })
      segments.push(found.segment)
      from = found.end
    }
    at = findOpening(text, found ? from : at + 1, source)
  }
  if (from < text.length)
    segments.push({ type: 'text', text: unescapeDollars(text.slice(from), source) })
  return segments
}

/** Replaces `\$` by `$` where dollars are delimiters. */
function unescapeDollars(text: string, source: TexSource): string {
  return source === 'dollars' ? text.replaceAll('\\$', '$') : text
}

function findOpening(text: string, from: number, source: TexSource): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') {
      if (/^\\(?:[[(]|begin\{)/.test(text.slice(at, at + 7))) return at
      // Skips an escaped dollar or any other command.
      at += 1
    } else if (character === '$' && (source === 'dollars' || text[at + 1] === '$')) return at
  }
  return text.length
}

type Next = Map<string, number>

/** @returns The offset of the delimiter, or the length of the text if it does not occur. */
function findNext(text: string, delimiter: string, from: number, next: Next): number {
  const cached = next.get(delimiter) ?? -1
  if (cached >= from) return cached
  const index = text.indexOf(delimiter, from)
  const found = index < 0 ? text.length : index
  next.set(delimiter, found)
  return found
}

interface Found {
  readonly segment: TexSegment
  readonly end: number
}

function readFormula(text: string, at: number, source: TexSource, next: Next): Found | undefined {
  const [begin, name = '', star = ''] = beginning.exec(text.slice(at, at + 20)) ?? []
  if (begin !== undefined) {
    const close = `\\end{${name}${star}}`
    const inner = environments[`${name}${star}`] ?? ''
    const wrap = (tex: string): string =>
      inner === '' ? tex : `\\begin{${inner}}${tex}\\end{${inner}}`
    return readBetween(
      text,
      at + begin.length,
      { open: begin, close, type: 'formulaBlock' },
      next,
      wrap,
    )
  }
  const candidates = source === 'dollars' ? [...delimiters, dollar] : delimiters
  const delimiter = candidates.find(({ open }) => text.startsWith(open, at))
  return delimiter && readBetween(text, at + delimiter.open.length, delimiter, next)
}

function readBetween(
  text: string,
  start: number,
  { open, close, type }: Delimiter,
  next: Next,
  wrap = (tex: string): string => tex,
): Found | undefined {
  const again = open === close ? text.length : findNext(text, open, start, next)
  const end = findNext(text, close, start, next)
  if (end === text.length) return undefined
  // Formulas of one kind do not nest: a second opener before the end means that the first one does not open a formula.
  if (again < end) return undefined
  const tex = text.slice(start, end).replace(/\\label\{[^{}]*\}|\\(?:nonumber|notag)\b/g, '')
  const latex = findPlainTex(wrap(tex))
  return latex === undefined ? undefined : { segment: { type, latex }, end: end + close.length }
}
