/**
 * Makes one word of each fraction in a line of text, so that its parts are not lines of their own.
 *
 * Covers: two rows of small words with a bar between them, at the height of the axis of the text beside them. Not: fractions as large as their text, which are displayed formulas.
 *
 * Source: D. E. Knuth, The TeXbook, appendix G, rule 15.
 */
import type { Page, Ruling } from '../content/index.ts'
import { hasBlankBetween } from './fragments.ts'
import { gapBetween, sortByHeight, type WordsByHeight } from './near-words.ts'
import { levelTallSigns } from './tall-signs.ts'
import { copyWord, type Word } from './words.ts'

/** Lengths are ems of the text around the fraction unless a comment says otherwise. */
const settings = {
  /** Largest size of the words of a fraction; TeX's is 0.7. */
  size: 0.85,
  /** Most that a word is beyond the ends of its bar, in ems of the word. */
  overhang: 0.15,
  /** The wider row has at least this share of the bar's length. */
  rowShare: 0.75,
  /** Largest distance of the baselines from the bar: TeX's are 0.14 and 0.6, with scripts 0.5 and 0.85. */
  above: 0.65,
  below: 0.95,
  /** Height of the bar above the baseline; TeX's is 0.25. */
  axis: { least: 0.15, most: 0.4 },
  /** Largest distance to the text beside it. */
  beside: 1.5,
  /** Bars are longer than hyphens, and shorter than the line of a footnote. */
  bar: { least: 0.25, most: 12 },
} as const

/** A page with more bars is a table or a chart. */
const maxBars = 400
/** Most fractions and brackets in a row without text between. */
const maxRounds = 4

/** @returns The words, with one word in the place of the parts of each fraction. */
export function foldFractions(
  words: readonly Word[],
  { glyphs, drawings }: Pick<Page, 'glyphs' | 'drawings'>,
): readonly Word[] {
  const bars = drawings.rulings.filter(({ isHorizontal }) => isHorizontal)
  let left = words
  // A fraction or bracket beside another one, without text between, is found after it.
  let open = bars.length > maxBars ? [] : bars
  for (let round = 0; round < maxRounds; round++) {
    const level = levelTallSigns(left, glyphs)
    const found = open.length > 0 ? fractionsAt(open, sortByHeight(level)) : new Map()
    if (found.size === 0 && level === left) break
    left = withFractions(level, [...found.values()])
    open = open.filter((bar) => !found.has(bar))
  }
  return left
}

function fractionsAt(bars: readonly Ruling[], words: WordsByHeight): Map<Ruling, Fraction> {
  const found = new Map<Ruling, Fraction>()
  for (const bar of bars) {
    const fraction = fractionAt(bar, words)
    if (fraction) found.set(bar, fraction)
  }
  return found
}

interface Fraction {
  readonly above: readonly Word[]
  readonly below: readonly Word[]
  readonly bar: Ruling
  /** The word beside it on the line of text. */
  readonly beside: Word
}

function fractionAt(bar: Ruling, words: WordsByHeight): Fraction | undefined {
  const { from, to, at } = bar
  const { largest } = words
  if (to - from > settings.bar.most * largest) return undefined
  const near = words.between(at - settings.above * largest, at + settings.below * largest)
  const [beside] = near
    .filter((word) => isBeside(word, bar))
    .sort((a, b) => gapBetween(a, ends(bar)) - gapBetween(b, ends(bar)))
  if (!beside || to - from < settings.bar.least * beside.size) return undefined
  const over = near.filter(({ x0, x1, baseline }) => {
    const isNear =
      baseline - at > -settings.above * beside.size && baseline - at < settings.below * beside.size
    return isNear && x1 > from && x0 < to
  })
  if (!over.every((word) => isWithin(word, bar) && word.size <= settings.size * beside.size))
    return undefined
  const above = over.filter(({ baseline }) => baseline <= at)
  const below = over.filter(({ baseline }) => baseline > at)
  if (above.length === 0 || below.length === 0) return undefined
  const widest = Math.max(widthOf(above), widthOf(below))
  return widest < settings.rowShare * (to - from) ? undefined : { above, below, bar, beside }
}

function ends({ from, to }: Ruling): Pick<Word, 'x0' | 'x1'> {
  return { x0: from, x1: to }
}

/** Returns true for a word on the line whose axis the bar lies on. */
function isBeside(word: Word, bar: Ruling): boolean {
  const rise = (word.baseline - bar.at) / word.size
  const gap = gapBetween(word, ends(bar))
  const isOnAxis = rise >= settings.axis.least && rise <= settings.axis.most
  return isOnAxis && gap >= 0 && gap <= settings.beside * word.size
}

function isWithin({ x0, x1, size }: Word, { from, to }: Ruling): boolean {
  return x0 >= from - settings.overhang * size && x1 <= to + settings.overhang * size
}

function widthOf(words: readonly Word[]): number {
  return Math.max(...words.map(({ x1 }) => x1)) - Math.min(...words.map(({ x0 }) => x0))
}

function withFractions(words: readonly Word[], fractions: readonly Fraction[]): Word[] {
  const changed = new Map<Word, Word | undefined>()
  for (const { above, below, bar, beside } of fractions) {
    const parts = [...above, ...below]
    const [first = beside] = parts
    for (const part of parts) changed.set(part, undefined)
    const glyphsOf = parts.flatMap(({ firstGlyph, lastGlyph }) => [firstGlyph, lastGlyph])
    const { baseline, size } = beside
    const text = `${textOf(above)}/${textOf(below)}`
    const place = { x0: bar.from, x1: bar.to, baseline, size }
    const range = { firstGlyph: Math.min(...glyphsOf), lastGlyph: Math.max(...glyphsOf) }
    changed.set(first, copyWord(first, { text, ...place, ...range }))
  }
  return words.flatMap((word) => (changed.has(word) ? (changed.get(word) ?? []) : [word]))
}

/** @returns The words of a row; in brackets unless it is one name or number. */
function textOf(words: readonly Word[]): string {
  const row = words.toSorted((a, b) => a.x0 - b.x0)
  const text = row
    .map((word, at) => {
      const before = row[at - 1]
      return before && hasBlankBetween(before, word) ? ` ${word.text}` : word.text
    })
    .join('')
  return /^(?:\p{L}+|\p{N}+)$/u.test(text) ? text : `(${text})`
}
