/**
 * Text between markup of ours → the same text with a backslash wherever a parser of GFM, math and footnotes
 * would otherwise see markup, and nowhere else (docs/markdown.md, C4).
 */

/** A stretch of one block's output: text of the document, or markup of ours. */
export interface Piece {
  readonly text: string
  readonly markup: boolean
}

export interface EscapeContext {
  /** Whether the block's lines stand at the start of a line of the file: paragraphs, not headings or cells. */
  readonly lineStarts: boolean
  /** Whether a `|` would end a cell. */
  readonly inCell: boolean
}

/** Characters that can matter anywhere in a line. */
const special = /[\\`*_~[\]<&$!|]/
/** First characters of a line that can matter there. */
const specialStart = /^\s*[#\-+*>=~_\d[|:$]/m

/** Joins pieces, escaping the text among them. */
export function escapePieces(pieces: readonly Piece[], context: EscapeContext): string {
  const joined = pieces.map((piece) => piece.text).join('')
  const inline = pieces.some((piece) => !piece.markup && special.test(piece.text))
  const atStart = context.lineStarts && specialStart.test(joined)
  if (!inline && !atStart) return joined
  const block = new BlockText(joined, kindsOf(pieces, joined.length), context)
  const escapes = new Map<number, string>()
  if (inline) findInlineEscapes(block, escapes)
  if (atStart) findLineStartEscapes(block, escapes)
  return insertEscapes(joined, escapes)
}

/** What a character of a block's output is. */
const MARKUP = 0
const TEXT = 1
/** Text of the document between the `[` and the `](` that we print. */
const LINK_TEXT = 2
/** Text that a parser takes for a link by itself. */
const URL = 3

function kindsOf(pieces: readonly Piece[], length: number): Uint8Array {
  const kinds = new Uint8Array(length)
  let at = 0
  let text = TEXT
  for (const piece of pieces) {
    if (!piece.markup) kinds.fill(text, at, at + piece.text.length)
    else if (piece.text === '[') text = LINK_TEXT
    else if (piece.text.startsWith('](')) text = TEXT
    at += piece.text.length
  }
  return kinds
}

/** One block's output with what the rules ask about it, found once, so that every rule costs the same anywhere. */
class BlockText {
  readonly text: string
  readonly kinds: Uint8Array
  readonly context: EscapeContext
  /** Delimiters that pair up here and so have to be escaped. */
  readonly paired: ReadonlySet<number>
  /** The `:` or `.` at which a URL has to be broken. */
  readonly broken: ReadonlySet<number>
  readonly hasOwnMath: boolean
  /** Places of the first `$` that could open a formula and of the last that could close one. */
  readonly firstMathOpener: number
  readonly lastMathCloser: number
  /** Place of the last `](` or `][` in the text, −1 if there is none. */
  readonly lastLinkEnd: number

  constructor(text: string, kinds: Uint8Array, context: EscapeContext) {
    this.text = text
    this.kinds = kinds
    this.context = context
    const broken = new Set<number>()
    markUrls(text, kinds, broken)
    this.broken = broken
    this.paired = findPairedDelimiters(text, kinds)
    this.hasOwnMath = placesOf(text, '$').some((at) => kinds[at] === MARKUP)
    const dollars = placesOf(text, '$').filter((at) => kinds[at] !== MARKUP)
    this.firstMathOpener = dollars.find((at) => opensMath(text, at)) ?? Number.POSITIVE_INFINITY
    this.lastMathCloser = dollars.findLast((at) => closesMath(text, at)) ?? -1
    this.lastLinkEnd =
      placesOf(text, ']').findLast(
        (at) => kinds[at] !== MARKUP && /[([]/.test(text.charAt(at + 1)),
      ) ?? -1
  }
}

function placesOf(text: string, character: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    places.push(at)
  }
  return places
}

/** Where a parser begins a link by itself (GFM 6.9). */
const urlStart = /https?:\/\/|www\./gi
/** One that needs no escaping: a domain of two labels, then characters of a URL, punctuation of the sentence. */
const wholeUrl =
  /^(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#][\w\-.~:/?#@!&=%+,;()*']*)?[?!.,:;'")]*$/i

/**
 * Bare URLs are links by themselves, up to a space or `<`; a backslash inside would become part of them. One with
 * characters that would need a backslash all the same, or that runs into markup, is broken at its `:` or `.`, so that it is none.
 */
function markUrls(text: string, kinds: Uint8Array, broken: Set<number>): void {
  if (!/:\/\/|www\./i.test(text)) return
  let end = 0
  for (const { 0: scheme, index } of text.matchAll(urlStart)) {
    if (index < end) continue
    const length = text.slice(index).search(/[\s<]|$/)
    const url = text.slice(index, index + length)
    const own = kinds.subarray(index, index + length)
    if (isBareUrl(text, index, url) && own.every((kind) => kind === TEXT)) {
      own.fill(URL)
      end = index + length
    } else broken.add(index + scheme.search(/[:.]/))
  }
}

function isBareUrl(text: string, at: number, url: string): boolean {
  const isFree = at === 0 || /[\s(]/.test(text.charAt(at - 1))
  return (
    isFree && text[at + url.length] !== '<' && wholeUrl.test(url) && !/&[#\w]*;|[*_~]$/.test(url)
  )
}

/** Pandoc's rule, which others follow: no space behind an opening `$`; none before a closing one and no digit behind. */
function opensMath(text: string, at: number): boolean {
  return /\S/.test(text.charAt(at + 1))
}

function closesMath(text: string, at: number): boolean {
  return /\S/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + 1))
}

interface InlineRule {
  readonly why: string
  /** Whether the character at `at` would be read as markup. */
  readonly when: (block: BlockText, at: number) => boolean
  /** What to print instead of a backslash and the character. */
  readonly instead?: string
}

const asciiPunctuation = /[!-/:-@[-`{-~]/
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y

const always = (): boolean => true
const whenPaired = (block: BlockText, at: number): boolean => block.paired.has(at)

/** By character. */
const inlineRules: Readonly<Record<string, InlineRule>> = {
  '\\': {
    why: 'escapes the punctuation after it',
    when: ({ text }, at) => asciiPunctuation.test(text.charAt(at + 1)) || text[at + 1] === '\n',
  },
  '`': { why: 'opens a code span', when: always },
  '*': { why: 'is emphasis where it flanks a word and has a partner', when: whenPaired },
  _: { why: 'is emphasis at the edge of a word that has a partner', when: whenPaired },
  '~': { why: 'is strikethrough where it has a partner', when: whenPaired },
  '[': { why: 'opens a link or the mark of a footnote', when: opensLink },
  ']': { why: 'ends the text of our own link', when: ({ kinds }, at) => kinds[at] === LINK_TEXT },
  '!': {
    why: 'makes an image of the link after it',
    when: ({ text, kinds }, at) => text[at + 1] === '[' && kinds[at + 1] === MARKUP,
  },
  '<': {
    why: 'opens a tag or an autolink',
    when: ({ text }, at) => /[A-Za-z/!?]/.test(text.charAt(at + 1)),
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

function findInlineEscapes(block: BlockText, escapes: Map<number, string>): void {
  const { text, kinds, context } = block
  for (const at of block.broken) if (kinds[at] !== MARKUP) escapes.set(at, `\\${text.charAt(at)}`)
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[at]
    const character = text.charAt(at)
    if (kind === URL) continue
    // A cell ends at a `|` whatever it stands in: code and formulas too.
    if (kind === MARKUP && !(context.inCell && character === '|')) continue
    const rule = inlineRules[character]
    if (rule?.when(block, at)) escapes.set(at, rule.instead ?? `\\${character}`)
  }
}

/** GFM 6.6: `[text](`, `[text][`; footnote marks `[^`. Shortcut references need a definition, which we never write. */
function opensLink({ text, kinds, lastLinkEnd }: BlockText, at: number): boolean {
  return text[at + 1] === '^' || kinds[at] === LINK_TEXT || at < lastLinkEnd
}

function delimitsMath(block: BlockText, at: number): boolean {
  const { text, hasOwnMath, firstMathOpener, lastMathCloser } = block
  if (hasOwnMath) return true
  return (
    (opensMath(text, at) && at < lastMathCloser) || (closesMath(text, at) && at > firstMathOpener)
  )
}

interface DelimiterRun {
  readonly start: number
  readonly end: number
  readonly canOpen: boolean
  readonly canClose: boolean
}

/** CommonMark 6.2 for `*` and `_`, GFM 6.5 for `~`. */
function findPairedDelimiters(text: string, kinds: Uint8Array): Set<number> {
  const paired = new Set<number>()
  for (const character of ['*', '_', '~']) {
    if (!text.includes(character)) continue
    const runs = delimiterRuns(text, kinds, character)
    const own = placesOf(text, character).some((at) => kinds[at] === MARKUP)
    const firstOpener = runs.findIndex((run) => run.canOpen)
    const pairs = firstOpener >= 0 && runs.some((run, index) => run.canClose && index > firstOpener)
    if (!own && !pairs) continue
    for (const run of runs) {
      if (!run.canOpen && !run.canClose) continue
      for (let at = run.start; at < run.end; at += 1) paired.add(at)
    }
  }
  return paired
}

function delimiterRuns(text: string, kinds: Uint8Array, character: string): DelimiterRun[] {
  const runs: DelimiterRun[] = []
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at)) {
    let end = at
    while (text[end] === character) end += 1
    const run = kinds.subarray(at, end)
    if (run.every((kind) => kind === TEXT || kind === LINK_TEXT)) {
      runs.push({ start: at, end, ...flankingOf(text, at, end, character) })
    } else if (run.some((kind) => kind === TEXT || kind === LINK_TEXT)) {
      // A run that touches markup of ours would be read as part of it.
      runs.push({ start: at, end, canOpen: true, canClose: true })
    }
    at = end
  }
  return runs
}

/** Where parsers disagree (beside another delimiter, beside a character of two code units) a run counts as able. */
function flankingOf(
  text: string,
  start: number,
  end: number,
  character: string,
): { canOpen: boolean; canClose: boolean } {
  const before = kindBefore(text, start)
  const after = kindAfter(text, end)
  const left = isLeftFlanking(before, after) || isUnsure(text.charAt(end))
  const right = isLeftFlanking(after, before) || isUnsure(text.charAt(start - 1))
  if (character !== '_') return { canOpen: left, canClose: right }
  return {
    canOpen: left && (!right || before !== 'letter'),
    canClose: right && (!left || after !== 'letter'),
  }
}

function isUnsure(character: string): boolean {
  return /[*_~\ud800-\udfff]/.test(character)
}

/** What stands beside a delimiter; the ends of a block count as space (CommonMark 6.2). */
export type Neighbour = 'space' | 'punctuation' | 'letter'

/** Left-flanking by its neighbours; right-flanking is the same with the two exchanged. */
export function isLeftFlanking(before: Neighbour, after: Neighbour): boolean {
  if (after === 'space') return false
  return after !== 'punctuation' || before !== 'letter'
}

export function kindBefore(text: string, at: number): Neighbour {
  const previous = text.charAt(at - 1)
  // The second half of a pair: take both.
  return kindOf(/[\udc00-\udfff]/.test(previous) ? text.slice(at - 2, at) : previous)
}

export function kindAfter(text: string, at: number): Neighbour {
  return kindOf(String.fromCodePoint(text.codePointAt(at) ?? 32))
}

function kindOf(character: string): Neighbour {
  if (character === '' || /^\s/u.test(character)) return 'space'
  return /^[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'letter'
}

interface LineStartRule {
  readonly pattern: RegExp
  readonly why: string
}

/** At the start of a line; a backslash goes in front of group 1. */
const lineStartRules: readonly LineStartRule[] = [
  { pattern: /^(#)#{0,5}(?=\s|$)/d, why: 'is a heading' },
  { pattern: /^([-+*])(?=\s|$)/d, why: 'is a bullet' },
  { pattern: /^\d{1,9}([.)])(?=\s|$)/d, why: 'is a numbered item' },
  { pattern: /^(>)/d, why: 'is a quote' },
  { pattern: /^(~)~~/d, why: 'is a fence' },
  { pattern: /^(\$)\$/d, why: 'is a fence of a formula' },
  { pattern: /^([-=])[-=]*\s*$/d, why: 'underlines a heading' },
  { pattern: /^([-*_])(?:[ \t]*\1){2,}\s*$/d, why: 'is a rule' },
  { pattern: /^(\[)[^\]]*\]:/d, why: 'is a definition' },
  { pattern: /^(\[)[ xX]\]\s/d, why: 'is a task' },
  { pattern: /^([|:-])[|:\s-]*$/d, why: 'is the second row of a table' },
]

function findLineStartEscapes(block: BlockText, escapes: Map<number, string>): void {
  const { text, kinds } = block
  let start = 0
  for (const line of text.split('\n')) {
    for (const { pattern } of lineStartRules) {
      const place = pattern.exec(line)?.indices?.[1]?.[0]
      if (place === undefined || kinds[start + place] === MARKUP) continue
      const at = start + place
      if (!escapes.has(at)) escapes.set(at, `\\${text.charAt(at)}`)
    }
    start += line.length + 1
  }
}

function insertEscapes(text: string, escapes: ReadonlyMap<number, string>): string {
  if (escapes.size === 0) return text
  let out = ''
  let from = 0
  for (const [at, replacement] of [...escapes].sort(([a], [b]) => a - b)) {
    out += text.slice(from, at) + replacement
    from = at + 1
  }
  return out + text.slice(from)
}
