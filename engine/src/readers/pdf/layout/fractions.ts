/**
 * Finds the fractions in lines of text.
 *
 * Covers: two rows of words with a bar between them, at the height of the axis of the text beside them. Fractions as large as
 * their text only in a line with several words: others are displayed formulas.
 *
 * Source: D. E. Knuth, The TeXbook, appendix G, rule 15.
 */
import type { Page, Ruling } from '../content/index.ts'
import { foldWords, replaceWords } from './folded-words.ts'
import { hasBlankBetween } from './fragments.ts'
import {
  inlineFormulaLimits as limits,
  inlineFormulaSettings as shared,
} from './inline-formula-settings.ts'
import { gapBetween, sortByHeight, type WordsByHeight } from './near-words.ts'
import { isBesideText, type TextWords } from './text-lines.ts'
import type { Word } from './words.ts'

/** Lengths are ems of the text around the fraction unless a comment says otherwise. */
const settings = {
  /** Most that a word is beyond the ends of its bar, and largest distance of a script from its letter, in ems of these. */
  touch: 0.15,
  /** The wider row has at least this share of the bar's length. */
  rowShare: 0.75,
  /** Largest distance of the baselines from the bar: TeX's are 0.14 and 0.6, with scripts 0.5 and 0.85. */
  above: 0.65,
  below: 0.95,
  /** Height of the bar above the baseline; TeX's is 0.25. */
  axis: { least: 0.15, most: 0.4 },
  /** Bars are longer than hyphens, and shorter than the line of a footnote. */
  bar: { least: 0.25, most: 12 },
  /** The same for a fraction as large as the text, with scripts, in a line of running text. */
  displayed: { size: 1.05, above: 1, below: 1.3, beside: 0.8 },
  /** Largest distance between the middles of a row and the bar. */
  centre: 0.3,
} as const

/** Returns the fractions by their bars. */
export function findFractions(
  bars: readonly Ruling[],
  words: readonly Word[],
  textWords: TextWords,
): Map<Ruling, Fraction> {
  const found = new Map<Ruling, Fraction>()
  if (bars.length === 0) return found
  const byHeight = sortByHeight(words)
  for (const bar of bars) {
    const fraction = fractionAt(bar, byHeight, textWords)
    if (fraction) found.set(bar, fraction)
  }
  return found
}

export interface Fraction {
  readonly above: readonly Word[]
  readonly below: readonly Word[]
  readonly bar: Ruling
  /** The word beside it on the line of text. */
  readonly beside: Word
  /** True after a whole number, which a blank separates from it. */
  readonly isMixed: boolean
}

function fractionAt(bar: Ruling, words: WordsByHeight, textWords: TextWords): Fraction | undefined {
  const { from, to, at } = bar
  const { largest } = words
  if (to - from > settings.bar.most * largest) return undefined
  const near = words.between(
    at - settings.displayed.above * largest,
    at + settings.displayed.below * largest,
  )
  if (near.length > limits.wordsAtBar) return undefined
  const around = near
    .filter((word) => isBeside(word, bar))
    .sort((a, b) => gapBetween(a, ends(bar)) - gapBetween(b, ends(bar)))
  const [beside] = around
  if (!beside || to - from < settings.bar.least * beside.size) return undefined
  const gap = gapBetween(beside, ends(bar))
  const isNear = gap <= settings.displayed.beside * beside.size
  const isOfText = textWords(beside) >= shared.textWords
  const mayBeLarge = isNear && (isOfText || isBesideText(lineOf(beside, near), ends(bar)))
  const most = mayBeLarge ? settings.displayed : { ...settings, size: shared.scriptSize }
  const over = near.filter((word) => {
    const { x0, x1, baseline } = word
    const isAtBar =
      baseline - at > -most.above * beside.size && baseline - at < most.below * beside.size
    return isAtBar && x1 > from && x0 < to && !(mayBeLarge && isOfLine(word, bar, near))
  })
  if (!over.every((word) => isWithin(word, bar) && word.size <= most.size * beside.size))
    return undefined
  const own = over.filter((word) => isRow(word, bar, beside.size) || isScript(word, over))
  const above = own.filter(({ baseline }) => baseline <= at)
  const below = own.filter(({ baseline }) => baseline > at)
  if (above.length === 0 || !below.some((word) => isLower(word, beside))) return undefined
  if (![above, below].every((row) => isCentred(row, bar, beside.size))) return undefined
  const widest = Math.max(widthOf(above), widthOf(below))
  if (widest < settings.rowShare * (to - from)) return undefined
  const isMixed = around.some(({ text, x0 }) => x0 < from && /\d$/.test(text))
  return { above, below, bar, beside, isMixed }
}

