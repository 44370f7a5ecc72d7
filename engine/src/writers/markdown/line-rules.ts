/** Escapes starts of lines that would be read as another block (docs/markdown.md, C4). */

import { isText } from './character-kinds.ts'
import type { EscapeContext } from './escape-context.ts'

/** First characters of a line that a rule may match. */
const starts = /^[#\-+*>=~_\d[|:$]/m

/** Returns true if a line may need escaping at its start. */
export function mayNeedEscapeAtStart(text: string): boolean {
  return starts.test(text)
}

interface LineRule {
  /** `first`: only on a block's first line. `later`: only on a continuation line of a paragraph. */
  readonly line: 'any' | 'first' | 'later'
  readonly pattern: RegExp
  readonly why: string
  /** True to escape all equal characters of the line: if only the first were escaped, the rest could match other lines. */
  readonly all?: true
}

/** CommonMark 4.7: a label, possibly over several lines, followed by a target and optionally a quoted title. */
const definition = /^(\[)[^\]]*\]:\s*(?:<.*|\S*(?:\s["'(].*)?)(?:\n|$)/d

/** Rules for the start of a line; the backslash goes before group 1. */
const lineRules: readonly LineRule[] = [
  { line: 'any', pattern: /^(#)#{0,5}(?= |$)/d, why: 'is a heading' },
  { line: 'any', pattern: /^(>)/d, why: 'is a quote' },
  { line: 'any', pattern: /^([-+*])(?= )/d, why: 'is a bullet' },
  { line: 'first', pattern: /^([-+*])$/d, why: 'is an item without text' },
  { line: 'first', pattern: /^\d{1,9}([.)])(?= |$)/d, why: 'is a numbered item' },
  { line: 'later', pattern: /^0{0,8}1([.)])(?= )/d, why: 'is a numbered item, 1 only' },
  { line: 'any', pattern: /^(~)~~/d, why: 'is a fence' },
  { line: 'any', pattern: /^(\$)\$/d, why: 'is a fence of a formula' },
  { line: 'later', pattern: /^(=)=*$/d, why: 'underlines a heading' },
  { line: 'later', pattern: /^(-)-*$/d, why: 'underlines a heading' },
  { line: 'any', pattern: /^(-)(?: ?-){2,}$/d, why: 'is a rule' },
  { line: 'any', pattern: /^([*_])(?: ?\1){2,}$/d, why: 'is a rule', all: true },
  { line: 'first', pattern: definition, why: 'is a definition' },
  { line: 'any', pattern: /^\[\^\d+\](:)/d, why: 'makes a definition of the mark of a footnote' },
  { line: 'later', pattern: /^(?=[|: -]*-)([|:-])[|: -]*$/d, why: 'is the second row of a table' },
]

/** Rules for the text after an item's marker. */
const itemRules: readonly LineRule[] = [
  ...lineRules,
  { line: 'first', pattern: /^(\[)[ xX]\](?= |$)/d, why: 'is a task' },
  { line: 'first', pattern: /^(-)[- ]*$/d, why: 'is a rule together with the bullet' },
]

export function addLineEscapes(
  text: string,
  kinds: Uint8Array,
  { itemStart }: EscapeContext,
  escapes: Map<number, string>,
): void {
  const rules = itemStart ? itemRules : lineRules
  const lines = text.split('\n')
  let start = 0
  for (const line of lines) {
    for (const { line: where, pattern, all } of rules) {
      if (where === (start === 0 ? 'later' : 'first')) continue
      const offset = pattern.exec(pattern === definition ? text : line)?.indices?.[1]?.[0]
      if (offset === undefined) continue
      const end = all && lines.length > 1 ? line.length : offset + 1
      for (let at = start + offset; at < start + end; at += 1) escapeAt(text, at, kinds, escapes)
    }
    start += line.length + 1
  }
}

function escapeAt(text: string, at: number, kinds: Uint8Array, escapes: Map<number, string>): void {
  if (!isText(kinds[at]) || text[at] === ' ') return
  if (!escapes.has(at)) escapes.set(at, `\\${text.charAt(at)}`)
}
