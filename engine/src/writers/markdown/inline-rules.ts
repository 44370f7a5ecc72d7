/** Decides which characters within a line would be read as markup (docs/markdown.md, C4). */

import { isText, OPAQUE } from './character-kinds.ts'
import type { EscapeContext } from './escape-context.ts'
import { findPaired } from './paired.ts'

/** The text of one block with facts that the rules need, computed once, so that rules stay linear. */
interface BlockText {
  readonly text: string
  readonly kinds: Uint8Array
  readonly context: EscapeContext
  /** Offsets of delimiters that pair up, and of brackets that would form a link. */
  readonly paired: ReadonlySet<number>
  readonly hasOwnMath: boolean
  /** Offsets of the first `$` that could open a formula and of the last that could close one. */
  readonly firstMathOpener: number
  readonly lastMathCloser: number
  readonly lastGreaterThan: number
}

/** @param hasWrapped True if URLs will be put in angle brackets, which adds a `>`. */
export function readBlock(
  text: string,
  kinds: Uint8Array,
  context: EscapeContext,
  hasWrapped = false,
): BlockText {
  const dollars = offsetsOf(text, '$')
  const own = dollars.filter((at) => isText(kinds[at]))
  return {
    text,
    kinds,
    context,
    paired: findPaired(text, kinds),
    hasOwnMath: own.length < dollars.length,
    firstMathOpener: own.find((at) => opensMath(text, at)) ?? Number.POSITIVE_INFINITY,
    lastMathCloser: own.findLast((at) => closesMath(text, at)) ?? -1,
    lastGreaterThan: hasWrapped ? text.length : text.lastIndexOf('>'),
  }
}

function offsetsOf(text: string, character: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    offsets.push(at)
  }
  return offsets
}

/** Pandoc's rule, which others follow: no space after an opening `$`, none before a closing one, no digit after it, except for `$$`. */
function opensMath(text: string, at: number): boolean {
  return /\S/.test(text.charAt(at + 1))
}

function closesMath(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  return before === '$' || (/\S/.test(before) && !/\d/.test(text.charAt(at + 1)))
}

interface InlineRule {
  readonly why: string
  /** Returns true if the character at `at` would be read as markup. */
  readonly when: (block: BlockText, at: number) => boolean
  /** The replacement of the character; by default, a backslash is put before it. */
  readonly instead?: string
}

const asciiPunctuation = /[!-/:-@[-`{-~]/
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y

const always = (): boolean => true
const whenPaired = ({ paired }: BlockText, at: number): boolean => paired.has(at)

/** Rules by character. */
const inlineRules: Readonly<Record<string, InlineRule>> = {
  '\\': {
    why: 'escapes the punctuation after it, or breaks the line',
    when: ({ text }, at) => asciiPunctuation.test(text.charAt(at + 1)) || text[at + 1] === '\n',
  },
  '`': { why: 'opens a code span', when: always },
  '*': { why: 'is emphasis where it flanks a word and has a partner', when: whenPaired },
  _: { why: 'is emphasis at the edge of a word that has a partner', when: whenPaired },
  '~': { why: 'is strikethrough where it has a partner', when: whenPaired },
  '[': {
    why: 'opens a link, or the mark of a footnote',
    when: (block, at) => block.text[at + 1] === '^' || block.paired.has(at),
  },
  ']': { why: 'ends the text of our own link', when: whenPaired },
  '(': { why: 'would be the target of our mark of a footnote', when: followsOwnBracket },
  '!': {
    why: 'makes an image of the link after it',
    when: ({ text, kinds }, at) => text[at + 1] === '[' && !isText(kinds[at + 1]),
  },
  '<': {
    why: 'opens a tag, a comment or an autolink, if there is a `>`; at the start of a line a block even without',
    when: ({ text, lastGreaterThan }, at) =>
      opensTag(text, at) && (at < lastGreaterThan || isLineStart(text, at)),
  },
  '&': {
    why: 'begins a character reference',
    when: ({ text }, at) => {
      entity.lastIndex = at
      return entity.test(text)
    },
    instead: '&amp;',
  },
  $: { why: 'opens or closes a formula', when: delimitsMath },
  '|': { why: 'ends the cell', when: ({ context }) => context.inCell },
}

const hasRule = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code) in inlineRules ? 1 : 0,
)

/** Looks up a small table, which is three times as fast over a page of text as the record of rules. */
function isRuled(code: number): boolean {
  return code < 128 && hasRule[code] === 1
}

/** The start of a tag, a comment, or an autolink in angle brackets (CommonMark 6.5, 6.6). */
const tagStart = /<(?:[A-Za-z/!?]|[\w.!#$%&'*+/=?^`{|}~-]+@)/y

function opensTag(text: string, at: number): boolean {
  tagStart.lastIndex = at
  return tagStart.test(text)
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}

function followsOwnBracket({ text, kinds }: BlockText, at: number): boolean {
  return text[at - 1] === ']' && kinds[at - 1] === OPAQUE
}

function delimitsMath(block: BlockText, at: number): boolean {
  const { text, hasOwnMath, firstMathOpener, lastMathCloser } = block
  if (hasOwnMath) return true
  return (
    (opensMath(text, at) && at < lastMathCloser) || (closesMath(text, at) && at > firstMathOpener)
  )
}

/** Returns the replacements of characters that must be escaped, by offset. */
export function applyRules(block: BlockText): Map<number, string> {
  const { text, kinds, context } = block
  const escapes = new Map<number, string>()
  for (let at = 0; at < text.length; at += 1) {
    if (!isRuled(text.charCodeAt(at))) continue
    const character = text.charAt(at)
    // A `|` ends a cell even within code.
    if (!isText(kinds[at]) && !(context.inCell && character === '|')) continue
    const rule = inlineRules[character]
    if (rule?.when(block, at)) escapes.set(at, rule.instead ?? `\\${character}`)
  }
  return escapes
}
