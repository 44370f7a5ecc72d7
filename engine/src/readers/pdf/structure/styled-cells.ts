/**
 * Makes the content of the table cells that plain text cannot show: scripts, formulas, links, code,
 * emphasis and deliberate line breaks.
 */
import { lazy } from '../../../lazy.ts'
import type { Cell } from '../../../model/index.ts'
import type { Vocabulary } from '../hyphens.ts'
import { groupIntoFragments, hasLeftwards, type LineFragment, type Word } from '../layout/index.ts'
import { share } from '../statistics.ts'
import type { FoundCell, FoundTable } from '../tables/index.ts'
import { cellBreaks, continuedNames } from './cell-breaks.ts'
import { composable, inlinesOf, joinRuns, noBreaks } from './inlines.ts'
import { structureSettings as settings } from './settings.ts'
import { isSameType } from './style.ts'
import type { StyledLine } from './styled-line.ts'
import { linkAt, styledLines, styleOfWord, type WordFacts } from './styled-lines.ts'

interface StyledCell {
  readonly lines: readonly StyledLine[]
  /** The lines that begin after a deliberate line break, and those that begin within a name. */
  readonly breaks: ReadonlySet<StyledLine>
  readonly within: ReadonlySet<StyledLine>
  /** True if the font of code distinguishes cells of the table: it marks whole cells, too. */
  readonly showsCode: boolean
}

/** The cells with more than plain text. */
export type StyledCells = Map<FoundCell, StyledCell>

/** Adds the cells of a table on a page. */
export function addStyledCells(
  styled: StyledCells,
  { cells, page }: FoundTable,
  facts: WordFacts,
): void {
  const rests = new Set(cells.flatMap(({ rest = [] }) => rest))
  const own = [...cells, ...rests].filter((cell) => (cell.page ?? page) === facts.number)
  const isMono = (word: Word) => styleOfWord(facts, word)?.mono ?? false
  const words = own.flatMap((cell) => cell.words)
  const showsCode = share(words, isMono) < settings.nearlyAll
  const widths = lazy(() => columnWidths(own))
  for (const cell of own) {
    const hasOne = hasOneDirection(cell)
    const isStyled = (hasOne && isRich(cell, facts)) || (showsCode && cell.words.some(isMono))
    const isTall = hasOne && hasLines(cell)
    const isCut = hasOne && (cell.rest !== undefined || rests.has(cell))
    if (!isStyled && !isTall && !isCut) continue
    const lines = linesOf(cell, facts)
    const [width = 0, next = 0] = isTall ? (widths().get(cell.column) ?? []) : []
    const breaks = isTall && cell.header === undefined ? cellBreaks(lines, width) : noBreaks
    const within = isTall && cell.columnSpan === 1 ? continuedNames(lines, width, next) : noBreaks
    if (isStyled || breaks.size > 0 || within.size > 0 || isCut)
      styled.set(cell, { lines, breaks, within, showsCode })
  }
}

/** Returns for each column the widths of the widest line of each cell, in points, from wide to narrow. */
function columnWidths(cells: readonly FoundCell[]): ReadonlyMap<number, readonly number[]> {
  const single = cells.filter(({ columnSpan, words }) => columnSpan === 1 && words.length > 0)
  const columns = Map.groupBy(single, ({ column }) => column)
  const widest = [...columns].map(([column, own]) => {
    return [column, own.map(widestLine).sort((a, b) => b - a)] as const
  })
  return new Map(widest)
}

function widestLine({ words }: FoundCell): number {
  const lines = Map.groupBy(words, ({ baseline }) => Math.round(baseline))
  let widest = 0
  for (const line of lines.values()) {
    const start = line.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY)
    const end = line.reduce((most, { x1 }) => Math.max(most, x1), Number.NEGATIVE_INFINITY)
    widest = Math.max(widest, end - start)
  }
  return widest
}

/** Returns true if all words of a cell run rightwards in one frame. Words of several directions have no common lines. */
function hasOneDirection({ text, words }: FoundCell): boolean {
  const [first] = words
  return !hasLeftwards(text) && words.every(({ frame }) => frame === first?.frame)
}

/** Returns true if the words of a cell stand on several lines. */
function hasLines({ words }: FoundCell): boolean {
  const [first] = words
  return words.some(({ baseline, size }) => Math.abs(baseline - (first?.baseline ?? 0)) > size / 2)
}

function linesOf({ words }: FoundCell, facts: WordFacts): readonly StyledLine[] {
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupIntoFragments(words, { wordsOf })
  return styledLines(fragments, false, { ...facts, wordsOf })
}

function isRich({ text, words }: FoundCell, facts: WordFacts): boolean {
  const [first] = words
  if (!first) return false
  // Running text writes letters of formulas, doubled quotes and TeX's degree ring as other characters.
  if (composable.test(text)) return true
  const style = styleOfWord(facts, first)
  return words.some(
    (word) =>
      word.size !== first.size ||
      facts.formulas?.inlines.has(word) ||
      linkAt(word, facts.links) !== undefined ||
      !isSameType(styleOfWord(facts, word), style),
  )
}

/** @returns Plain text, or one paragraph if the lines have marks, links, formulas, code or deliberate breaks. */
export function contentOf(
  cell: FoundCell,
  styled: StyledCells,
  vocabulary: () => Vocabulary,
): Cell['content'] {
  const { text, rest = [] } = cell
  const parts = [cell, ...rest].map((part) => styled.get(part))
  if (!parts.every((part) => part !== undefined)) return text
  const lines = parts.flatMap((part) => part.lines)
  const breaks = new Set(parts.flatMap((part) => [...part.breaks]))
  const within = new Set(parts.flatMap((part) => [...part.within]))
  const inlines = inlinesOf(joinRuns(lines, vocabulary, breaks, within), {
    isCode: parts.some(({ showsCode }) => showsCode),
  })
  const [only] = inlines
  if (!only) return text
  const isPlain = inlines.length === 1 && only.type === 'text' && Object.keys(only).length === 2
  return isPlain ? only.text : [{ type: 'paragraph', inlines }]
}
