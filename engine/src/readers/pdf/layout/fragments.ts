/** Groups the words of one frame into fragments of lines: words on one baseline without a wide gap. */
import { boxAround } from '../boxes.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { Frame } from './frames.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'
import { bottomOf, type TextBox, topOf } from './text-box.ts'
import { extentOfFormulas, type VerticalExtent } from './vertical-extent.ts'
import { follows, isClear, isOnLineOf, isTwice, overlap } from './word-pairs.ts'
import type { Word } from './words.ts'

/** The part of a line between wide gaps; columns and table cells end at such gaps. */
export interface LineFragment extends TextBox {
  /** In visual order, from left to right; see bidi.ts. */
  readonly text: string
  readonly frame: Frame
  /** Text object of most of the fragment's text. */
  readonly object: number
  /**
   * Width of the first and last word, from which it is decided if the first word would have fitted on the line before.
   */
  readonly leftWordWidth: number
  readonly rightWordWidth: number
  /** Total width of its words in points, and their number of UTF-16 units. */
  readonly wordsWidth: number
  readonly wordsLength: number
  /** Number shared by fragments that follow each other in the file and on a line: the cells of a row. */
  readonly fileRow?: number | undefined
  /** File rows that are printed over its own. */
  readonly overprints?: ReadonlySet<number> | undefined
  /** Ink of its formulas that are higher than the line. */
  readonly ink?: VerticalExtent | undefined
}

interface FragmentOptions {
  readonly wordsOf?: Map<LineFragment, readonly Word[]> | undefined
  readonly isScan?: boolean
}

/** A row of words while it is built. */
interface Chain {
  readonly words: Word[]
  readonly fileRow: number
  x0: number
  x1: number
  /** Top and bottom of its words. */
  y0: number
  y1: number
}

/**
 * Groups words into fragments of lines.
 *
 * @param words Words of one frame in file order, which usually is the order of lines.
 * @param options.wordsOf Receives the words of each fragment, from left to right.
 * @param options.isScan True for recognised text: its order goes across columns and says nothing about rows.
 * @returns Fragments from top to bottom; every word is in exactly one, except overprinted ones.
 */
export function groupIntoFragments(
  words: readonly Word[],
  { wordsOf, isScan = false }: FragmentOptions = {},
): LineFragment[] {
  const { joined, overprints } = joinChains(chainInFileOrder(words))
  return joined
    .map((chain) => {
      const printed = isScan ? { words: chain.words } : chain
      const fragment = fragmentOf(printed, overprints.get(chain.fileRow))
      wordsOf?.set(fragment, chain.words)
      return fragment
    })
    .sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)
}

function chainInFileOrder(words: readonly Word[]): Chain[] {
  const chains: Chain[] = []
  let last: Chain | undefined
  for (const word of words) {
    const before = last?.words.at(-1)
    const isBack = before !== undefined && word.x0 < before.x1
    const isStacked = isBack && isOtherScript(last?.words ?? [], word)
    if (last && before && (isStacked || follows(before, word, settings.fragmentGap))) {
      // The wider one of two scripts is nearer to the next word.
      const at = isStacked && word.x1 < before.x1 ? last.words.length - 1 : last.words.length
      last.words.splice(at, 0, word)
      last.x1 = Math.max(last.x1, word.x1)
      last.y0 = Math.min(last.y0, topOf(word))
      last.y1 = Math.max(last.y1, bottomOf(word))
    } else {
      const fileRow: number = last && continuesRow(last, word) ? last.fileRow : chains.length
      const { x0, x1 } = word
      last = { words: [word], fileRow, x0, x1, y0: topOf(word), y1: bottomOf(word) }
      chains.push(last)
    }
  }
  return chains
}

