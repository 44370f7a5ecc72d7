/** Joins the words of a cell into its text. */
import { collectVocabulary, jointOf, type Vocabulary } from '../hyphens.ts'
import {
  areMostlyLeftwards,
  fragmentOf,
  groupIntoLines,
  hasLeftwards,
  type LineFragment,
  sortByStart,
  type Word,
} from '../layout/index.ts'
import type { TablePage } from './table.ts'

/** Matches leader dots up to the next column, spaced or not. */
const leaders = /(?:\s*[.…·_]){4,}\s*$/

/** Returns a function that joins the words of a cell into its text. */
export function textsOn({ fragments, wordsOf }: TablePage): (words: readonly Word[]) => string {
  const fragmentOfWord = new Map<Word, LineFragment>()
  for (const fragment of fragments) {
    for (const word of wordsOf.get(fragment) ?? []) fragmentOfWord.set(word, fragment)
  }
  let known: Vocabulary | undefined
  const vocabulary = (): Vocabulary => {
    known ??= collectVocabulary(fragments.map(({ text }) => text))
    return known
  }
  return (words) => {
    const [only] = words
    if (only && words.length === 1 && !hasLeftwards(only.text)) return clean(only.text)
    const parts = Map.groupBy(
      // The second print of a word is in no fragment.
      words.filter((word) => fragmentOfWord.has(word)),
      (word) => fragmentOfWord.get(word),
    )
    return textOfFragments(
      [...parts.values()].map((own) => fragmentOf({ words: sortByStart(own) })),
      vocabulary,
    )
  }
}

function textOfFragments(fragments: readonly LineFragment[], vocabulary: () => Vocabulary): string {
  const leftwards = areMostlyLeftwards(fragments)
  let text = ''
  for (const line of groupIntoLines(fragments, leftwards)) {
    const change = jointOf(text, line.text, vocabulary)
    text = (change < 0 ? text.slice(0, change) : text + ' '.repeat(change)) + line.text
  }
  return clean(text)
}

function clean(text: string): string {
  return text.normalize('NFC').replace(leaders, '').trim()
}
