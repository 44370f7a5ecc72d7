/** Counts the words of a style. */
import type { Word } from '../layout/index.ts'
import type { TablePage, WordStyle } from './table.ts'

export function countStyled(
  words: readonly Word[],
  style: keyof WordStyle,
  page: TablePage,
): number {
  let count = 0
  for (const word of words) if (page.styleOf?.(word)?.[style]) count++
  return count
}

/** Returns the share of words in a style: 0 … 1, and 0 without words. */
export function styledShare(
  words: readonly Word[],
  style: keyof WordStyle,
  page: TablePage,
): number {
  return countStyled(words, style, page) / Math.max(1, words.length)
}

/** Returns the share of bold words in cells: 0 … 1, and 0 without words. */
export function boldShare(
  cells: readonly { readonly words: readonly Word[] }[],
  page: TablePage,
): number {
  return styledShare(
    cells.flatMap(({ words }) => words),
    'bold',
    page,
  )
}
