/** Joins the words of a cell into its text. */
import { lazy } from '../../../lazy.ts'
import { collectWords, jointOf, type Vocabulary, withHyphens } from '../hyphens.ts'
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
const leaders = /(?:\s*[.…·_]){4,}$/
/** Matches the end of most leaders and of few other texts, quickly. */
const endsInLeader = /[.…·_]$/

/** Returns a function that joins the words of a cell into its text. */
export function textsOn({ fragments, wordsOf }: TablePage): (words: readonly Word[]) => string {
  const fragmentsByWord = lazy(() => {
    const found = new Map<Word, LineFragment>()
    for (const fragment of fragments) {
      for (const word of wordsOf.get(fragment) ?? []) found.set(word, fragment)
    }
    return found
  })
  const vocabulary = lazy(() => collectWords(fragments.map(({ text }) => text)))
  return (words) => {
    const [only] = words
    if (only && words.length === 1 && !hasLeftwards(only.text)) return clean(only.text)
    if (words.length === 0) return ''
    const parts = Map.groupBy(words, (word) => fragmentsByWord().get(word))
    // The second print of a word is in no fragment.
    parts.delete(undefined)
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
  const trimmed = withHyphens(text).normalize('NFC').trim()
  return endsInLeader.test(trimmed) ? trimmed.replace(leaders, '').trim() : trimmed
}
