/** Cuts the lines of a page at wide gaps and rulings into segments, the parts of cells. */
import { glyphCodes, type Ruling } from '../content/index.ts'
import {
  bottomOf,
  groupIntoRows,
  type LineFragment,
  sortByStart,
  type TextBox,
  topOf,
  type Word,
} from '../layout/index.ts'
import { quantile } from '../statistics.ts'
import { tableSettings as settings } from './settings.ts'
import type { TablePage } from './table.ts'

/** Words of one line without a wide gap between them. Lengths are points of the frame. */
export interface Segment extends TextBox {
  readonly words: readonly Word[]
  readonly text: string
}

/** Segments on one baseline, from left to right. */
export interface TextLine extends TextBox {
  readonly segments: readonly Segment[]
  /** True if a leader was left out of its segments. */
  readonly hasLeader: boolean
  /** Tells the bold and italic words of the page. */
  readonly isEmphasized: (word: Word) => boolean
}

const leaderMarks = '.…·_‥-'
/** Matches leaders: dots or dashes across a gap, which do not count as text. */
const leader = /^[.…·_‥]{3,}$|^-{5,}$|^(?:\. ?){3,}$/
const dot = /^[.…·_]+$/
const trailingLeader = /(?:\s?[.…_]){4,}$|^\.{3}$/

/** Returns the words of each line of a page that are in `words`; the layout found the lines. */
export function wordsByLine(
  { fragments, wordsOf }: Pick<TablePage, 'fragments' | 'wordsOf'>,
  words: ReadonlySet<Word>,
): Word[][] {
  const parts = new Map<LineFragment, readonly Word[]>()
  for (const fragment of fragments) {
    const own = (wordsOf.get(fragment) ?? []).filter((word) => words.has(word))
    if (own.length > 0) parts.set(fragment, own)
  }
  return groupIntoRows([...parts.keys()]).map((row) =>
    row.flatMap((fragment) => parts.get(fragment) ?? []),
  )
}

/**
 * Cuts lines into segments.
 *
 * @param vertical Vertical rulings: words on both sides of one are in different segments.
 * @returns From top to bottom.
 */
export function cutLines(
  lines: readonly (readonly Word[])[],
  vertical: readonly Ruling[],
  isEmphasized: (word: Word) => boolean,
): TextLine[] {
  const blank = typicalBlank(lines)
  return lines
    .map((words) => cutLine(words, { vertical, blank, isEmphasized }))
    .filter(({ segments }) => segments.length > 0)
    .sort((a, b) => a.baseline - b.baseline)
}

/** Returns the usual gap between consecutive words of a line, in ems. */
function typicalBlank(parts: readonly (readonly Word[])[]): number {
  const gaps: number[] = []
  let before: Word | undefined
  for (const words of parts) {
    for (const word of words) {
      const gap = before === undefined || word.isMoved ? 0 : (word.x0 - before.x1) / word.size
      if (before && gap > 0 && gap < settings.wideGapEms && areLevel(before, word)) gaps.push(gap)
      before = word
    }
  }
  return quantile(gaps, settings.blankQuantile)
}

function areLevel(before: Word, word: Word): boolean {
  return Math.abs(before.baseline - word.baseline) <= 0.1 * word.size
}

/** Returns the usual gap between words of lines, in ems. */
export function blankOf(lines: readonly TextLine[]): number {
  return typicalBlank(lines.flatMap(({ segments }) => segments.map(({ words }) => words)))
}

/**
 * Cuts segments further at gaps wider than those of the region's own text.
 *
 * @param blank The usual gap between words, in ems.
 */
export function cutFiner(lines: readonly TextLine[], blank: number): TextLine[] {
  const gap = Math.max(settings.fineGapEms, settings.wideBlank * blank)
  const gapAt = (before: Word, word: Word): number => {
    if (isSigned(before, word) || isOfPitch(before, word)) return Number.POSITIVE_INFINITY
    // These dots are no missing value, so they belong to the text before them.
    if (isLeader(word.text)) return Number.POSITIVE_INFINITY
    const areApart = isBesideNumber(before, word) || areDecimals(before, word)
    return areApart ? 0 : gap
  }
  return lines.map((line) => cutSegments(line, gapAt))
}

