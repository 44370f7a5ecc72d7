/** Makes the content of the table cells that plain text cannot show: scripts, formulas, links, code and emphasis. */
import type { Cell } from '../../../model/index.ts'
import type { Vocabulary } from '../hyphens.ts'
import { groupIntoFragments, hasLeftwards, type LineFragment, type Word } from '../layout/index.ts'
import { share } from '../statistics.ts'
import type { FoundCell, FoundTable } from '../tables/index.ts'
import { composable, inlinesOf, joinRuns } from './inlines.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'
import { isSameType, linkAt, styledLines, styleOfWord, type WordFacts } from './styled-lines.ts'

interface StyledCell {
  readonly lines: readonly StyledLine[]
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
  const own = cells.filter((cell) => (cell.page ?? page) === facts.number)
  const isMono = (word: Word) => styleOfWord(facts, word)?.mono ?? false
  const words = own.flatMap((cell) => cell.words)
  const showsCode = share(words, isMono) < settings.nearlyAll
  for (const cell of own) {
    if (!isRich(cell, facts) && !(showsCode && cell.words.some(isMono))) continue
    styled.set(cell, { lines: linesOf(cell, facts), showsCode })
  }
}

function linesOf({ words }: FoundCell, facts: WordFacts): readonly StyledLine[] {
  const wordsOf = new Map<LineFragment, readonly Word[]>()
  const fragments = groupIntoFragments(words, wordsOf)
  return styledLines(fragments, false, { ...facts, wordsOf })
}

function isRich({ text, words }: FoundCell, facts: WordFacts): boolean {
  const [first] = words
  if (!first || hasLeftwards(text)) return false
  // Words of several directions have no common lines.
  if (words.some(({ frame }) => frame !== first.frame)) return false
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

/** @returns Plain text, or one paragraph if the lines have marks, links, formulas or code. */
export function contentOf(
  { text }: FoundCell,
  styled: StyledCell | undefined,
  vocabulary: () => Vocabulary,
): Cell['content'] {
  if (!styled) return text
  const inlines = inlinesOf(joinRuns(styled.lines, vocabulary), { isCode: styled.showsCode })
  const [only] = inlines
  if (!only) return text
  const isPlain = inlines.length === 1 && only.type === 'text' && Object.keys(only).length === 2
  return isPlain ? only.text : [{ type: 'paragraph', inlines }]
}
