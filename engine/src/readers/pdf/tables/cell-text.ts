/** Joins the words of a cell into its text. */
import {
  areMostlyLeftwards,
  fragmentOf,
  groupIntoLines,
  type LineFragment,
  sortByStart,
  type Word,
} from '../layout/index.ts'
import type { TablePage } from './table.ts'

/** Matches leader dots up to the next column, spaced or not. */
const leaders = /(?:\s*[.…·_]){4,}\s*$/
const SOFT_HYPHEN = '\u00ad'
const brokenWord = /\p{L}[-\u00ad]$/u
const opensLower = /^\p{Ll}/u

/** Returns a function that joins the words of a cell into its text. */
export function textsOn({ fragments, wordsOf }: TablePage): (words: readonly Word[]) => string {
  const fragmentOfWord = new Map<Word, LineFragment>()
  for (const fragment of fragments) {
    for (const word of wordsOf.get(fragment) ?? []) fragmentOfWord.set(word, fragment)
  }
  return (words) => {
    if (words.length === 1) return clean(words[0]?.text ?? '')
    const parts = Map.groupBy(
      // The second print of a word is in no fragment.
      words.filter((word) => fragmentOfWord.has(word)),
      (word) => fragmentOfWord.get(word),
    )
    return textOfFragments(
      [...parts.values()].map((own) => fragmentOf({ words: sortByStart(own) })),
    )
  }
}

function textOfFragments(fragments: readonly LineFragment[]): string {
  const leftwards = areMostlyLeftwards(fragments)
  let text = ''
  for (const line of groupIntoLines(fragments, leftwards)) {
    if (text === '') text = line.text
    else if (text.endsWith(SOFT_HYPHEN)) text = text.slice(0, -1) + line.text
    else if (brokenWord.test(text) && opensLower.test(line.text)) {
      text = text.slice(0, -1) + line.text
    } else text += ` ${line.text}`
  }
  return clean(text)
}

function clean(text: string): string {
  return text.normalize('NFC').replace(leaders, '').trim()
}
