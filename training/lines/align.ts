/**
 * Aligns lines in reading order with the blocks of the truth by their words: finds the lines that begin and continue
 * each block.
 */
import type { TruthBlock } from './truth.ts'

/** A word of the truth. */
interface Token {
  readonly word: string
  readonly block: number
  /** Index among the words of its block. */
  readonly place: number
}

export interface Alignment {
  readonly block: number
  /** True if the line's first word is the block's first. */
  readonly isStart: boolean
  /** Index of its first word, and one after its last, among all words of the truth. */
  readonly start: number
  readonly end: number
}

/** A line with this many words, of which this share matches in order, is certain without its neighbours. */
const SURE_WORDS = 5
const SURE_SHARE = 0.8
/** Least share of matching words in a short line between certain ones. */
const SHARE = 0.6
/** Largest distance, in words, of a short line from the position that its neighbours predict. */
const SLACK = 80

export function align(
  lines: readonly string[],
  blocks: readonly TruthBlock[],
): (Alignment | undefined)[] {
  const tokens = blocks.flatMap(({ text = '' }, block) =>
    wordsOf(text).map((word, place): Token => ({ word, block, place })),
  )
  const places = new Map<string, number[]>()
  for (const [index, { word }] of tokens.entries()) {
    const known = places.get(word)
    if (known) known.push(index)
    else places.set(word, [index])
  }
  const own = lines.map(wordsOf)
  const found: (Match | undefined)[] = own.map(() => undefined)
  let expected = 0
  for (const [index, words] of own.entries()) {
    if (words.length < SURE_WORDS) continue
    const match = bestMatch(words, tokens, places, { from: 0, to: tokens.length, expected })
    if (!match || match.share < SURE_SHARE) continue
    found[index] = match
    expected = match.end
  }
  fillBetween(own, tokens, places, found)
  return found.map((match, index) => match && toAlignment(match, own[index] ?? [], tokens, blocks))
}

interface Match {
  /** Index of the first and one after the last word in the truth, and the number of unmatched words before the first. */
  readonly start: number
  readonly end: number
  readonly skipped: number
  readonly share: number
}

interface Range {
  readonly from: number
  readonly to: number
  readonly expected: number
}

/** Words at the start of a line that may be missing in the truth: its number, its bullet. */
const MAX_SKIPPED = 3
/** The most positions of a word that are tried; `the` has thousands. */
const MAX_PLACES = 3000

function bestMatch(
  words: readonly string[],
  tokens: readonly Token[],
  places: ReadonlyMap<string, readonly number[]>,
  { from, to, expected }: Range,
): Match | undefined {
  let best: Match | undefined
  let bestScore = 0
  for (let skipped = 0; skipped <= MAX_SKIPPED && skipped < words.length; skipped++) {
    for (const start of (places.get(words[skipped] ?? '') ?? []).slice(0, MAX_PLACES)) {
      if (start < from || start >= to) continue
      const match = matchAt(words, tokens, start, skipped)
      const distance = Math.abs(start - expected)
      const score =
        match.share - 0.02 * skipped - 0.1 * Math.min(1, distance / 500) + (distance <= 1 ? 0.1 : 0)
      if (score > bestScore) {
        best = match
        bestScore = score
      }
    }
    if (best && best.share > 0.95) break
  }
  return best
}

const isMark = /^(?:\d{1,3}|[a-z]|[ivxl]{1,5}|chapter|section|appendix|part|article|figure|table)$/

function matchAt(
  words: readonly string[],
  tokens: readonly Token[],
  start: number,
  skipped: number,
): Match {
  let at = start
  let right = 0
  for (let index = skipped; index < words.length; index++) {
    const word = words[index] ?? ''
    if (tokens[at]?.word === word) {
      at++
      right++
    } else if (index === words.length - 1 && tokens[at]?.word.startsWith(word)) {
      right += 0.9
    } else if (tokens[at + 1]?.word === word) {
      at += 2
      right++
    } else if (tokens[at + 2]?.word === word) {
      at += 3
      right++
    }
  }
  // A number or mark before the text that the source lacks does not count as a missing word.
  const marks = words.slice(0, skipped).filter((word) => isMark.test(word)).length
  return { start, end: at, skipped, share: right / (words.length - marks) }
}

/** Aligns short lines between the certain ones before and after them. */
function fillBetween(
  own: readonly (readonly string[])[],
  tokens: readonly Token[],
  places: ReadonlyMap<string, readonly number[]>,
  found: (Match | undefined)[],
): void {
  const nextSure: number[] = []
  let next = tokens.length
  for (let index = own.length - 1; index >= 0; index--) {
    nextSure[index] = next
    next = found[index]?.start ?? next
  }
  let end = 0
  for (const [index, words] of own.entries()) {
    if (found[index]) {
      end = found[index].end
      continue
    }
    if (words.length === 0) continue
    const after = nextSure[index] ?? tokens.length
    const isOrdered = after >= end && after - end < 2000
    const range = isOrdered
      ? { from: Math.max(0, end - 2), to: after + 2, expected: end }
      : { from: Math.max(0, end - 2), to: end + SLACK, expected: end }
    const match = bestMatch(words, tokens, places, range)
    if (!match || match.share < SHARE || !isLikely(match, words, tokens, end)) continue
    found[index] = match
    end = match.end
  }
}

/** One or two words match by chance within a text: they must continue the line before, or begin a block. */
function isLikely(
  { start, end, share }: Match,
  words: readonly string[],
  tokens: readonly Token[],
  expected: number,
): boolean {
  if (words.length >= SURE_WORDS) return true
  if (share < 0.75) return false
  if (Math.abs(start - expected) <= 2) return true
  const isWhole = tokens[start]?.place === 0 && tokens[end]?.block !== tokens[start]?.block
  return isWhole || (words.length >= 3 && (tokens[start]?.place ?? 9) === 0)
}

function toAlignment(
  { start, end, skipped, share }: Match,
  words: readonly string[],
  tokens: readonly Token[],
  blocks: readonly TruthBlock[],
): Alignment | undefined {
  const first = tokens[start]
  if (!first || share < SHARE) return undefined
  const length = wordsOf(blocks[first.block]?.text ?? '').length
  // A line that holds a short heading and the text after it matches neither block.
  const inBlock = Math.min(end, start + length - first.place) - start
  if (inBlock < SHARE * (words.length - skipped)) return undefined
  return { block: first.block, isStart: first.place <= 1, start, end }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