/** Matches what is before a fraction and has no scripts. */
const noBase = /[−–+=×·±∓<>≤≥≡≈∝([{√/,-]$/u

/** Returns true for a subscript below the superscript of one letter, or the other way round: both begin at the end of the letter. */
function isOtherScript(words: readonly Word[], word: Word): boolean {
  const [base, script] = words.slice(-2)
  if (!base || !script || noBase.test(base.text)) return false
  const [a, b] = [script, word].map(({ baseline }) => base.baseline - baseline) as [number, number]
  const isSmall = [script, word].every(({ size }) => size <= settings.scriptSize * base.size)
  const isAtBase = [script, word].every(
    ({ x0 }) => Math.abs(x0 - base.x1) <= settings.scriptGap * base.size,
  )
  return isSmall && isAtBase && a * b < 0 && Math.abs(a - b) <= base.size
}

function continuesRow({ words: [first], x1 }: Chain, word: Word): boolean {
  return first !== undefined && word.x0 > x1 && isOnLineOf(first, word)
}

type Pair = readonly [number, number]

/** Joins chains that touch: text drawn in several operations, right-to-left scripts word by word. */
function joinChains(chains: readonly Chain[]): {
  readonly joined: Chain[]
  readonly overprints: Overprints
} {
  const sorted = [...chains].sort(byPlace)
  const { touching, overlapping } = pairsOf(sorted)
  const overprints = overprintsOf(overlapping)
  const connected = createDisjointSets(sorted.length)
  for (const [index, other] of touching) {
    const [a, b] = [sorted[index] as Chain, sorted[other] as Chain]
    if (!overprints.get(a.fileRow)?.has(b.fileRow)) connected.join(index, other)
  }
  const joined = connected
    .sets()
    .map((indices) => mergeChains(indices.map((index) => sorted[index] as Chain)))
  return { joined, overprints }
}

const byPlace = (a: Chain, b: Chain) => baselineOf(a) - baselineOf(b) || a.x0 - b.x0

interface Pairs {
  /** Indices of chains. */
  readonly touching: Pair[]
  /** File rows. */
  readonly overlapping: Pair[]
}

/** Finds the chains that touch or overlap on about the same line. */
function pairsOf(sorted: readonly Chain[]): Pairs {
  const pairs: Pairs = { touching: [], overlapping: [] }
  const largest = largestSize(sorted)
  const reach = settings.strangerGap * largest
  const baselines = new Float64Array(sorted.map(baselineOf))
  const starts = new Float64Array(sorted.map(({ x0 }) => x0))
  const ends = new Float64Array(sorted.map(({ x1 }) => x1))
  for (let index = 0; index < sorted.length; index++) {
    const limit = (baselines[index] as number) + largest
    const start = (starts[index] as number) - reach
    const end = (ends[index] as number) + reach
    const seen = Math.min(sorted.length, index + limits.rowFragments)
    for (let other = index + 1; other < seen; other++) {
      if ((baselines[other] as number) > limit) break
      // Most chains are far away on the line: testing each pair takes seconds on a page of 80,000 single letters.
      if ((starts[other] as number) > end || (ends[other] as number) < start) continue
      const [a, b] = [sorted[index] as Chain, sorted[other] as Chain]
      if (touch(a, b)) pairs.touching.push([index, other])
      if (pairs.overlapping.length < limits.overlaps && isOver(a, b))
        pairs.overlapping.push([a.fileRow, b.fileRow])
    }
  }
  return pairs
}

/** The file rows that are printed over each file row, such as those of a table that runs into the next column. */
type Overprints = Map<number, Set<number>>

/** Rows that overlap in one place only are one text: an inserted word may be wider than its gap. */
function overprintsOf(overlapping: readonly Pair[]): Overprints {
  const overprints: Overprints = new Map()
  const once = new Set<string>()
  for (const [a, b] of overlapping) {
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`
    if (once.has(key)) {
      overprints.set(a, (overprints.get(a) ?? new Set()).add(b))
      overprints.set(b, (overprints.get(b) ?? new Set()).add(a))
    } else once.add(key)
  }
  return overprints
}

/** Returns true if words of chains of different rows are printed over each other. */
function isOver(a: Chain, b: Chain): boolean {
  if (a.fileRow === b.fileRow || a.x1 <= b.x0 || b.x1 <= a.x0) return false
  if (a.y1 <= b.y0 || b.y1 <= a.y0) return false
  if (a.words.length * b.words.length > limits.comparisons) return false
  return a.words.some((word) =>
    b.words.some(
      (other) => overlap(word, other) && !isTwice(word, other) && isOnLineOf(word, other),
    ),
  )
}

function largestSize(chains: readonly Chain[]): number {
  let largest = 0
  for (const { words } of chains) for (const { size } of words) largest = Math.max(largest, size)
  return largest
}

function baselineOf({ words: [first] }: Chain): number {
  return first?.baseline ?? 0
}

function touch(a: Chain, b: Chain): boolean {
  const left = a.x0 <= b.x0 ? a : b
  const right = left === a ? b : a
  const end = left.words.at(-1)
  const [start] = right.words
  if (!end || !start) return false
  return follows(end, start, settings.strangerGap) || isInside(left, right)
}

/**
 * Returns true if `right` lies within the width of `left` on the same line: overprinted, or inserted into its gaps. It may reach further
 * if it fills a gap: programs print the letters of another font of a line before or after the others.
 */
function isInside(left: Chain, right: Chain): boolean {
  const [a] = left.words
  const [b] = right.words
  if (!a || !b || right.x0 >= left.x1) return false
  if (left.words.length * right.words.length > limits.comparisons) return false
  if (right.x1 > left.x1 + a.size && !fillsGap(b, left.words)) return false
  if (!isOnLineOf(a, b) || Math.abs(a.baseline - b.baseline) > a.size * 0.5) return false
  return right.words.every((word) =>
    left.words.every((other) => isTwice(word, other) || isClear(word, other)),
  )
}

/** Returns true if a word touches the two words before and after a gap. */
function fillsGap(word: Word, words: readonly Word[]): boolean {
  return words.some((before, at) => {
    const next = words[at + 1]
    const { wordGap } = settings
    return next !== undefined && follows(before, word, wordGap) && follows(word, next, wordGap)
  })
}

function mergeChains(chains: readonly Chain[]): Chain {
  const [only] = chains
  if (chains.length === 1 && only) return only
  const words = chains.flatMap((chain) => chain.words).sort((a, b) => a.x0 - b.x0)
  const kept: Word[] = []
  for (const word of words) {
    if (!wasPrinted(kept, word)) kept.push(word)
  }
  return { ...boxAround(chains), words: kept, fileRow: chains[0]?.fileRow ?? 0 }
}

/** Returns true if one of the last words is the same at the same position. */
function wasPrinted(kept: readonly Word[], word: Word): boolean {
  for (let back = 1; back <= settings.few; back++) {
    const other = kept.at(-back)
    if (!other) return false
    if (isTwice(word, other)) return true
  }
  return false
}

export function fragmentOf(
  { words, fileRow }: { readonly words: readonly Word[]; readonly fileRow?: number },
  overprints?: ReadonlySet<number>,
): LineFragment {
  const main = mainWord(words)
  const texts: string[] = []
  let x0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let leftWordEnd: number | undefined
  let rightWordStart = words[0]?.x0 ?? 0
  let before: Word | undefined
  let wordsWidth = 0
  let wordsLength = 0
  for (const word of words) {
    if (before && hasBlankBetween(before, word)) {
      texts.push(' ')
      leftWordEnd ??= before.x1
      rightWordStart = word.x0
    }
    texts.push(word.text)
    x0 = Math.min(x0, word.x0)
    x1 = Math.max(x1, word.x1)
    wordsWidth += word.x1 - word.x0
    wordsLength += word.text.length
    before = word
  }
  return {
    // No spread, because V8 would store the further fields outside of the object.
    x0,
    x1,
    y0: topOf(main),
    y1: bottomOf(main),
    baseline: main.baseline,
    size: main.size,
    text: texts.join(''),
    frame: main.frame,
    object: main.object,
    leftWordWidth: (leftWordEnd ?? x1) - x0,
    rightWordWidth: x1 - rightWordStart,
    wordsWidth,
    wordsLength,
    fileRow,
    overprints,
    ink: extentOfFormulas(words),
  }
}

/** Returns the longest word of the largest frequent size: scripts and marks do not define a line's baseline. */
function mainWord(words: readonly Word[]): Word {
  let main = words[0] as Word
  for (const word of words) {
    const larger = word.size > main.size * 1.05 && word.text.length >= main.text.length / 2
    const longer = word.size > main.size * 0.95 && word.text.length > main.text.length
    if (larger || longer) main = word
  }
  return main
}

/** Returns true if a blank separates two adjacent words of a line. */
export function hasBlankBetween(before: Word, word: Word): boolean {
  const gap = word.x0 - before.x1
  const size = Math.max(before.size, word.size)
  // A letter of another font may fill the gap before a word that was moved to.
  const isSpaced = word.spaced && !word.isMoved
  return gap > settings.wordGap * size || (isSpaced && gap > settings.blankGap * size)
}