/** Returns true for a word below the line of text: the bar may be between two lines. */
function isLower({ baseline }: Word, line: Word): boolean {
  return baseline - line.baseline > shared.level * line.size
}

function isCentred(row: readonly Word[], { from, to }: Ruling, em: number): boolean {
  const [x0, x1] = [
    Math.min(...row.map((word) => word.x0)),
    Math.max(...row.map((word) => word.x1)),
  ]
  return Math.abs(x0 + x1 - from - to) / 2 < settings.centre * em
}

/** Returns true for a word as large as the text, or as near to the bar as the rows of a small fraction. */
function isRow({ baseline, size }: Word, { at }: Ruling, em: number): boolean {
  const isNear = baseline - at > -settings.above * em && baseline - at < settings.below * em
  return isNear || size > shared.scriptSize * em
}

/** Returns true for a smaller word after another one. */
function isScript(word: Word, others: readonly Word[]): boolean {
  return others.some(
    ({ x1, size }) =>
      word.size <= shared.scriptSize * size && Math.abs(word.x0 - x1) < settings.touch * size,
  )
}

/** Returns true for a word of the line of text above or below, which extends beyond the bar. */
function isOfLine(word: Word, bar: Ruling, near: readonly Word[]): boolean {
  const level = near.filter(
    (other) =>
      other.size === word.size &&
      Math.abs(other.baseline - word.baseline) < shared.level * word.size,
  )
  let { x0, x1 } = word
  for (let before = 0; before < x1 - x0; ) {
    before = x1 - x0
    for (const other of level) {
      if (gapBetween(other, { x0, x1 }) > shared.blank * word.size) continue
      x0 = Math.min(x0, other.x0)
      x1 = Math.max(x1, other.x1)
    }
  }
  return !isWithin({ x0, x1, size: word.size }, bar)
}

function lineOf({ baseline, size }: Word, near: readonly Word[]): Word[] {
  return near.filter((other) => Math.abs(other.baseline - baseline) < shared.level * size)
}

function ends({ from, to }: Ruling): Pick<Word, 'x0' | 'x1'> {
  return { x0: from, x1: to }
}

/** Returns true for a word on the line whose axis the bar lies on. */
function isBeside(word: Word, bar: Ruling): boolean {
  const rise = (word.baseline - bar.at) / word.size
  const gap = gapBetween(word, ends(bar))
  const isOnAxis = rise >= settings.axis.least && rise <= settings.axis.most
  return isOnAxis && gap >= 0 && gap <= shared.beside * word.size
}

function isWithin(
  { x0, x1, size }: Pick<Word, 'x0' | 'x1' | 'size'>,
  { from, to }: Ruling,
): boolean {
  return x0 >= from - settings.touch * size && x1 <= to + settings.touch * size
}

function widthOf(words: readonly Word[]): number {
  return Math.max(...words.map(({ x1 }) => x1)) - Math.min(...words.map(({ x0 }) => x0))
}

export function withFractions(
  words: readonly Word[],
  fractions: readonly Fraction[],
  glyphs: Pick<Page['glyphs'], 'y0' | 'y1'>,
): Word[] {
  const changed = new Map<Word, Word | undefined>()
  for (const { above, below, bar, beside, isMixed } of fractions) {
    const [first = beside, ...others] = [...above, ...below]
    for (const part of others) changed.set(part, undefined)
    const text = `${textOf(above)}/${textOf(below)}`
    const { baseline, size } = beside
    const blank = isMixed && { spaced: true, isMoved: false }
    const place = { x0: bar.from, x1: bar.to, baseline, size, ...blank }
    changed.set(first, foldWords([first, ...others], { text, ...place }, glyphs))
  }
  return replaceWords(words, changed)
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
