/**
 * Escapes text with backslashes where a parser of GFM, math and footnotes would read markup, and only there
 * (docs/markdown.md, C4).
 */
import type { EscapeContext } from './escape-context.ts'
import { applyRules, readBlock } from './inline-rules.ts'
import { IN_URL, kindsOf } from './kinds.ts'
import { addLineEscapes, hasDelicateStart } from './line-rules.ts'
import { joinPieces, type Piece } from './nesting.ts'
import { type BareUrl, findBareUrls, hasUrlStart } from './urls.ts'

/** Characters that can be markup anywhere in a line. */
const special = /[\\`*_~[\]<&$!|]/
/** Text of a block without printed markup needs escaping only if it contains one of these. */
const delicate = new RegExp(
  [
    /[\\`|]/,
    /<[A-Za-z/!?]|<[^\s<]*@/,
    /&[#A-Za-z]/,
    /\[\^/,
    /\]\(/,
    /\*[^*]+\*/,
    /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/,
    /~[^~]+~/,
    /\$[^$]*\$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Escapes the text of a block without printed markup. */
export function escapeText(text: string, context: EscapeContext): string {
  const atStart = context.lineStarts && hasDelicateStart(text)
  if (!atStart && !delicate.test(text)) return text
  return escapePieces([{ type: 'text', text }], context)
}

/** Joins pieces and escapes their text. */
export function escapePieces(pieces: readonly Piece[], context: EscapeContext): string {
  const joined = joinPieces(pieces)
  const inline = pieces.some(
    (piece, index) =>
      (piece.type === 'text' && needsLook(piece.text, pieces[index - 1], pieces.length)) ||
      // A `|` ends a cell even within code.
      (context.inCell && piece.text.includes('|')),
  )
  const atStart = context.lineStarts && hasDelicateStart(joined)
  if (!inline && !atStart) return joined
  const kinds = kindsOf(pieces, joined.length)
  const escapes = inline ? findInlineEscapes(joined, kinds, context) : new Map<number, string>()
  if (atStart) addLineEscapes(joined, kinds, context, escapes)
  return replaceAt(joined, escapes)
}

function needsLook(text: string, before: Piece | undefined, pieces: number): boolean {
  if (special.test(text)) return true
  if (before?.type === 'opaque' && text.startsWith('(')) return true
  return pieces > 1 && hasUrlStart(text)
}

function findInlineEscapes(
  text: string,
  kinds: Uint8Array,
  context: EscapeContext,
): Map<number, string> {
  const escapes = applyRules(readBlock(text, kinds, context))
  return hasUrlStart(text) ? aroundUrls(text, kinds, context, escapes) : escapes
}

/** The most passes: sparing one URL may affect another through a shared bracket, but further passes change nothing. */
const MAX_ROUNDS = 4

/** Finds URLs that escaping would change, because a backslash would become part of them. */
function aroundUrls(
  text: string,
  kinds: Uint8Array,
  context: EscapeContext,
  first: Map<number, string>,
): Map<number, string> {
  const delicate = new Set(first.keys())
  let escapes = first
  for (let round = 0, known = -1; round < MAX_ROUNDS && known < delicate.size; round += 1) {
    known = delicate.size
    const urls = findBareUrls({ text, kinds, isMarkup: (at) => delicate.has(at) })
    if (urls.length === 0) return first
    const spared = kinds.slice()
    for (const { start, end, form } of urls) if (form !== 'broken') spared.fill(IN_URL, start, end)
    const hasWrapped = urls.some(({ form }) => form === 'wrapped')
    escapes = applyRules(readBlock(text, spared, context, hasWrapped))
    for (const at of escapes.keys()) delicate.add(at)
    for (const url of urls) mendUrl(text, url, escapes)
  }
  return escapes
}

function mendUrl(text: string, url: BareUrl, escapes: Map<number, string>): void {
  const { start, end, form, mendAt } = url
  if (form === 'spaced') escapes.set(mendAt, ` ${text.charAt(mendAt)}`)
  if (form === 'broken') escapes.set(mendAt, `\\${text.charAt(mendAt)}`)
  if (form !== 'wrapped') return
  escapes.set(start, `<${text.charAt(start)}`)
  escapes.set(end - 1, `${text.charAt(end - 1)}>`)
}

function replaceAt(text: string, replacements: ReadonlyMap<number, string>): string {
  if (replacements.size === 0) return text
  const parts: string[] = []
  let from = 0
  for (const [at, replacement] of [...replacements].sort(([a], [b]) => a - b)) {
    parts.push(text.slice(from, at), replacement)
    from = at + 1
  }
  parts.push(text.slice(from))
  return parts.join('')
}