const hasLetter = /\p{L}/u

/**
 * Returns true if the gap between two words is one letter of a monospaced font, whose blank is as wide as its letters.
 * Figures are equally wide in most fonts, and Chinese characters are as wide as a gap between columns.
 */
function isOfPitch(before: Word, word: Word): boolean {
  const pitch = pitchOf(word)
  const slack = settings.samePitch * pitch
  if (Math.abs(word.x0 - before.x1 - pitch) > slack || pitch > settings.maxPitchEms * word.size)
    return false
  return Math.abs(pitchOf(before) - pitch) <= slack && hasLetter.test(before.text + word.text)
}

function pitchOf({ text, x0, x1 }: Word): number {
  return (x1 - x0) / text.length
}

const endsInNumber = /\d[%)]*$/
const opensCell = /^[\p{Script=Latin}\d(]/u

/** Returns true if the file moves from a number to text or to a number: they are in two cells, however close. */
function isBesideNumber({ text: before }: Word, { isMoved, text }: Word): boolean {
  return isMoved && endsInNumber.test(before) && isNumeric(before) && opensCell.test(text)
}

const decimal = /^[<>+−–-]?\d[\d,']*[.,]\d+[%*†‡]*$/

/** Returns true for two numbers with decimals: of these, each is a cell, unlike of "12 000" and "3 May 2020". */
function areDecimals(before: Word, word: Word): boolean {
  return decimal.test(before.text) && decimal.test(word.text)
}

const currencySign = /^[([−–-]?(?:US|[A-Z])?[$€£¥]$/

/** Returns true if a word is the currency sign of the figure after it. */
function isSigned(before: Word, word: Word): boolean {
  return currencySign.test(before.text) && isNumeric(word.text)
}

/** Joins currency signs at the left of a column with the figures at its right. */
export function joinSigns(lines: readonly TextLine[]): TextLine[] {
  return lines.map((line) => {
    const segments: Segment[] = []
    for (const segment of line.segments) {
      const before = segments.at(-1)
      const [sign, figure] = [before?.words.at(-1), segment.words[0]]
      if (before && sign && figure && before.words.length === 1 && isSigned(sign, figure)) {
        segments[segments.length - 1] = segmentOf([...before.words, ...segment.words])
      } else segments.push(segment)
    }
    return segments.length === line.segments.length ? line : { ...line, segments }
  })
}

/** Returns true if a position is between a currency sign and its figure. */
export function isInSign(lines: readonly TextLine[], at: number): boolean {
  for (const { segments } of lines) {
    for (const { words } of segments) {
      const [sign, figure] = words
      if (!sign || !figure || at <= sign.x0 || at >= figure.x0 + 1) continue
      if (isSigned(sign, figure)) return true
    }
  }
  return false
}

/**
 * Cuts the segments of a line between words.
 *
 * @param gapAt Returns the gap, in ems, from which on two words are separated.
 */
export function cutSegments(line: TextLine, gapAt: (before: Word, word: Word) => number): TextLine {
  const segments: Segment[] = []
  for (const segment of line.segments) {
    const { words } = segment
    let first = 0
    for (let at = 1; at < words.length; at++) {
      const [before, word] = [words[at - 1] as Word, words[at] as Word]
      if (word.x0 - inkEnd(before, at === first + 1) <= gapAt(before, word) * word.size) continue
      segments.push(segmentOf(words.slice(first, at)))
      first = at
    }
    segments.push(first === 0 ? segment : segmentOf(words.slice(first)))
  }
  return segments.length === line.segments.length ? line : { ...line, segments }
}

export function partition<Item>(
  items: readonly Item[],
  test: (item: Item, index: number, all: readonly Item[]) => boolean,
): [Item[], Item[]] {
  const yes: Item[] = []
  const no: Item[] = []
  for (const [index, item] of items.entries()) (test(item, index, items) ? yes : no).push(item)
  return [yes, no]
}

interface Cutting extends Pick<TextLine, 'isEmphasized'> {
  readonly vertical: readonly Ruling[]
  /** The usual gap between words, in ems. */
  readonly blank: number
}

function cutLine(words: readonly Word[], { vertical, blank, isEmphasized }: Cutting): TextLine {
  const main = words.reduce((a, b) => (b.size > a.size * 1.1 ? b : a))
  const { baseline, size } = main
  const middle = (topOf(main) + baseline) / 2
  const walls = vertical
    .filter((ruling) => ruling.from <= middle && ruling.to >= middle)
    .map(({ at }) => at)
  const usual = Math.max(settings.segmentGapEms, settings.wideBlank * blank)
  const groups: Word[][] = []
  let group: Word[] | undefined
  let end = Number.NEGATIVE_INFINITY
  let hasLeader = false
  const sorted = sortByStart([...words])
  const hasDots = hasSpacedDots(sorted, usual)
  for (const [at, word] of sorted.entries()) {
    const isDots = isLeader(word.text) || (hasDots && word.text === '.')
    if (isDots && !isMissingValue(word, sorted[at - 1], sorted[at + 1], usual * size)) {
      hasLeader = true
      // The text of an ellipsis stays, but it separates columns as a leader does.
      if (isEllipsis(word, sorted[at + 1]) && word.x0 - end <= usual * size) group?.push(word)
      end = Number.NEGATIVE_INFINITY
      continue
    }
    const gap = word.x0 - end
    const isApart = word.isMoved && !dot.test(word.text)
    const limit = isApart ? settings.clearlyLarger * blank : usual
    const isWide = gap > limit * Math.min(size, Math.max(word.size, size * 0.8))
    const before = group?.at(-1)
    const isCut = isWide && !(before && isOfPitch(before, word))
    if (!group || isCut || (walls.length > 0 && isBetween(walls, before, word))) {
      group = [word]
      groups.push(group)
    } else group.push(word)
    end = Math.max(isCut ? Number.NEGATIVE_INFINITY : end, inkEnd(word, group[0] === word))
  }
  const segments = groups.map(segmentOf)
  const x1 = Math.max(...segments.map((segment) => segment.x1))
  const x0 = segments[0]?.x0 ?? 0
  const box = { x0, x1, y0: topOf(main), y1: bottomOf(main), baseline, size }
  return { ...box, segments, hasLeader, isEmphasized }
}

/** Tests the first character and the length first, because most words are no leaders. */
function isLeader(text: string): boolean {
  return text.length > 2 && leaderMarks.includes(text.charAt(0)) && leader.test(text)
}

/**
 * Returns true if a line leads from a title to a page number by dots that are as far from each other as columns. In tables, dots
 * are values, without a title before or only a number after them.
 */
function hasSpacedDots(words: readonly Word[], gapEms: number): boolean {
  const first = words.findIndex(({ text }) => text === '.')
  const [titleWords, rest] = [words.slice(0, first), words.slice(first)]
  const after = rest.filter(({ text }) => text !== '.')
  if (first < 1 || after.length !== 1 || !/^\d+$/.test(after[0]?.text ?? '')) return false
  const gaps = rest.filter(({ text, x1, size }, at) => {
    const next = rest[at + 1]
    return text === '.' && next?.text === '.' && next.x0 - x1 > gapEms * size
  })
  return gaps.length > 1 && titleWords.some(({ text }) => /\p{L}{2}/u.test(text))
}

/** Returns true for three dots that lead to no figure. */
function isEllipsis({ text }: Word, next: Word | undefined): boolean {
  return text.length === 3 && !(next && (isNumeric(next.text) || dot.test(next.text)))
}

/**
 * Returns true for three dots that stand for a missing value, or begin a text: white is before them, and after them, too, if a figure
 * follows. A leader begins beside its title or ends beside its figure.
 *
 * @param blank Widest blank between words, in points.
 */
function isMissingValue(
  word: Word,
  before: Word | undefined,
  next: Word | undefined,
  blank: number,
): boolean {
  if (word.text.length !== 3 || (before && word.x0 - before.x1 <= blank)) return false
  return isEllipsis(word, next) || (next !== undefined && next.x0 - word.x1 > blank)
}

/** Returns true if a wall lies between the middles of two words. */
function isBetween(walls: readonly number[], before: Word | undefined, word: Word): boolean {
  const [from, to] = [middleOf(before), middleOf(word)]
  return walls.some((at) => at > from && at < to)
}

function middleOf(word: Word | undefined): number {
  return word ? (word.x0 + word.x1) / 2 : Number.POSITIVE_INFINITY
}

/** Returns the end of a word without leader dots, which are never first in a segment. */
function inkEnd({ text, x0, x1 }: Word, isFirst: boolean): number {
  if (isFirst && dot.test(text)) return x1
  const last = text.charCodeAt(text.length - 1)
  if (last !== glyphCodes.dot && last !== glyphCodes.underscore && last !== glyphCodes.ellipsis)
    return x1
  const dots = trailingLeader.exec(text)?.[0].length ?? 0
  return x1 - ((x1 - x0) * dots) / Math.max(1, text.length)
}

export function segmentOf(words: readonly Word[]): Segment {
  let main = words[0] as Word
  let x0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  for (const word of words) {
    if (word.size * word.text.length > main.size * main.text.length) main = word
    x0 = Math.min(x0, word.x0)
    x1 = Math.max(x1, inkEnd(word, word === words[0]))
  }
  const { baseline, size } = main
  return { x0, x1, y0: topOf(main), y1: bottomOf(main), baseline, size, words, text: textOf(words) }
}

/** Returns the text of words or segments of one line or cell. */
export function textOf(parts: readonly { readonly text: string }[]): string {
  const [only] = parts
  if (only && parts.length === 1) return only.text
  return parts.map(({ text }) => text).join(' ')
}

/** Matches the contents of columns of figures: numbers, amounts, shares, dates, marks for missing values. */
const numeric =
  /^[([<>≤≥~≈±+−–—$€£¥-]*(?:(?:US|[A-Z])?[$€£¥])?\s*\d[\d\s.,:/'’%()±*†‡x×e^+−–—-]*(?:[%‰°)\]*†‡a-d]|bn|mn|[kKmM])?$|^[-–—−+*.…×✓✔✗✘●○•xX]{1,4}$|^(?:n\/?a|N\/?A|n\.a\.|nil)$/

const isDigit = (unit: number) => unit >= glyphCodes.zero && unit <= glyphCodes.nine

/** Returns true if a text begins with a letter with which no figure begins. */
function beginsWithWord(text: string): boolean {
  const unit = text.charCodeAt(0)
  return (
    unit >= glyphCodes.smallA &&
    unit <= glyphCodes.smallZ &&
    unit !== glyphCodes.smallN &&
    unit !== glyphCodes.smallX
  )
}

export function isNumeric(text: string): boolean {
  if (beginsWithWord(text)) return false
  if (text.length === 1 && isDigit(text.charCodeAt(0))) return true
  const trimmed = text.trim()
  return trimmed.length > 0 && trimmed.length < 40 && numeric.test(trimmed)
}

/** Returns true if a cell is a figure: few words that are a number. */
export function isFigureCell(words: readonly Word[], text: string): boolean {
  return words.length < 6 && isNumeric(text)
}

/** Returns true for a figure that is not a year; a year may head a column. */
export function isAmount({ text }: Segment): boolean {
  return isNumeric(text) && !/^\d{4}$/.test(text)
}
