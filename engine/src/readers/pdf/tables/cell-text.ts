/** Joins the words of a cell into its text. */
import {
  areMostlyLeftwards,
  groupIntoLines,
  type Piece,
  pieceOf,
  sortByStart,
  type Word,
} from '../layout/index.ts'
import type { TablePage } from './table.ts'

/** Matches leader dots up to the next column, spaced or not. */
const leaders = /(?:\s*[.…·_]){4,}\s*$/
const SOFT_HYPHEN = '\u00ad'
const brokenWord = /\p{L}[-\u00ad]$/u
const opensLower = /^\p{Ll}/u

/** @returns A function from the words of a cell of a page to the cell's text. */
export function textsOn({ pieces, wordsOf }: TablePage): (words: readonly Word[]) => string {
  const pieceOfWord = new Map<Word, Piece>()
  for (const piece of pieces) {
    for (const word of wordsOf.get(piece) ?? []) pieceOfWord.set(word, piece)
  }
  return (words) => {
    if (words.length === 1) return clean(words[0]?.text ?? '')
    const parts = Map.groupBy(
      // A word printed twice is in no piece the second time.
      words.filter((word) => pieceOfWord.has(word)),
      (word) => pieceOfWord.get(word),
    )
    return textOfPieces([...parts.values()].map((own) => pieceOf({ words: sortByStart(own) })))
  }
}

function textOfPieces(pieces: readonly Piece[]): string {
  const leftwards = areMostlyLeftwards(pieces)
  let text = ''
  for (const line of groupIntoLines(pieces, leftwards)) {
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
