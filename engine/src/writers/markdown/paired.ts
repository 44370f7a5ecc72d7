/** Finds delimiters that would pair up and brackets that would form links, which must be escaped. */

import { DELIMITER, EDGE, IN_URL, isText, LINK_TEXT } from './character-kinds.ts'
import { isLeftFlanking, neighbourAfter, neighbourBefore, type View, views } from './delimiters.ts'

/** Returns the offsets of delimiters that a parser would pair with each other or with printed ones, and of link brackets. */
export function findPaired(text: string, kinds: Uint8Array): Set<number> {
  const paired = new Set<number>()
  for (const character of ['*', '_', '~']) {
    if (text.includes(character)) addPairedDelimiters(text, kinds, character, paired)
  }
  if (hasOwn(text, kinds, '[') || hasOwn(text, kinds, ']')) addLinkBrackets(text, kinds, paired)
  return paired
}

/** Returns true if the document's text contains the character, apart from printed markup. */
function hasOwn(text: string, kinds: Uint8Array, character: string): boolean {
  return isAnywhere(text, character, (at) => isText(kinds[at]))
}

/** Returns true if one of the printed delimiters is this character. */
function hasDelimiter(text: string, kinds: Uint8Array, character: string): boolean {
  return isAnywhere(text, character, (at) => kinds[at] === DELIMITER)
}

function isAnywhere(text: string, character: string, passes: (at: number) => boolean): boolean {
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    if (passes(at)) return true
  }
  return false
}

/**
 * Adds brackets that must be escaped: those of `[…](` (GFM 6.6; other forms need a definition, which we never write),
 * those without a partner in the text of a printed link, and those around a URL, which is linked only outside of brackets.
 */
function addLinkBrackets(text: string, kinds: Uint8Array, found: Set<number>): void {
  const outside: number[] = []
  const inside: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[at]
    if (kind === EDGE) markAll(inside, found)
    if (kind === IN_URL) markAll(outside, found)
    if (!isText(kind)) continue
    const open = kind === LINK_TEXT ? inside : outside
    // The bracket of a footnote reference is always escaped.
    if (text[at] === '[' && text[at + 1] !== '^') open.push(at)
    if (text[at] !== ']') continue
    const opener = open.pop()
    const isTarget = text[at + 1] === '('
    if (kind === LINK_TEXT && (opener === undefined || isTarget)) found.add(at)
    if (opener === undefined || !isTarget) continue
    found.add(opener)
    // Escaping only this bracket would make the next outer one its partner.
    markAll(open, found)
  }
}

function markAll(open: number[], found: Set<number>): void {
  for (const at of open.splice(0)) found.add(at)
}

interface Candidate {
  readonly start: number
  readonly end: number
  readonly canOpen: boolean
  readonly canClose: boolean
}

/** Adds delimiters by CommonMark 6.2 for `*` and `_`, and GFM 6.5 for `~`, of which some parsers allow more than two. */
function addPairedDelimiters(
  text: string,
  kinds: Uint8Array,
  character: string,
  paired: Set<number>,
): void {
  if (!hasOwn(text, kinds, character)) return
  const candidates = findCandidates(text, kinds, character)
  const own = hasDelimiter(text, kinds, character)
  const firstOpener = candidates.findIndex((each) => each.canOpen)
  const pairs = firstOpener >= 0 && candidates.some((each, i) => each.canClose && i > firstOpener)
  if (!own && !pairs) return
  for (const { start, end, canOpen, canClose } of candidates) {
    if (!canOpen && !canClose) continue
    for (let at = start; at < end; at += 1) if (isText(kinds[at])) paired.add(at)
  }
}

function findCandidates(text: string, kinds: Uint8Array, character: string): Candidate[] {
  const candidates: Candidate[] = []
  for (let start = text.indexOf(character); start >= 0; ) {
    let end = start
    while (text[end] === character) end += 1
    const candidate = toCandidate(text, kinds.subarray(start, end), start, end, character)
    if (candidate) candidates.push(candidate)
    start = text.indexOf(character, end)
  }
  return candidates
}

function toCandidate(
  text: string,
  kinds: Uint8Array,
  start: number,
  end: number,
  character: string,
): Candidate | undefined {
  if (!kinds.some(isText)) return undefined
  // A run beside printed markup would merge with it. At the start of a line, a line rule may escape the first tilde of
  // a run.
  const isFence = character === '~' && (start === 0 || text[start - 1] === '\n')
  if (!kinds.every(isText) || isFence) return { start, end, canOpen: true, canClose: true }
  const flankings = viewsOn(text, start - 1, end).map((view) =>
    flankingOf(text, start, end, character, view),
  )
  return {
    start,
    end,
    canOpen: flankings.some(({ canOpen }) => canOpen),
    canClose: flankings.some(({ canClose }) => canClose),
  }
}

/** Where parsers disagree, a delimiter counts if one of them accepts it; on most of ASCII they agree. */
function viewsOn(text: string, before: number, after: number): readonly View[] {
  return isAgreed(text, before) && isAgreed(text, after) ? views.slice(0, 1) : views
}

function isAgreed(text: string, at: number): boolean {
  return text[at] !== '~' && !(text.charCodeAt(at) > 127)
}

function flankingOf(
  text: string,
  start: number,
  end: number,
  character: string,
  view: View,
): { canOpen: boolean; canClose: boolean } {
  const before = neighbourBefore(text, start, view)
  const after = neighbourAfter(text, end, view)
  const left = isLeftFlanking(before, after) || text[end] === '~'
  const right = isLeftFlanking(after, before) || text[start - 1] === '~'
  if (character !== '_') return { canOpen: left, canClose: right }
  return {
    canOpen: left && (!right || before !== 'letter'),
    canClose: right && (!left || after !== 'letter'),
  }
}
