/**
 * Escapes text with backslashes where a parser of GFM, math and footnotes would read markup, and only there
 * (docs/markdown.md, C4).
 */

import { IN_URL, kindsOf } from './character-kinds.ts'
import type { EscapeContext } from './escape-context.ts'
import { applyRules, readBlock } from './inline-rules.ts'
import { addLineEscapes, mayNeedEscapeAtStart } from './line-rules.ts'
import { type Fragment, joinFragments } from './nesting.ts'
import { type BareUrl, findBareUrls, hasUrlStart } from './urls.ts'

/** Characters that can be markup anywhere in a line. */
const special = /[\\`*_~[\]<&$!|]/
/** Text of a block without printed markup needs escaping only if it contains one of these. */
const escapable = new RegExp(
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
  const atStart = context.lineStarts && mayNeedEscapeAtStart(text)
  if (!atStart && !escapable.test(text)) return text
  return escapeFragments([{ type: 'text', text }], context)
}

/** Joins fragments and escapes their text. */
export function escapeFragments(fragments: readonly Fragment[], context: EscapeContext): string {
  const joined = joinFragments(fragments)
  const inline = fragments.some(
    (fragment, index) =>
      (fragment.type === 'text' &&
        mayNeedEscape(fragment.text, fragments[index - 1], fragments.length)) ||
      // A `|` ends a cell even within code.
      (context.inCell && fragment.text.includes('|')),
  )
  const atStart = context.lineStarts && mayNeedEscapeAtStart(joined)
  if (!inline && !atStart) return joined
  const kinds = kindsOf(fragments, joined.length)
  const escapes = inline ? findInlineEscapes(joined, kinds, context) : new Map<number, string>()
  if (atStart) addLineEscapes(joined, kinds, context, escapes)
  return replaceAt(joined, escapes)
}

function mayNeedEscape(text: string, before: Fragment | undefined, fragments: number): boolean {
  if (special.test(text)) return true
  if (before?.type === 'opaque' && text.startsWith('(')) return true
  return fragments > 1 && hasUrlStart(text)
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
  const escapable = new Set(first.keys())
  let escapes = first
  for (let round = 0, before = -1; round < MAX_ROUNDS && before < escapable.size; round += 1) {
    before = escapable.size
    const urls = findBareUrls({ text, kinds, isMarkup: (at) => escapable.has(at) })
    if (urls.length === 0) return first
    const spared = kinds.slice()
    for (const { start, end, form } of urls) if (form !== 'broken') spared.fill(IN_URL, start, end)
    const hasWrapped = urls.some(({ form }) => form === 'wrapped')
    escapes = applyRules(readBlock(text, spared, context, hasWrapped))
    for (const at of escapes.keys()) escapable.add(at)
    for (const url of urls) fixUrl(text, url, escapes)
  }
  return escapes
}

function fixUrl(text: string, url: BareUrl, escapes: Map<number, string>): void {
  const { start, end, form, fixAt } = url
  if (form === 'spaced') escapes.set(fixAt, ` ${text.charAt(fixAt)}`)
  if (form === 'broken') escapes.set(fixAt, `\\${text.charAt(fixAt)}`)
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
